import type { Line, Tone } from '../../base/text.ts';
import { fit, textWidth } from '../../base/width.ts';
import { age, clockTime } from '../../views/format.ts';
import { lineChart, type Scale, scaleOf } from '../../views/plots.ts';

export interface ChartOptions {
  /** Oldest first, one a column; null is a gap. Ask the history for `chartColumns(width)` of them. */
  readonly values: readonly (number | null)[];
  readonly width: number;
  readonly height: number;
  readonly tone: Tone;
  /** Labels of the axis, such as a rate with its unit. */
  readonly format: (value: number) => string;
  /** Length of time that the columns cover, ms. */
  readonly span: number;
  /** Moment at which the columns end, Unix ms; undefined where that is now. */
  readonly end: number | undefined;
  /** Ends of the axis; by default round numbers around the data. */
  readonly scale?: Scale;
}

/** Room for a label such as `16.0 Gbit/s`, and the axis itself. */
const AXIS = 12;

/** Number of values that a chart of this width shows. */
export function chartColumns(width: number): number {
  return Math.max(1, width - AXIS);
}

/** A line chart with an axis at its left and the time below: exactly `height` rows. */
export function chart(options: ChartOptions): Line[] {
  const { width, height, tone } = options;
  const rows = height - 1;
  if (rows < 2) return [];
  const scale = options.scale ?? scaleOf(options.values);
  const drawn = lineChart(options.values, rows, scale);
  const middle = Math.floor((rows - 1) / 2);
  const lines: Line[] = drawn.map((text, row) => {
    const labelled = row === 0 || row === rows - 1 || (row === middle && rows >= 5);
    const value = scale.min + ((scale.max - scale.min) * (rows - 1 - row)) / (rows - 1);
    return [
      { text: fit(labelled ? options.format(value) : '', AXIS - 1, 'right'), tone: 'dim' },
      { text: labelled ? '┤' : '│', tone: 'faint' },
      { text, tone },
    ];
  });
  const from = `-${age(options.span)}`;
  const to = options.end === undefined ? 'now' : clockTime(options.end);
  const line = '─'.repeat(Math.max(0, chartColumns(width) - textWidth(from) - textWidth(to) - 2));
  lines.push([
    { text: ' '.repeat(AXIS - 1) },
    { text: '└', tone: 'faint' },
    { text: from, tone: 'dim' },
    { text: ` ${line} `, tone: 'faint' },
    { text: to, tone: 'dim' },
  ]);
  return lines;
}
