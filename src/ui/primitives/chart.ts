import type { Line, Tone } from '../../base/text.ts';
import { fit } from '../../base/width.ts';
import type { Levels } from '../../views/formats/tones.ts';
import { areaChart, areaRow, areaTop, type Band } from '../../views/plots/area-chart.ts';
import { lineChart } from '../../views/plots/plots.ts';
import { type TimeAxisOptions, timeAxis } from '../../views/plots/time-axis.ts';

export interface PlotOptions {
  /** Oldest first, two a column; null is a gap. */
  readonly values: readonly (number | null)[];
  readonly tone: Tone;
  /** Labels of the axis, such as a rate with its unit. */
  readonly format: (value: number) => string;
  /** Drawn as a line where it is in sight; colours follow `levels`. */
  readonly limit?: number | undefined;
  /** From where on values call, in percent of the limit. */
  readonly levels?: Levels | undefined;
  /** Upper end of the axis where that is not to follow from the values, such as 100 percent. */
  readonly top?: number | undefined;
  /** The same figure at another time, two a column. */
  readonly overlay?: readonly (number | null)[] | undefined;
  /** What is usual, two a column. */
  readonly band?: readonly (Band | undefined)[] | undefined;
  /** A line of letters instead of a braille area, for terminals that show ASCII only; without overlay and band. */
  readonly plain?: boolean | undefined;
}

/** Room for a label such as `16.0 Gbit/s`, and the axis itself. */
const AXIS_COLUMNS = 12;

/** Columns that a chart of this width has; each shows two values. */
export function chartColumns(width: number): number {
  return Math.max(1, width - AXIS_COLUMNS);
}

/** A chart from zero with its axis at the left: exactly `rows` lines. */
export function plot(options: PlotOptions, rows: number): Line[] {
  const { values, tone, format, limit, levels, overlay = [], band = [] } = options;
  const all = [...values, ...overlay, ...band.map((one) => one?.high ?? null)];
  const top = options.top ?? areaTop(all, limit);
  const labels = new Map<number, string>();
  const label = (value: number) => labels.set(rows - 1 - areaRow(value, top, rows), format(value));
  const most = greatest(all);
  // An axis follows from its values: before the first there is none, and nothing but zeros have only their zero.
  if (options.top !== undefined || (most ?? 0) > 0) {
    if (rows >= 5) label(top / 2);
    label(limit !== undefined && limit <= top ? limit : top);
  }
  if (rows > 1 && (options.top !== undefined || most !== undefined)) labels.set(rows - 1, format(0));
  const body = options.plain
    ? lineChart(byColumn(values), rows, { min: 0, max: top }).map((text): Line => [{ text, tone }])
    : areaChart({ values, rows, top, limit, levels, tone, overlay, band });
  return body.map((line, row): Line => {
    const text = labels.get(row);
    return [
      { text: fit(text ?? '', AXIS_COLUMNS - 1, 'right'), tone: 'dim' },
      { text: text === undefined ? '│' : '┤', tone: 'faint' },
      ...line,
    ];
  });
}

/** Undefined where all are gaps. */
function greatest(values: readonly (number | null)[]): number | undefined {
  let most: number | undefined;
  for (const value of values) if (value !== null) most = Math.max(most ?? value, value);
  return most;
}

/** One value a column out of two: their mean, or the one that is known. */
function byColumn(values: PlotOptions['values']): (number | null)[] {
  return Array.from({ length: Math.ceil(values.length / 2) }, (_, column) => {
    const [a = null, b = null] = values.slice(2 * column, 2 * column + 2);
    return a === null || b === null ? (a ?? b) : (a + b) / 2;
  });
}

/** The row below plots of the same columns. */
export function axis(options: TimeAxisOptions): Line {
  return [{ text: ' '.repeat(AXIS_COLUMNS - 1) }, { text: '└', tone: 'faint' }, ...timeAxis(options)];
}
