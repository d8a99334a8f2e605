import type { Rect } from '../../base/text.ts';
import { CHROME_BOTTOM_ROWS, CHROME_TOP_ROWS } from '../chrome/chrome.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Below this nothing useful fits; the program says so and stays quittable. */
export const SMALLEST: Size = { columns: 40, rows: 12 };

/** Whether nothing sensible fits: then a note asks for a larger window. */
export function tooSmall(size: Size): boolean {
  return size.columns < SMALLEST.columns || size.rows < SMALLEST.rows;
}

/** The part of the window that belongs to the screen. */
export function bodyArea(size: Size): Rect {
  return {
    x: 0,
    y: CHROME_TOP_ROWS,
    width: size.columns,
    height: size.rows - CHROME_TOP_ROWS - CHROME_BOTTOM_ROWS,
  };
}
