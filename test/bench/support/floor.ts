import { type HeadlessCell as Cell, headless } from '../../support/headless.ts';
import type { Chunk } from './program.ts';
import { type CellStyle, styleCost, styleKey } from './style-cost.ts';

type Cells = readonly (readonly Cell[])[];

/** A program is between two frames when it was silent for this long, ms. */
const QUIET = 40;

export interface Drawn {
  readonly frames: number;
  readonly bytes: number;
  /** The minimum that the same changes of cells need. */
  readonly floor: number;
}

/**
 * What was written after `from` (`performance.now`), frame by frame, beside the minimum that the same change of cells
 * needs: each changed cell once, the shortest way of the cursor to it (or over what lies between, written again),
 * the shortest change of style, erasing to the end of a row where that is shorter.
 */
export async function compareWithFloor(
  chunks: readonly Chunk[],
  from: number,
  columns: number,
  rows: number,
): Promise<Drawn> {
  const terminal = headless(columns, rows);
  const look = (): Cells =>
    Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (_, x) => terminal.cell(x, y)));
  let frames = 0;
  let bytes = 0;
  let floor = 0;
  let before: Cells | undefined;
  let at: Place = { x: 0, y: 0 };
  for (let index = 0; index < chunks.length; ) {
    const first = chunks[index];
    if (!first) break;
    let size = 0;
    let last = first.at;
    for (let next: Chunk | undefined = first; next && next.at - last < QUIET; next = chunks[++index]) {
      await terminal.write(next.data);
      size += next.data.length;
      last = next.at;
    }
    const after = first.at >= from ? look() : undefined;
    if (before && after) {
      const least = leastBytes(before, after, at);
      frames++;
      bytes += size;
      floor += least.bytes;
      at = least.at;
    }
    if (after ?? (chunks[index]?.at ?? 0) >= from) before = after ?? look();
  }
  terminal.dispose();
  return { frames, bytes, floor };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Bytes so far by the style that the terminal is left in: the shortest way to each. */
type Ways = Map<string, { readonly style: CellStyle; readonly cost: number }>;

const PLAIN: CellStyle = {
  fg: -1,
  bg: -1,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  inverse: false,
  strike: false,
};

function leastBytes(before: Cells, after: Cells, start: Place): { bytes: number; at: Place } {
  let ways: Ways = new Map([[styleKey(PLAIN), { style: PLAIN, cost: 0 }]]);
  let at = start;
  for (let y = 0; y < after.length; y++) {
    const row = after[y] ?? [];
    const changed = row.flatMap((cell, x) => (isSame(before[y]?.[x], cell) || cell.width === 0 ? [] : [x]));
    const blankFrom = row.findLastIndex((cell) => !isBlank(cell)) + 1;
    for (const x of changed) {
      const cell = row[x] as Cell;
      const next: Ways = new Map();
      const move = moveCost(at, { x, y });
      const between = at.y === y && at.x < x ? row.slice(at.x, x) : undefined;
      for (const way of ways.values()) {
        offer(next, write(cell, { style: way.style, cost: way.cost + move }));
        if (between && between.length > 0 && between.length < 24) {
          const over = between.reduce((so, each) => write(each, so), way);
          offer(next, write(cell, over));
        }
        // Erasing needs no more cells: the rest of the row costs nothing.
        if (x >= blankFrom)
          offer(next, { style: PLAIN, cost: way.cost + move + styleCost(way.style, PLAIN) + 3 });
      }
      ways = next;
      at = { x: x + cell.width, y };
      if (x >= blankFrom && changed.filter((other) => other >= x).length > 3) break;
    }
  }
  return { bytes: Math.min(...[...ways.values()].map(({ cost }) => cost)), at };
}

function offer(ways: Ways, way: { style: CellStyle; cost: number }): void {
  const key = styleKey(way.style);
  const known = ways.get(key);
  if (!known || way.cost < known.cost) ways.set(key, way);
}

/** Writes one cell; a blank takes any style with the same background. */
function write(cell: Cell, way: { style: CellStyle; cost: number }): { style: CellStyle; cost: number } {
  if (cell.width === 0) return way;
  const bytes = cell.chars === '' ? 1 : Buffer.byteLength(cell.chars);
  const ground = way.style.bg === cell.bg && !way.style.inverse && !way.style.underline && !way.style.strike;
  const blank = (cell.chars === '' || cell.chars === ' ') && ground && !cell.inverse && !cell.underline;
  if (blank) return { style: way.style, cost: way.cost + bytes };
  return { style: cell, cost: way.cost + styleCost(way.style, cell) + bytes };
}

function isBlank(cell: Cell): boolean {
  return (cell.chars === '' || cell.chars === ' ') && cell.bg === -1 && !cell.inverse && !cell.underline;
}

function isSame(a: Cell | undefined, b: Cell): boolean {
  if (!a || (a.chars || ' ') !== (b.chars || ' ') || a.width !== b.width || a.bg !== b.bg) return false;
  if ((b.chars === '' || b.chars === ' ') && !a.underline && !b.underline && a.inverse === b.inverse) {
    return !a.inverse || a.fg === b.fg;
  }
  return styleKey(a) === styleKey(b);
}

function moveCost(from: Place, to: Place): number {
  if (from.x === to.x && from.y === to.y) return 0;
  const parameter = (value: number) => (value === 1 ? 0 : String(value).length);
  const absolute = 3 + parameter(to.y + 1) + (to.x === 0 ? 0 : 1 + String(to.x + 1).length);
  const down = to.y - from.y;
  const across = Math.abs(to.x - from.x);
  if (down === 0) {
    const back = to.x < from.x ? across : Number.POSITIVE_INFINITY;
    return Math.min(absolute, to.x === 0 ? 1 : 3 + parameter(across), 2 + parameter(to.x + 1) + 1, back);
  }
  if (down < 0) return Math.min(absolute, across === 0 ? 3 + parameter(-down) : Number.POSITIVE_INFINITY);
  const feeds = 1 + down + (to.x === 0 ? 0 : 3 + parameter(to.x));
  const vertical = across === 0 ? Math.min(down, 3 + parameter(down)) : Number.POSITIVE_INFINITY;
  const home = to.x === 0 ? 1 + 3 + parameter(down) : Number.POSITIVE_INFINITY;
  return Math.min(absolute, feeds, vertical, home);
}
