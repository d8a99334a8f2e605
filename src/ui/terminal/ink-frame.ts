import type { Depth } from '../theme/color.ts';
import {
  BOLD,
  DEFAULT_COLOR,
  DIM,
  INVERSE,
  ITALIC,
  PLAIN,
  PLAIN_ID,
  RGB,
  STRIKE,
  type Style,
  styleId,
  UNDERLINE,
} from '../theme/style.ts';
import type { Grid } from './grid.ts';

const ADDED = new Map([
  [1, BOLD],
  [2, DIM],
  [3, ITALIC],
  [4, UNDERLINE],
  [7, INVERSE],
  [9, STRIKE],
]);
const REMOVED = new Map([
  [22, BOLD | DIM],
  [23, ITALIC],
  [24, UNDERLINE],
  [27, INVERSE],
  [29, STRIKE],
]);

/**
 * Paints Ink's whole frame, a string with SGR sequences and one line a row, on a grid. Rows that are the same
 * string as before are left alone.
 */
export class InkFrame {
  #rows: readonly string[] = [];
  #frame = '';

  /** The next frame is painted whole, whatever it is. */
  forget(): void {
    this.#rows = [];
    this.#frame = '';
  }

  /** Returns whether anything was painted. */
  paint(frame: string, grid: Grid, depth: Depth, ascii: boolean): boolean {
    if (frame === this.#frame && this.#rows.length > 0) return false;
    const rows = frame.split('\n', grid.height);
    for (let y = 0; y < grid.height; y++) {
      const row = rows[y] ?? '';
      if (this.#rows[y] === row) continue;
      grid.clearRow(y);
      paintRow(grid, y, row, depth, ascii);
    }
    while (rows.length < grid.height) rows.push('');
    this.#rows = rows;
    this.#frame = frame;
    return true;
  }
}

function paintRow(grid: Grid, y: number, row: string, depth: Depth, ascii: boolean): void {
  let style = PLAIN;
  let x = 0;
  let at = 0;
  for (const match of row.matchAll(/\x1b\[([\d;]*)m/g)) {
    x = grid.text(y, x, grid.width, row.slice(at, match.index), idAt(style, depth), ascii);
    style = applySgr(style, match[1] ?? '');
    at = match.index + match[0].length;
  }
  grid.text(y, x, grid.width, row.slice(at), idAt(style, depth), ascii);
}

function idAt(style: Style, depth: Depth): number {
  if (style === PLAIN) return PLAIN_ID;
  return styleId(depth === 'none' ? { ...style, fg: DEFAULT_COLOR, bg: DEFAULT_COLOR } : style);
}

/** The style after an SGR sequence with these parameters (`1;38;5;12`). */
export function applySgr(style: Style, parameters: string): Style {
  const codes = parameters.split(';').map(Number);
  let { fg, bg, attributes } = style;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0;
    if (code === 0) {
      fg = DEFAULT_COLOR;
      bg = DEFAULT_COLOR;
      attributes = 0;
    } else if (code === 38 || code === 48) {
      const true24 = codes[i + 1] === 2;
      const [a = 0, b = 0, c = 0] = codes.slice(i + 2, i + 5).map((value) => value & 255);
      const color = true24 ? RGB | (a << 16) | (b << 8) | c : a;
      if (code === 38) fg = color;
      else bg = color;
      i += true24 ? 4 : 2;
    } else if (code === 39) fg = DEFAULT_COLOR;
    else if (code === 49) bg = DEFAULT_COLOR;
    else if (code >= 30 && code <= 37) fg = code - 30;
    else if (code >= 90 && code <= 97) fg = code - 90 + 8;
    else if (code >= 40 && code <= 47) bg = code - 40;
    else if (code >= 100 && code <= 107) bg = code - 100 + 8;
    else attributes = (attributes | (ADDED.get(code) ?? 0)) & ~(REMOVED.get(code) ?? 0);
  }
  return { fg, bg, attributes };
}
