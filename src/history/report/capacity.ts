import { DAY_MS } from '../../base/durations.ts';
import { median, pairSlopes, quantile } from '../../base/theil-sen.ts';
import { turn } from '../../base/turn.ts';
import { type KindName, QUARTER_MS } from '../samples/kinds.ts';
import type { Point, SeriesReader } from '../samples/series.ts';

/** A trend is fitted to this many days at most and at least. */
export const TREND_DAYS = 60;
const LEAST_DAYS = 7;
const WEEK_DAYS = 7;
/** With fewer weeks the trend is fitted to daily peaks. */
const LEAST_WEEKS = 4;

/** The figures with a limit, and the figure that holds the limit. */
export const capacityLimits: readonly {
  readonly kind: KindName;
  readonly figure: string;
  readonly limit: string;
}[] = [
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
  /** Days with figures, and the highest value of the last seven of them. */
  readonly days: number;
  readonly peak: number;
  /** When the limit was reached first, Unix ms; undefined unless it was reached in the last week. */
  readonly exceededSince: number | undefined;
  /** Growth of the peaks per day: the median, and the range of the middle half of all pairs of peaks. */
  readonly growth: number | undefined;
  readonly growthRange: readonly [number, number] | undefined;
  /** When the limit is reached, Unix ms; `Infinity` if never. Undefined without enough history. */
  readonly reachedAt: number | undefined;
  /** Earliest and latest time by the range of growth, and by how far the peaks are from the trend. */
  readonly reachedRange: readonly [number, number] | undefined;
  /** The oldest days come from Prometheus. */
  readonly isRemote?: true | undefined;
}

/**
 * The trend of the peaks towards each limit at `now` (Unix ms), the limit that is reached first at the top.
 * For a large cluster it takes seconds, so it yields to other work after each figure.
 */
export async function capacityOf(series: SeriesReader, now: number): Promise<readonly Capacity[]> {
  const found: Capacity[] = [];
  for (const { kind, figure, limit } of capacityLimits) {
    for (const name of series.names(kind)) {
      await turn();
      const max = series
        .read({ kind, name, column: limit }, now - DAY_MS, now)
        .points.findLast(({ mean }) => mean !== null)?.mean;
      if (max == null || max <= 0) continue;
      const known = series.read({ kind, name, column: figure }, now - TREND_DAYS * DAY_MS, now);
      const peaks = dailyPeaks(known.points, now);
      if (peaks.length === 0) continue;
      const first = peaks.find(({ value }) => value >= max);
      const isOver = peaks.some(({ day, value }) => day < WEEK_DAYS && value >= max);
      const exceededSince = isOver ? first?.at : undefined;
      found.push({
        kind,
        name,
        figure,
        limit: max,
        exceededSince,
        ...growthTrend(peaks, max, now),
        isRemote: known.isRemote,
      });
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
  /** Unix ms. */
  readonly at: number;
}

/**
 * The largest value of each of the last days, counted as 24 hours back from `now`, so that all days have the same
 * length.
 */
function dailyPeaks(points: readonly Point[], now: number): Peak[] {
  const days = new Map<number, { peak: number; at: number; readonly quarters: Set<number> }>();
  for (const { at, most } of points) {
    if (most === null) continue;
    const day = Math.floor((now - at) / DAY_MS);
    const known = days.get(day) ?? { peak: Number.NEGATIVE_INFINITY, at, quarters: new Set() };
    if (most > known.peak) [known.peak, known.at] = [most, at];
    // The newest points have full resolution, so quarters of an hour are counted instead of points.
    known.quarters.add(Math.ceil(at / QUARTER_MS));
    days.set(day, known);
  }
  // The peak of a day is not known if less than half of the day was watched.
  const enough = Math.max(0, ...[...days.values()].map(({ quarters }) => quarters.size)) / 2;
  return [...days]
    .filter(([, { quarters }]) => quarters.size >= enough)
    .map(([day, { peak, at }]) => ({ day, value: peak, at }))
    .sort((a, b) => b.day - a.day);
}

/**
 * The highest peak of each whole week, counted back from now: traffic differs between the days of a week, and the
 * highest day reaches the limit. The daily peaks while there are too few weeks.
 */
function trendPeaks(peaks: readonly Peak[]): readonly Peak[] {
  const whole = Math.floor(((peaks[0]?.day ?? 0) + 1) / WEEK_DAYS) * WEEK_DAYS;
  const weeks = Map.groupBy(
    peaks.filter(({ day }) => day < whole),
    ({ day }) => Math.floor(day / WEEK_DAYS),
  );
  if (weeks.size < LEAST_WEEKS) return peaks;
  return [...weeks.values()].flatMap((week) => week.toSorted((a, b) => b.value - a.value).slice(0, 1));
}

/**
 * Theil-Sen: the median of the slopes of all pairs of peaks, so that one unusual week does not change the trend. The
 * range has the middle half of the slopes and of the distances from the trend.
 */
function growthTrend(days: readonly Peak[], limit: number, now: number) {
  const known = {
    days: days.length,
    peak: Math.max(...days.filter(({ day }) => day < WEEK_DAYS).map(({ value }) => value), 0),
  };
  if (days.length < LEAST_DAYS) {
    return {
      ...known,
      growth: undefined,
      growthRange: undefined,
      reachedAt: undefined,
      reachedRange: undefined,
    };
  }
  const peaks = trendPeaks(days);
  const slopes = pairSlopes(peaks.map(({ day, value }) => ({ x: -day, y: value })));
  const at = (share: number) => quantile(slopes, share) ?? 0;
  const levels = peaks.slice(-LEAST_DAYS).map(({ day, value }) => value + at(0.5) * day);
  const level = median(levels) ?? 0;
  const sorted = Float64Array.from(levels).sort();
  const reached = (growth: number, from: number) => {
    if (from >= limit) return now;
    return growth > 0 ? now + ((limit - from) / growth) * DAY_MS : Number.POSITIVE_INFINITY;
  };
  return {
    ...known,
    growth: at(0.5),
    growthRange: [at(0.25), at(0.75)] as const,
    reachedAt: reached(at(0.5), level),
    reachedRange: [
      reached(at(0.75), quantile(sorted, 0.75) ?? level),
      reached(at(0.25), quantile(sorted, 0.25) ?? level),
    ] as const,
  };
}
