import { DAY_MS } from '../../base/durations.ts';
import { median, pairSlopes, quantile } from '../../base/theil-sen.ts';
import { turn } from '../../base/turn.ts';
import { type KindName, QUARTER_MS, type SeriesId } from '../samples/kinds.ts';
import type { SeriesReader } from '../samples/series.ts';

/** A trend is fitted to this many days at most and at least. */
const TREND_DAYS = 60;
const LEAST_DAYS = 7;

/** The figures with a limit, and the figure that holds the limit. */
const limits: readonly { readonly kind: KindName; readonly figure: string; readonly limit: string }[] = [
  { kind: 'total', figure: 'viewers', limit: 'viewersLimit' },
  { kind: 'total', figure: 'streams', limit: 'streamsLimit' },
  { kind: 'total', figure: 'in', limit: 'inLimit' },
  { kind: 'total', figure: 'out', limit: 'outLimit' },
  { kind: 'total', figure: 'transcode', limit: 'transcodeLimit' },
  { kind: 'server', figure: 'in', limit: 'inLimit' },
  { kind: 'server', figure: 'out', limit: 'outLimit' },
  { kind: 'application', figure: 'streams', limit: 'streamsLimit' },
  { kind: 'application', figure: 'viewers', limit: 'viewersLimit' },
];

export interface Capacity {
  readonly kind: KindName;
  readonly name: string;
  readonly figure: string;
  readonly limit: number;
  /** Days with figures, and the peak of the last of them. */
  readonly days: number;
  readonly peak: number;
  /** Growth of the daily peak per day: the median, and the range of the middle half of all pairs of days. */
  readonly growth: number | undefined;
  readonly growthRange: readonly [number, number] | undefined;
  /** When the limit is reached, Unix ms; `Infinity` if never. Undefined without enough history. */
  readonly reachedAt: number | undefined;
  /** Earliest and latest time by the range of growth. */
  readonly reachedRange: readonly [number, number] | undefined;
}

/**
 * The trend of each daily peak towards its limit at `now` (Unix ms), the limit that is reached first at the top.
 * For a large cluster it takes seconds, so it yields to other work after each figure.
 */
export async function capacityOf(series: SeriesReader, now: number): Promise<readonly Capacity[]> {
  const found: Capacity[] = [];
  for (const { kind, figure, limit } of limits) {
    for (const name of series.names(kind)) {
      await turn();
      const max = series
        .read({ kind, name, column: limit }, now - DAY_MS, now)
        .points.findLast(({ mean }) => mean !== null)?.mean;
      if (max == null || max <= 0) continue;
      const peaks = dailyPeaks(series, { kind, name, column: figure }, now);
      if (peaks.length > 0) found.push({ kind, name, figure, limit: max, ...growthTrend(peaks, max, now) });
    }
  }
  return found.sort(
    (a, b) =>
      (a.reachedAt ?? Number.POSITIVE_INFINITY) - (b.reachedAt ?? Number.POSITIVE_INFINITY) ||
      b.peak / b.limit - a.peak / a.limit,
  );
}

interface Peak {
  /** Whole days before `now`: 0 is the last 24 hours. */
  readonly day: number;
  readonly value: number;
}

/**
 * The largest value of each of the last days, counted as 24 hours back from `now`, so that all days have the same
 * length.
 */
function dailyPeaks(series: SeriesReader, id: SeriesId, now: number): Peak[] {
  const days = new Map<number, { peak: number; readonly quarters: Set<number> }>();
  for (const { at, most } of series.read(id, now - TREND_DAYS * DAY_MS, now).points) {
    if (most === null) continue;
    const day = Math.floor((now - at) / DAY_MS);
    const known = days.get(day) ?? { peak: Number.NEGATIVE_INFINITY, quarters: new Set() };
    known.peak = Math.max(known.peak, most);
    // The newest points have full resolution, so quarters of an hour are counted instead of points.
    known.quarters.add(Math.ceil(at / QUARTER_MS));
    days.set(day, known);
  }
  // The peak of a day is not known if less than half of the day was watched.
  const enough = Math.max(0, ...[...days.values()].map(({ quarters }) => quarters.size)) / 2;
  return [...days]
    .filter(([, { quarters }]) => quarters.size >= enough)
    .map(([day, { peak }]) => ({ day, value: peak }))
    .sort((a, b) => b.day - a.day);
}

/** Theil-Sen: the median of the slopes of all pairs of days, so that one unusual day does not change the trend. */
function growthTrend(peaks: readonly Peak[], limit: number, now: number) {
  const peak = peaks.at(-1)?.value ?? 0;
  const days = peaks.length;
  const unknown = {
    days,
    peak,
    growth: undefined,
    growthRange: undefined,
    reachedAt: undefined,
    reachedRange: undefined,
  };
  if (days < LEAST_DAYS) return unknown;
  const slopes = pairSlopes(peaks.map(({ day, value }) => ({ x: -day, y: value })));
  const at = (share: number) => quantile(slopes, share) ?? 0;
  const level = median(peaks.slice(-LEAST_DAYS).map(({ day, value }) => value + at(0.5) * day)) ?? 0;
  const reached = (growth: number) => {
    if (level >= limit) return now;
    return growth > 0 ? now + ((limit - level) / growth) * DAY_MS : Number.POSITIVE_INFINITY;
  };
  return {
    days,
    peak,
    growth: at(0.5),
    growthRange: [at(0.25), at(0.75)] as const,
    reachedAt: reached(at(0.5)),
    reachedRange: [reached(at(0.75)), reached(at(0.25))] as const,
  };
}
