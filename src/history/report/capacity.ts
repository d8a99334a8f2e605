import { DAY_MS } from '../../base/durations.ts';
import { median, pairSlopes, quantile } from '../../base/theil-sen.ts';
import { turn } from '../../base/turn.ts';
import type { ServerDescription } from '../description-store.ts';
import { type KindName, QUARTER_MS, type SeriesId } from '../samples/kinds.ts';
import type { Point, SeriesReader } from '../samples/series.ts';

/** A trend is fitted to this many days at most and at least. */
export const TREND_DAYS = 60;
const LEAST_DAYS = 7;
const WEEK_DAYS = 7;
/** With fewer weeks the trend is fitted to daily peaks. */
const LEAST_WEEKS = 5;

/** The figures with a limit, and the figure that holds the limit. */
export const capacityLimits = [
  { kind: 'total', figure: 'viewers', limit: 'viewersLimit' },
  { kind: 'total', figure: 'streams', limit: 'streamsLimit' },
  { kind: 'total', figure: 'in', limit: 'inLimit' },
  { kind: 'total', figure: 'out', limit: 'outLimit' },
  { kind: 'total', figure: 'transcode', limit: 'transcodeLimit' },
  { kind: 'server', figure: 'in', limit: 'inLimit' },
  { kind: 'server', figure: 'out', limit: 'outLimit' },
  { kind: 'application', figure: 'streams', limit: 'streamsLimit' },
  { kind: 'application', figure: 'viewers', limit: 'viewersLimit' },
] as const satisfies readonly { kind: KindName; figure: string; limit: string }[];

export interface Capacity {
  readonly kind: KindName;
  /** Of an application its id. */
  readonly name: string;
  /** Name and server of an application, where the history has them. */
  readonly place?: string | undefined;
  readonly figure: string;
  readonly limit: number;
  /** Days with figures. */
  readonly days: number;
  /** The highest value of the last seven days. */
  readonly peak: number;
  /** When the limit was reached first, Unix ms; undefined unless it was reached in the last week. */
  readonly exceededSince: number | undefined;
  /** When the limit was reached last in the days of the trend, Unix ms. */
  readonly exceededLast: number | undefined;
  /** Growth of the peaks per day: the median, and its range (`slopeRange`). */
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
 * For a large cluster it takes seconds, so it yields to other work after each figure. The series know applications by
 * their ids only: `servers` name them.
 */
export async function capacityOf(
  series: SeriesReader,
  now: number,
  servers: readonly ServerDescription[],
): Promise<readonly Capacity[]> {
  const places = new Map(
    servers.flatMap((server) => server.applications.map(({ id, name }) => [id, `${name} on ${server.name}`])),
  );
  const found: Capacity[] = [];
  for (const { kind, figure, limit } of capacityLimits) {
    for (const name of series.names(kind)) {
      await turn();
      const max = series
        .read({ kind, name, column: limit }, now - DAY_MS, now)
        .points.findLast(({ mean }) => mean !== null)?.mean;
      if (max == null || max <= 0) continue;
      const id = { kind, name, column: figure };
      const known = series.read(id, now - TREND_DAYS * DAY_MS, now);
      const peaks = dailyPeaks(known.points, now);
      if (peaks.length === 0) continue;
      const peak = highest(known.points, now - WEEK_DAYS * DAY_MS);
      found.push({
        kind,
        name,
        place: kind === 'application' ? places.get(name) : undefined,
        figure,
        limit: max,
        peak,
        exceededLast: known.points.findLast(({ most }) => most !== null && most >= max)?.at,
        exceededSince: peak < max ? undefined : firstReached(series, id, max, now),
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

/** The highest value after `from`, also of a day that was hardly watched; 0 without values. */
function highest(points: readonly Point[], from: number): number {
  return points.reduce((most, point) => (point.at > from ? Math.max(most, point.most ?? 0) : most), 0);
}

/** When a limit was reached first, after which there were never `TREND_DAYS` without reaching it. */
function firstReached(series: SeriesReader, id: SeriesId, limit: number, now: number): number | undefined {
  let first: number | undefined;
  let to = now;
  for (;;) {
    const { points } = series.read(id, to - TREND_DAYS * DAY_MS, to);
    // Each round must lead further back: with a reader that answers with more than its range this would never end.
    const earlier = points.find(({ at, most }) => at <= to && most !== null && most >= limit);
    if (!earlier) return first;
    first = earlier.at;
    to = earlier.at - 1;
  }
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
function dailyPeaks(points: readonly Point[], now: number): Peak[] {
  const days = new Map<number, { peak: number; readonly quarters: Set<number> }>();
  for (const { at, most } of points) {
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
    .map(([day, { peak }]) => ({ day, value: peak }));
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
 * Share of the slopes between days below and above the range. With the middle half only, a limit was first reached before
 * the range in every second forecast for the next week, because the highest of several peaks reaches it.
 */
const OUTSIDE = 0.05;

/**
 * Nine tenths of the slopes between days. Weeks are so few that they show less than what may come: all of their slopes,
 * and more the fewer weeks there are.
 */
function slopeRange(slopes: Float64Array, middle: number, weeks: number | undefined) {
  const outside = weeks === undefined ? OUTSIDE : 0;
  const wider = weeks === undefined ? 1 : 1 + 2 / weeks;
  const end = (share: number) => middle + ((quantile(slopes, share) ?? middle) - middle) * wider;
  return [end(outside), end(1 - outside)] as const;
}

/**
 * Theil-Sen: the median of the slopes of all pairs of peaks, so that one unusual week does not change the trend. The
 * range of the day adds the distances of all newest peaks from the trend.
 */
function growthTrend(days: readonly Peak[], limit: number, now: number) {
  const none = { growth: undefined, growthRange: undefined, reachedAt: undefined, reachedRange: undefined };
  if (days.length < LEAST_DAYS) return { days: days.length, ...none };
  const peaks = trendPeaks(days);
  const slopes = pairSlopes(peaks.map(({ day, value }) => ({ x: -day, y: value })));
  const growth = quantile(slopes, 0.5) ?? 0;
  const [slowest, fastest] = slopeRange(slopes, growth, peaks === days ? undefined : peaks.length);
  const levels = peaks.slice(-LEAST_DAYS).map(({ day, value }) => value + growth * day);
  const level = median(levels) ?? 0;
  const reached = (slope: number, from: number) => {
    if (from >= limit) return now;
    return slope > 0 ? now + ((limit - from) / slope) * DAY_MS : Number.POSITIVE_INFINITY;
  };
  return {
    days: days.length,
    growth,
    growthRange: [slowest, fastest] as const,
    reachedAt: reached(growth, level),
    reachedRange: [reached(fastest, Math.max(...levels)), reached(slowest, Math.min(...levels))] as const,
  };
}
