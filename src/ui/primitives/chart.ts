import type { Line, Tone } from '../../base/text.ts';
import { fit } from '../../base/width.ts';
import { mostKnown } from '../../cluster/figures.ts';
import {
  type AreaOptions,
  addCell,
  areaChart,
  areaRow,
  areaTop,
  lineOf,
  type Run,
} from '../../views/plots/area-chart.ts';
import { bandedLine } from '../../views/plots/text-chart.ts';
import { type TimeAxisOptions, timeAxis } from '../../views/plots/time-axis.ts';

/** The limit is drawn if it is within the axis. */
export interface PlotOptions extends Omit<AreaOptions, 'rows' | 'top'> {
  /** Formats the labels of the axis, such as a rate with its unit. */
  readonly format: (value: number) => string;
  /** Fixed upper end of the axis, such as 100 percent. Without it the axis follows the values. */
  readonly top?: number | undefined;
  /**
   * For terminals without Unicode: a line where there are enough rows, else an area, whose characters stand for parts of
   * a row, so that a fall is visible. Without overlay and band.
   */
  readonly plain?: boolean | undefined;
}

/** Width of a label such as `16.0 Gbit/s`, and of the axis itself. */
const AXIS_COLUMNS = 12;

/** From this height on a line of ASCII characters shows a fall of a tenth. */
const LINE_FROM_ROWS = 6;

/** Columns of a chart of this width; each shows two values. */
export function chartColumns(width: number): number {
  return Math.max(1, width - AXIS_COLUMNS);
}

/** A chart that starts at zero, with its axis at the left: exactly `rows` lines. */
export function plot(options: PlotOptions, rows: number): Line[] {
  const { values, least = values, most = values, format, limit } = options;
  const { overlay = [], band = [] } = options;
  const all = [...most, ...overlay, ...band.map((one) => one?.high ?? null)];
  const top = options.top ?? areaTop(all, limit);
  const labels = new Map<number, string>();
  const label = (value: number) => labels.set(rows - 1 - areaRow(value, top, rows), format(value));
  const highest = mostKnown(all);
  // The axis follows the values. Without values there is no axis, and with zeros only it shows just the zero.
  if (options.top !== undefined || (highest ?? 0) > 0) {
    if (rows >= 5) label(top / 2);
    label(limit !== undefined && limit <= top ? limit : top);
  }
  if (rows > 1 && (options.top !== undefined || highest !== undefined)) labels.set(rows - 1, format(0));
  const body =
    options.plain && rows >= LINE_FROM_ROWS
      ? plainLines({ values, least, most }, rows, top)
      : areaChart({ ...options, rows, top, ...(options.plain && { overlay: [], band: [] }) });
  return body.map((line, row): Line => {
    const text = labels.get(row);
    return [
      { text: fit(text ?? '', AXIS_COLUMNS - 1, 'right'), tone: 'dim' },
      { text: text === undefined ? '│' : '┤', tone: 'faint' },
      ...line,
    ];
  });
}

/** Below the line, from the least to the most, and the line. */
const PLAIN_TONES: Readonly<Record<string, Tone>> = { '.': 'faint', ':': 'spread', ' ': 'faint' };

/** A line of characters with its band; the area below is dotted: a line alone looks like an empty chart. */
function plainLines(
  { values, least, most }: Required<Pick<PlotOptions, 'values' | 'least' | 'most'>>,
  rows: number,
  top: number,
): Line[] {
  const band = { least: byColumn(least, Math.min), most: byColumn(most, Math.max) };
  const below = new Set<number>();
  return bandedLine(byColumn(values, mean), band, rows, { min: 0, max: top }).map((text) => {
    const runs: Run[] = [];
    Array.from(text).forEach((cell, column) => {
      if (cell !== ' ' && cell !== ':') below.add(column);
      const shown = cell === ' ' && below.has(column) ? '.' : cell;
      addCell(runs, shown, PLAIN_TONES[shown] ?? 'dim');
    });
    return lineOf(runs);
  });
}

const mean = (a: number, b: number) => (a + b) / 2;

/** One value per column from two, or the one that is known. */
function byColumn(values: readonly (number | null)[], of: (a: number, b: number) => number) {
  return Array.from({ length: Math.ceil(values.length / 2) }, (_, column) => {
    const [a = null, b = null] = values.slice(2 * column, 2 * column + 2);
    return a === null || b === null ? (a ?? b) : of(a, b);
  });
}

export function axis(options: TimeAxisOptions): Line {
  return [{ text: ' '.repeat(AXIS_COLUMNS - 1) }, { text: '└', tone: 'faint' }, ...timeAxis(options)];
}
