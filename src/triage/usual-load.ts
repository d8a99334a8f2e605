import { MINUTE_MS } from '../base/durations.ts';
import { median, type Point, pairSlopes, quantile } from '../base/theil-sen.ts';
import type { History } from '../cluster/history.ts';

/** What was usual for a series at this hour of other weeks, where that is known. */
export interface UsualFigure {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Too few weeks are known to rely on it. */
  readonly thin: boolean;
}

/** `at` is Unix ms; undefined also while it is being read. */
export type UsualOf = (key: string, at: number) => UsualFigure | undefined;

/** A figure against what it was. */
export interface LoadChange {
  readonly now: number;
  /** Percent more or, negative, less than then. */
  readonly percent: number;
  readonly against: 'the last hour' | 'this hour of other weeks';
  /** The same, where what explains it is taken off: a trend that goes on, the range of that hour. */
  readonly unexplained: number;
  /** Minute in which it left what was usual, Unix ms; undefined while it is usual. */
  readonly since: number | undefined;
}

const MINUTES = 60;
/** With fewer known minutes than this the last hour is not compared with. */
const LEAST_MINUTES = 20;
/** The newest minutes are what is judged; the trend is that of the ones before. */
const NEWEST_MINUTES = 5;
const TREND_MINUTES = 30;

/**
 * A series against the same hour of other weeks or, where too little is known of those, against the last hour; undefined
 * where neither is known. `now` is Unix ms.
 */
export function loadChange(
  history: History,
  key: string,
  now: number,
  usual: UsualFigure | undefined,
): LoadChange | undefined {
  const minutes = minutesOf(history, key, now);
  const value = history.last(key, now);
  const hour = median(minutes.map(({ y }) => y));
  if (value === undefined) return undefined;
  if (usual && !usual.thin && usual.median > 0) {
    const edge = Math.max(usual.low, Math.min(usual.high, value));
    const unexplained = percentOf(value - edge, usual.median);
    const against = 'this hour of other weeks';
    const since = leftAt(minutes, edge, value);
    return {
      now: value,
      percent: percentOf(value - usual.median, usual.median),
      against,
      unexplained,
      since,
    };
  }
  if (minutes.length < LEAST_MINUTES || hour === undefined || hour <= 0) return undefined;
  const change = percentOf(value - hour, hour);
  const byTrend = percentOf(value - trendAt(minutes, now), hour);
  const isBoth = Math.sign(change) === Math.sign(byTrend);
  return {
    now: value,
    percent: change,
    against: 'the last hour',
    unexplained: isBoth ? Math.sign(change) * Math.min(Math.abs(change), Math.abs(byTrend)) : 0,
    since: leftAt(minutes, hour, value),
  };
}

/** Means of the known minutes of the last hour; `x` is the beginning of each, Unix ms. */
function minutesOf(history: History, key: string, now: number): readonly Point[] {
  const from = now - MINUTES * MINUTE_MS;
  return history
    .window(key, from, now, MINUTES)
    .flatMap((value, index) => (value === null ? [] : [{ x: from + index * MINUTE_MS, y: value }]));
}

/** Where a line through the half hour before the newest minutes is by now. */
function trendAt(minutes: readonly Point[], now: number): number {
  const end = now - NEWEST_MINUTES * MINUTE_MS;
  const older = minutes.filter(({ x }) => x < end && x >= end - TREND_MINUTES * MINUTE_MS);
  const slope = quantile(pairSlopes(older), 0.5) ?? 0;
  return median(older.map(({ x, y }) => y + slope * (now - x))) ?? 0;
}

/** The first of the newest minutes that are all nearer to the value now than to what was usual. */
function leftAt(minutes: readonly Point[], usual: number, value: number): number | undefined {
  const last = minutes.findLastIndex(({ y }) => Math.abs(y - usual) < Math.abs(y - value));
  return minutes[last + 1]?.x;
}

function percentOf(difference: number, whole: number): number {
  return (100 * difference) / whole;
}
