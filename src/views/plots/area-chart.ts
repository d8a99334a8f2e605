import type { Line, Tone } from '../../base/text.ts';
import { type Levels, loadTone } from '../formats/tones.ts';
import { greatest, isFlat, niceCeiling, type Value } from './plots.ts';

/** Neighbouring cells of one tone, to which cells are still added. A text that grows would be an object for each cell. */
export interface Run {
  readonly cells: string[];
  readonly tone: Tone;
}

/** Adds a cell; neighbouring cells of the same tone are one span. */
export function addCell(runs: Run[], text: string, tone: Tone): void {
  const last = runs.at(-1);
  if (last?.tone === tone) last.cells.push(text);
  else runs.push({ cells: [text], tone });
}

export function lineOf(runs: readonly Run[]): Line {
  return runs.map(({ cells, tone }) => ({ text: cells.join(''), tone }));
}

/** Dots of a braille cell by column (left, right) from the bottom up. */
const BRAILLE = [
  [0x40, 0x04, 0x02, 0x01],
  [0x80, 0x20, 0x10, 0x08],
] as const;
/** The lowest zero to four dots together. */
const FILLED = [
  [0, 0x40, 0x44, 0x46, 0x47],
  [0, 0x80, 0xa0, 0xb0, 0xb8],
] as const;
/** All dots of a cell. */
const FULL = 0xff;
/** Every second dot of a cell, staggered. */
const SPARSE = 0x40 | 0x02 | 0x20 | 0x08;
const DOTS_HIGH = 4;
const DOTS_WIDE = 2;
/** A limit is not drawn if the values stay below this share of it: it would make them look flat. */
const LIMIT_IN_SIGHT = 0.4;
/** Room above the highest value or the limit, so that neither touches the border. */
const HEADROOM = 1.06;

export interface AreaOptions {
  /** Oldest first, two per column; null is a gap. */
  readonly values: readonly Value[];
  /** The least and the most in the time of each value; without them the values themselves. */
  readonly least?: readonly Value[] | undefined;
  readonly most?: readonly Value[] | undefined;
  readonly rows: number;
  /** The value at the upper end; the lower end is zero. */
  readonly top: number;
  readonly limit?: number | undefined;
  /** Values from here on are coloured as warning or critical, in percent of the limit. */
  readonly levels?: Levels | undefined;
  /** Values of another time, drawn as a line over the area. */
  readonly overlay?: readonly Value[] | undefined;
  /** The usual range of each value, shaded; undefined if not known. */
  readonly band?: readonly (Band | undefined)[] | undefined;
}

export interface Band {
  readonly low: number;
  readonly high: number;
}

/**
 * Upper end of an axis from zero: slightly above the limit if that is drawn, else a round number above the values.
 */
export function areaTop(values: readonly Value[], limit: number | undefined): number {
  const max = greatest(values);
  if (limit !== undefined && limit > 0 && max >= limit * LIMIT_IN_SIGHT)
    return Math.max(max, limit) * HEADROOM;
  return niceCeiling(max * HEADROOM);
}

/**
 * A filled braille area (2×4 dots per cell), top row first. Its edge has the colour of how close
 * it is to the limit; the area below is fainter. From the least to the most of each value every second dot is drawn,
 * and the dot of the most, so that short peaks and falls are visible. The limit is a dotted line, a gap stays empty, and zero draws its
 * lowest dot. The usual range is shaded. The values of another time are a line, which the edge covers.
 */
export function areaChart({
  values,
  least = values,
  most = values,
  rows,
  top,
  limit,
  levels,
  overlay = [],
  band = [],
}: AreaOptions): Line[] {
  const columns = Math.ceil(values.length / DOTS_WIDE);
  const dotsOf = (all: readonly Value[]) =>
    all.map((value) => (value === null ? 0 : levelOf(value, top, rows * DOTS_HIGH)));
  const heights = dotsOf(values);
  const lows = dotsOf(least);
  const highs = dotsOf(most);
  // Without a limit a flat area would be a meaningless block, so only its edge is drawn.
  const isLine = limit === undefined && isFlat(values) && isFlat(most) && isFlat(least);
  const others = dotsOf(overlay);
  // Most cells are below everything that is drawn in their column, or above it.
  const ends = Array.from({ length: columns }, (_, x) => {
    const [left, right] = [x * DOTS_WIDE, x * DOTS_WIDE + 1];
    return {
      low: Math.min(lows[left] ?? 0, lows[right] ?? 0),
      high: Math.max(highs[left] ?? 0, highs[right] ?? 0),
    };
  });
  const bands = Array.from({ length: columns }, (_, x) => bandRows(band[x * DOTS_WIDE], top, rows));
  const limitRow = limit === undefined || limit > top ? -1 : rows - 1 - areaRow(limit, top, rows);
  return Array.from({ length: rows }, (_, row) => {
    const runs: Run[] = [];
    const height = rows - 1 - row;
    const floor = height * DOTS_HIGH;
    for (let x = 0; x < columns; x++) {
      const { low = 0, high: peak = 0 } = ends[x] ?? {};
      const isInside = !isLine && low > floor + DOTS_HIGH;
      let dots = isInside ? FULL : 0;
      let beyond = 0;
      let line = 0;
      let highest = peak;
      if (!isInside && peak > floor) {
        highest = 0;
        for (let side = 0; side < DOTS_WIDE; side++) {
          const at = x * DOTS_WIDE + side;
          const level = heights[at] ?? 0;
          const high = highs[at] ?? 0;
          highest = Math.max(highest, level);
          dots |= isLine
            ? dotAt(side, level - floor)
            : dotsUpTo(side, level - floor) & ~gapsOf(side, (lows[at] ?? 0) - floor, level - floor);
          if (!isLine && high > level) beyond |= spreadDots(side, level - floor, high - floor);
        }
      }
      for (let side = 0; others.length > 0 && side < DOTS_WIDE; side++)
        line |= dotAt(side, (others[x * DOTS_WIDE + side] ?? 0) - floor);
      const own = bands[x];
      const isUsual = own !== undefined && height >= own.low && height <= own.high;
      const isEdge = dots !== 0 && highest <= floor + DOTS_HIGH;
      if (isEdge)
        addCell(runs, braille(dots), edgeTone(highestOf(values, x), { limit, levels, tone: 'dim' }));
      else if (line !== 0) addCell(runs, braille(line), 'accent');
      else if (beyond !== 0) {
        const isTop = peak <= floor + DOTS_HIGH;
        const called = isTop ? edgeTone(highestOf(most, x), { limit, levels, tone: 'spread' }) : 'spread';
        addCell(runs, braille(dots | beyond), called);
      } else if (dots !== 0) addCell(runs, braille(dots), isUsual ? 'dim' : 'faint');
      else if (row === limitRow) addCell(runs, '┄', 'faint');
      else addCell(runs, isUsual ? '░' : ' ', 'faint');
    }
    return lineOf(runs);
  });
}

/** The dot of a cell's column at this height; none if it is in another cell. */
function dotAt(side: number, height: number): number {
  return BRAILLE[side]?.[height - 1] ?? 0;
}

/** Every second dot of a cell's column above `low`, where the mean is above the cell: its edge stays solid. */
function gapsOf(side: number, low: number, mean: number): number {
  return mean > DOTS_HIGH && low < DOTS_HIGH ? ~SPARSE & ~dotsUpTo(side, low) : 0;
}

/** Every second dot of a cell's column above `low` up to `high`, and the one at `high`. */
function spreadDots(side: number, low: number, high: number): number {
  const above = dotsUpTo(side, high) & ~dotsUpTo(side, low);
  return (above & SPARSE) | (above & dotAt(side, high));
}

/** The dots of a cell's column up to this height, which may be below or above the cell. */
function dotsUpTo(side: number, height: number): number {
  return FILLED[side]?.[Math.max(0, Math.min(DOTS_HIGH, height))] ?? 0;
}

const CELLS = Array.from({ length: FULL + 1 }, (_, dots) => String.fromCharCode(0x2800 + dots));

function braille(dots: number): string {
  return CELLS[dots] ?? ' ';
}

function bandRows(band: Band | undefined, top: number, rows: number): Band | undefined {
  return band && { low: areaRow(band.low, top, rows), high: areaRow(band.high, top, rows) };
}

export function areaRow(value: number, top: number, rows: number): number {
  return Math.floor((levelOf(value, top, rows * DOTS_HIGH) - 1) / DOTS_HIGH);
}

function levelOf(value: number, top: number, dots: number): number {
  return top <= 0 ? 1 : Math.max(1, Math.min(dots, Math.round((value / top) * dots)));
}

function highestOf(values: readonly Value[], x: number): number {
  return Math.max(values[x * DOTS_WIDE] ?? 0, values[x * DOTS_WIDE + 1] ?? 0);
}

function edgeTone(
  value: number,
  { limit, levels, tone }: Pick<AreaOptions, 'limit' | 'levels'> & { readonly tone: Tone },
): Tone {
  if (!levels || limit === undefined || limit <= 0) return tone;
  const called = loadTone(value / limit, levels);
  return called === 'warn' || called === 'crit' ? called : tone;
}
