import type { Rect } from '../../base/text.ts';
import { CHROME_BOTTOM_ROWS, CHROME_TOP_ROWS } from '../chrome/chrome.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** The smallest useful window. In a smaller one castwatch asks for a larger window; it can still be quit. */
export const SMALLEST: Size = { columns: 40, rows: 12 };

/** Whether the window is too small. Then a note asks for a larger one. */
export function tooSmall(size: Size): boolean {
  return size.columns < SMALLEST.columns || size.rows < SMALLEST.rows;
}

/** The rows below the body for the rail, as the area of the screen leaves them. */
export function hasRail(size: Size, area: Rect): boolean {
  return area.y + area.height + CHROME_BOTTOM_ROWS < size.rows;
}

export function bodyArea(size: Size, rail: 0 | 1 = 0): Rect {
  return {
    x: 0,
    y: CHROME_TOP_ROWS,
    width: size.columns,
    height: size.rows - CHROME_TOP_ROWS - CHROME_BOTTOM_ROWS - rail,
  };
}
