import type { Rect } from '../../base/text.ts';
import { type WrittenSlice, writtenRows } from './written.ts';

/** The frame that Users, Settings and Cloud share; undefined for parts without room. */
export interface AdminFrame {
  /** What the screen is about. */
  readonly main: Rect;
  /** What belongs to it: rights, license, created streams. */
  readonly side?: Rect;
  /** More about the selected row; only in a tall window. */
  readonly detail?: Rect;
  /** Changes that were sent from here. */
  readonly written?: Rect;
}

/** Rows that the side part needs, in a column of its own and below the main part; 0 if it is not needed there. */
interface SideRows {
  readonly beside: number;
  readonly below: number;
}

const BESIDE_FROM_COLUMNS = 110;
const MAIN_SHARE = 0.58;
/** From these heights on there are the changes, and the detail of the selected row. */
const WRITTEN_FROM_ROWS = 34;
const DETAIL_FROM_ROWS = 48;
/** Rows that the main part keeps above the side part. */
const LEAST_MAIN_ROWS = 8;

/** In a wide window the main part is at the left, and all others share a column; else the side part is below it. */
export function adminFrame(area: Rect, slice: WrittenSlice, rows: SideRows): AdminFrame {
  const { x, y, width, height } = area;
  if (width < BESIDE_FROM_COLUMNS) {
    const main = height - rows.below;
    if (rows.below === 0 || main < LEAST_MAIN_ROWS) return { main: area };
    return { main: { ...area, height: main }, side: { ...area, y: y + main, height: rows.below } };
  }
  const left = Math.floor(width * MAIN_SHARE);
  const part = (top: number, of: number): Rect => ({
    x: x + left,
    y: y + top,
    width: width - left,
    height: of,
  });
  const written = height >= WRITTEN_FROM_ROWS ? writtenRows(slice, Math.floor(height / 3)) : 0;
  const rest = height - written;
  const side = height >= DETAIL_FROM_ROWS ? Math.min(rows.beside, Math.floor(rest / 2)) : rest;
  return {
    main: { ...area, width: left },
    side: part(0, side),
    ...(rest > side && { detail: part(side, rest - side) }),
    ...(written > 0 && { written: part(rest, written) }),
  };
}
