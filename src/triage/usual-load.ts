import { MINUTE_MS } from '../base/durations.ts';
import { median, type Point, pairSlopes, quantile } from '../base/theil-sen.ts';
import type { History } from '../cluster/history.ts';

/** The usual value of a series at this hour of other weeks, if known. */
export interface UsualFigure {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Too few weeks are known to rely on it. */
  readonly thin: boolean;
}

/** `at` is Unix ms. Undefined also while the value is being read. */
export type UsualOf = (key: string, at: number) => UsualFigure | undefined;

/** A figure compared with an earlier or usual one. */
export interface LoadChange {
  readonly now: number;
  readonly was: number;
  /** Difference to that value in percent; negative means less. */
  readonly percent: number;
  readonly against: 'the last hour' | 'this hour of other weeks';
  /**
   * The same without the part that is explained by a lasting trend or by the usual range of that hour. Changes below
   * 5 % in the last hour are not explained.
   */
  readonly unexplained: number;
  /** Minute in which it left the usual level, Unix ms; undefined while it is usual. */
  readonly since: number | undefined;
}

const MINUTES = 60;
/** With fewer known minutes than this, the last hour is not used for comparison. */
const LEAST_MINUTES = 20;
/** The newest minutes are judged; the trend comes from those before. */
const NEWEST_MINUTES = 5;
const TREND_MINUTES = 30;
/** For a smaller change, in percent, the trend is not worked out: it takes nearly all the time. */
const LEAST_PERCENT = 5;

/**
 * A series compared with the same hour of other weeks or, if too little is known of those, with the last hour.
 * Undefined if neither is known. `now` is Unix ms.
 */
export function loadChange(
  history: History,
  key: string,
  now: number,
  usual: UsualFigure | undefined,
): LoadChange | undefined {
  const value = history.last(key, now);
  if (value === undefined) return undefined;
  const from = now - MINUTES * MINUTE_MS;
  // The means of the minutes of the last hour; null where nothing is known.
  const minutes = history.window(key, from, now, MINUTES);
  if (usual && !usual.thin && usual.median > 0) {
    const edge = Math.max(usual.low, Math.min(usual.high, value));
    const unexplained = percentOf(value - edge, usual.median);
    const against = 'this hour of other weeks';
    const since = leftAt(minutes, from, { usual: edge, value });
    return {
      now: value,
      was: usual.median,
      percent: percentOf(value - usual.median, usual.median),
      against,
      unexplained,
      since,
    };
  }
  const known = minutes.filter((one) => one !== null);
  const hour = median(known);
  if (known.length < LEAST_MINUTES || hour === undefined || hour <= 0) return undefined;
  const change = percentOf(value - hour, hour);
  const isSmall = Math.abs(change) < LEAST_PERCENT;
  const byTrend = isSmall ? change : percentOf(value - trendAt(minutes, from, now), hour);
  const isBoth = Math.sign(change) === Math.sign(byTrend);
  return {
    now: value,
    was: hour,
    percent: change,
    against: 'the last hour',
    unexplained: isBoth ? Math.sign(change) * Math.min(Math.abs(change), Math.abs(byTrend)) : 0,
    since: leftAt(minutes, from, { usual: hour, value }),
  };
}

type Minutes = readonly (number | null)[];

/** The current value of a line through the half hour before the newest minutes. `from`: the start of the first one. */
function trendAt(minutes: Minutes, from: number, now: number): number {
  const end = now - NEWEST_MINUTES * MINUTE_MS;
  const older: Point[] = [];
  for (const [index, y] of minutes.entries()) {
    const x = from + index * MINUTE_MS;
    if (y !== null && x < end && x >= end - TREND_MINUTES * MINUTE_MS) older.push({ x, y });
  }
  const slope = quantile(pairSlopes(older), 0.5) ?? 0;
  return median(older.map(({ x, y }) => y + slope * (now - x))) ?? 0;
}

/** The start of the first of the newest minutes that are all closer to the current value than to the usual one. */
function leftAt(
  minutes: Minutes,
  from: number,
  { usual, value }: { readonly usual: number; readonly value: number },
): number | undefined {
  let first: number | undefined;
  for (let index = minutes.length - 1; index >= 0; index--) {
    const one = minutes[index] ?? undefined;
    if (one === undefined) continue;
    if (Math.abs(one - usual) < Math.abs(one - value)) break;
    first = from + index * MINUTE_MS;
  }
  return first;
}

function percentOf(difference: number, whole: number): number {
  return (100 * difference) / whole;
}
