import asciichart from 'asciichart';
import { type Span, type Tone, toned } from '../../base/text.ts';
import { mostKnown } from '../../cluster/figures.ts';
import type { History } from '../../cluster/history.ts';

export type Value = number | null;

/** Without the full block, so that sparklines in neighbouring rows stay separate. */
const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇'] as const;

/** Changes below this share of the largest value are noise. */
const FLAT_SHARE = 0.05;

/**
 * One cell per value, from zero to the largest, so that a fall by a fifth does not look like a total loss; a gap in the
 * data is a gap in the line. Values that differ by less than one level are drawn as a line and not as blocks.
 */
export function sparkline(values: readonly Value[]): string {
  const { min, max } = rangeOf(values);
  const flat = max - min <= max / LEVELS.length;
  return values
    .map((value) => {
      if (value === null) return ' ';
      return flat ? '─' : LEVELS[Math.floor(Math.max(0, value / max) * (LEVELS.length - 0.001))];
    })
    .join('');
}

/** Whether the values hardly differ. */
export function isFlat(values: readonly Value[]): boolean {
  const { min, max } = rangeOf(values);
  return max - min <= max * FLAT_SHARE;
}

function rangeOf(values: readonly Value[]): Scale {
  const max = greatest(values);
  return { min: values.reduce<number>((least, value) => Math.min(least, value ?? least), max), max };
}

/** Time per column of a chart, ms: it moves every ten seconds instead of changing with each poll. */
export const BUCKET_MS = 10_000;

/** Time that a sparkline beside a figure covers, ms: the same everywhere, whatever its width. */
const TREND_MS = 180_000;
/** The same in titles and beside the line. */
export const TREND_SPAN = '3 min';

/** The values of a series up to `end` (Unix ms) as a sparkline of at most `width` cells. */
export function trend(history: History, key: string, end: number, width: number): string {
  const cells = Math.max(0, Math.min(width, TREND_MS / BUCKET_MS));
  return cells === 0 ? '' : sparkline(history.window(key, end - TREND_MS, end, cells));
}

export interface Scale {
  readonly min: number;
  readonly max: number;
}

/**
 * A scale that shows how values change without exaggerating noise: from a round number below the smallest value to
 * one above the largest, and at least a fifth of the largest in range.
 */
export function lineScale(values: readonly Value[]): Scale {
  const { min: least, max } = rangeOf(values);
  if (max <= 0) return { min: 0, max: 1 };
  const span = Math.max((max - least) * 1.2, max * 0.2);
  const middle = (max + least) / 2;
  const low = Math.max(0, middle - span / 2);
  const step = niceCeiling(span / 4);
  const min = Math.floor(low / step) * step;
  return { min, max: Math.max(min + step, Math.ceil((low + span) / step) * step) };
}

export const greatest = (values: readonly Value[]): number => Math.max(0, mostKnown(values) ?? 0);

/** A bar from this share on is plain, below it is dim. */
const BRIGHT_FROM = 0.5;

/**
 * A horizontal bar of exactly `width` cells: `fraction` (0 to 1; a larger one is drawn full) in `tone` on a faint
 * track. Undefined draws nothing, for an unknown value or one without a limit. Lines instead of blocks, so that
 * bars in neighbouring rows stay separate.
 */
export function bar(fraction: number | undefined, width: number, tone: Tone): Span[] {
  if (fraction === undefined || Number.isNaN(fraction)) return toned(' '.repeat(width), 'faint');
  const halves = Math.round(Math.min(1, Math.max(0, fraction)) * width * 2);
  // A value above zero gets at least half a cell, because an empty bar would mean zero.
  const drawn =
    halves === 0 && fraction > 0 && width > 0 ? '╸' : '━'.repeat(halves >> 1) + (halves % 2 === 1 ? '╸' : '');
  return [
    // Its tone carries the magnitude, too: a small one draws no attention, the figure beside it is plain.
    { text: drawn, tone: tone === 'plain' && fraction < BRIGHT_FROM ? 'dim' : tone },
    { text: '─'.repeat(width - drawn.length), tone: 'faint' },
  ];
}

/** A line chart of `height` rows without its axis: asciichart draws each run without gaps. */
export function lineChart(values: readonly Value[], height: number, scale: Scale): string[] {
  const canvas = Array.from({ length: height }, () => new Array<string>(values.length).fill(' '));
  for (let start = 0, end = 0; start < values.length; start = end + 1) {
    const gap = values.indexOf(null, start);
    end = gap < 0 ? values.length : gap;
    if (end > start) drawRun(canvas, values.slice(start, end) as number[], start, scale);
  }
  return canvas.map((cells) => cells.join(''));
}

function drawRun(canvas: string[][], run: number[], at: number, scale: Scale): void {
  const height = canvas.length;
  // asciichart needs two points for a line. Its own axis takes two columns (label and tick), which are cut off.
  const points = run.length === 1 ? [run[0] ?? 0, run[0] ?? 0] : run;
  const range = Math.max(scale.max - scale.min, Number.MIN_VALUE);
  const scaled = points.map((value) => Math.max(0, Math.min(1, (value - scale.min) / range)) * (height - 1));
  const plot = asciichart.plot(scaled, {
    height: height - 1,
    min: 0,
    max: height - 1,
    offset: 2,
    padding: '',
    format: () => ' ',
  });
  plot.split('\n').forEach((text, row) => {
    const cells = [...text].slice(2);
    // The last point has no following step, so its height is drawn for one more cell.
    for (let x = 0; x < run.length && at + x < (canvas[row]?.length ?? 0); x++) {
      const cell = cells[x];
      const target = canvas[row];
      if (target && cell !== undefined && cell !== ' ') target[at + x] = cell;
    }
  });
  const last = scaled[scaled.length - 1] ?? 0;
  const row = canvas[height - 1 - Math.round(last)];
  const end = at + run.length - 1;
  if (row && row[end] === ' ') row[end] = '─';
}

/**
 * The next round number at or above `value` (1, 1.5, 2, 3, 4, 5, 6, 8 × 10ⁿ), so that an axis has readable ends.
 */
export function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 1.5, 2, 3, 4, 5, 6, 8].find((step) => value <= step * power) ?? 10);
}
