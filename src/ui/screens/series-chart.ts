import type { Line, Tone } from '../../base/text.ts';
import type { Problem } from '../../triage/problem.ts';
import { BUCKET_MS } from '../../views/plots.ts';
import type { TimeAxisOptions, TimeMark } from '../../views/time-axis.ts';
import { axis, chartColumns, type PlotOptions, plot } from '../primitives/chart.ts';
import type { View } from '../view.ts';

/** Ends of a chart that grows with its history; they change in steps, so that it does not creep with each poll. */
const SPANS_MS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 25, 30].map((minutes) => minutes * 60_000);
/** Parts into which the past is cut to find where the history begins. */
const LOOK_BACK = 60;

/** A series of the history as a chart shows it. */
export interface Series {
  readonly key: string;
  readonly tone: Tone;
  readonly format: (value: number | null | undefined) => string;
  readonly limit?: number | null | undefined;
  readonly top?: number | undefined;
}

export interface ChartWindow extends Omit<TimeAxisOptions, 'marks'> {
  /** Values of a series in the window, two a column. */
  readonly valuesOf: (key: string) => readonly (number | null)[];
}

/**
 * The time that charts of these series cover in `width` cells: as far back as the oldest of them goes, and no further
 * than ten seconds a column. `stale`: age of the newest value where that is not fresh, ms; the chart ends there.
 */
export function chartWindow(
  view: View,
  keys: readonly string[],
  width: number,
  stale: number | undefined,
): ChartWindow {
  const columns = chartColumns(width);
  const to = view.now - (stale ?? 0);
  const most = columns * BUCKET_MS;
  const { history } = view.state;
  const first = Math.min(
    ...keys.map((key) => {
      const at = history.window(key, to - most, to, LOOK_BACK).findIndex((value) => value !== null);
      return at < 0 ? LOOK_BACK : at;
    }),
  );
  const known = most * (1 - first / LOOK_BACK);
  const span = Math.min(most, SPANS_MS.find((each) => each >= known) ?? most);
  return {
    from: to - span,
    to,
    live: view.live && stale === undefined,
    columns,
    valuesOf: (key) => history.window(key, to - span, to, columns * 2),
  };
}

/** Problems as marks of the axis below a chart. */
export function marksOf(problems: readonly Problem[]): readonly TimeMark[] {
  return problems.map(({ since, severity }) => ({ at: since, severity }));
}

/** One series in `height` rows, the axis of time included; a word where nothing was measured. */
export function seriesChart(
  window: ChartWindow,
  series: Series,
  marks: readonly TimeMark[],
  height: number,
): Line[] {
  const values = window.valuesOf(series.key);
  if (values.every((value) => value === null)) return [[{ text: 'nothing measured yet', tone: 'faint' }]];
  return [...plot(plotOf(series, values), Math.max(1, height - 1)), axis({ ...window, marks })];
}

export function plotOf(series: Series, values: readonly (number | null)[]): PlotOptions {
  const { tone, format, limit, top } = series;
  return { values, tone, format, limit: limit ?? undefined, top };
}

/** Least and greatest of what the chart shows, for its title. */
export function rangeWords(values: readonly (number | null)[], format: Series['format']): Line {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [];
  return [{ text: `min ${format(Math.min(...known))}  max ${format(Math.max(...known))}`, tone: 'dim' }];
}
