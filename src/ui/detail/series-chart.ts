import { DAY_MS } from '../../base/durations.ts';
import { clockTime, dateTime } from '../../base/format.ts';
import { type Line, type Rect, type Span, type Tone, toned } from '../../base/text.ts';
import { noSpread, type Spread } from '../../cluster/window.ts';
import type { Problem } from '../../triage/problem.ts';
import { comparisons, spanWords } from '../../views/formats/spans.ts';
import type { Band } from '../../views/plots/area-chart.ts';
import type { Series, TitledSeries } from '../../views/plots/series.ts';
import type { TimeMark } from '../../views/plots/time-axis.ts';
import { axis, chartColumns, type PlotOptions, plot } from '../primitives/chart.ts';
import { panel, type TitleParts } from '../primitives/panel.ts';
import type { View } from '../view.ts';
import {
  bandOf,
  chartSpread,
  lookBack,
  overlayOf,
  type Parts,
  partsOf,
  type Values,
} from './chart-values.ts';

export type ChartWindow = Readonly<ReturnType<typeof chartWindow>>;

/**
 * The time that charts of these series cover in `width` cells: the chosen span, else back to the oldest value that
 * memory or history knows, and at most ten seconds per column. `stale`: age in ms of the newest value if it is not fresh; the chart then ends at
 * that value.
 */
export function chartWindow(view: View, keys: readonly string[], width: number, stale: number | undefined) {
  const columns = chartColumns(width);
  const { span: chosen, compare } = view.display;
  const end = view.now - (stale ?? 0);
  const buckets = columns * 2;
  const back = chosen ? undefined : lookBack(view, keys, columns, end);
  const parts = back ? { from: end - back.span, to: end, buckets } : partsOf(chosen ?? 0, end, buckets);
  return {
    ...parts,
    live: view.live && stale === undefined,
    plain: view.display.ascii,
    columns,
    /** A series in the window, two parts per column. Undefined while it is read from the history. */
    spreadOf: back?.spreadOf ?? ((key: string) => chartSpread(view, key, parts)),
    overlayOf: (key: string) => overlayOf(view, key, parts, compare),
    bandOf: (key: string) => bandOf(view, key, parts),
    /** What the title says about the time: its length, the comparison, the resolution. */
    words: windowWords(view, keys[0] ?? '', parts),
    /** That it can be compared with yesterday, where a history is kept. */
    offer: view.stored && compare === undefined ? OFFER : [],
  };
}

const OFFER: Line = [
  { text: ':compare yesterday', tone: 'dim', link: { kind: 'command', id: 'time.compare' } },
];

function windowWords(view: View, key: string, parts: Parts): Line {
  const { span, compare } = view.display;
  const words: Span[] = [];
  const add = (text: string, tone: Tone) => words.push({ text: words.length > 0 ? `, ${text}` : text, tone });
  if (span !== undefined)
    add(view.stored ? spanWords(span) : `${spanWords(span)}, no history is kept`, 'accent');
  const { from, to, buckets } = parts;
  const stored = span === undefined ? undefined : view.stored?.window(key, from, to, buckets);
  const resolution = stored?.resolution;
  if (resolution !== undefined && resolution > (to - from) / buckets)
    add(`figures of ${spanWords(resolution)}`, 'dim');
  if (stored?.isRemote) add('from Prometheus', 'dim');
  if (compare) {
    const known = overlayOf(view, key, parts, compare)?.some((value) => value !== null);
    const { words: when } = comparisons[compare];
    add(known || view.stored?.reading ? `line: ${when}` : `no data for ${when}`, 'info');
  }
  return words;
}

/** The usual value at present, for the title of a chart; empty if it is not known. */
export function usualWords(view: View, { key, format }: Pick<Series, 'key' | 'format'>): Line {
  const usual = view.stored?.usual(key, view.now);
  if (!usual) return [];
  const { low, high, thin, weeks } = usual;
  const sure = thin ? `, only ${weeks} ${weeks === 1 ? 'week' : 'weeks'} known` : '';
  return toned(`usual ${format(low)} to ${format(high)}${sure}`, 'dim');
}

export type Marked = Pick<Problem, 'since' | 'severity' | 'subject' | 'names'>;

/** Problems in the time that charts cover; for a chosen span with those of earlier sessions, from the history. */
export function chartProblems(view: View): readonly Marked[] {
  const { problems, cleared } = view.triage;
  const { span } = view.display;
  const stored = span === undefined ? undefined : view.stored?.problems(span, view.now);
  return [
    ...(stored ?? []).map(({ problem, severity }) => ({ ...problem, severity })),
    ...problems,
    ...cleared,
  ];
}

export function marksOf(problems: readonly Marked[]): readonly TimeMark[] {
  return problems.map(({ since, severity }) => ({ at: since.at, severity }));
}

export interface SeriesPanel {
  readonly series: TitledSeries;
  readonly window: ChartWindow;
  readonly marks: readonly TimeMark[];
  /** What the title says about the newest value, and further words after the time span. */
  readonly now: TitleParts;
  readonly besides?: Line | undefined;
  /** See `PanelOptions`. */
  readonly stale?: number | undefined;
  /** Drawn where the user has chosen no comparison, and the history knows no usual range. */
  readonly compared?: Compared;
}

export interface Compared {
  /** A series of another object, two values per column. */
  readonly overlay: Values | undefined;
  readonly normal: Band | undefined;
}

export function seriesPanel(shown: SeriesPanel, rect: Rect): Line[] {
  const { series, window, now, besides, stale } = shown;
  const { title, key, format } = series;
  const spread = window.spreadOf(key);
  const range = rangeWords(spread, window, format, rect.width);
  const right = [...now, window.words, besides, range, window.offer];
  return panel({ title, right, stale }, seriesChart(shown, spread, rect.height - 2), rect);
}

/** One series in `height` rows, time axis included; a word if nothing was measured. */
function seriesChart(
  { window, series, marks, compared }: SeriesPanel,
  spread: Spread | undefined,
  height: number,
): Line[] {
  if (!spread) return [toned('reading the history...', 'dim')];
  if (spread.values.every((value) => value === null)) return [toned('no measurement in this period', 'dim')];
  const own = plotOf(series, window, spread);
  const { overlay, normal } = compared ?? {};
  const plotted = {
    ...own,
    overlay: own.overlay ?? overlay,
    band: own.band?.length === 0 && normal ? spread.values.map(() => normal) : own.band,
  };
  return [...plot(plotted, Math.max(1, height - 1)), axis({ ...window, marks })];
}

/** `spread` is that of the series in the window. */
export function plotOf(series: Series, window: ChartWindow, spread: Spread = noSpread): PlotOptions {
  const { key, format, limit, levels, top } = series;
  return {
    ...spread,
    overlay: window.overlayOf(key),
    band: window.bandOf(key),
    format,
    limit: limit ?? undefined,
    levels,
    top,
    plain: window.plain,
  };
}

/** From this width on a panel's title has room for words. */
const WORDS_FROM_COLUMNS = 60;

/** Least and highest value in the chart, and when the highest was measured, for the title of a panel of that width. */
export function rangeWords(
  spread: Spread | undefined,
  { from, to }: Pick<ChartWindow, 'from' | 'to'>,
  format: Series['format'],
  width: number,
): Line {
  const known = (spread?.least ?? []).filter((value) => value !== null);
  if (!spread?.peak || known.length === 0) return [];
  const [least, most] = [format(Math.min(...known)), format(spread.peak.value)];
  const isWide = width >= WORDS_FROM_COLUMNS;
  // With one constant value, the title shows it already.
  if (least === most) return isWide ? toned(`min ${least}  max ${most}`, 'dim') : [];
  const { at } = spread.peak;
  const when = to - from > DAY_MS ? dateTime(at).slice(5, 16) : clockTime(at).slice(0, 5);
  return toned(`${isWide ? `min ${least}  ` : ''}peak ${most} at ${when}`, 'dim');
}
