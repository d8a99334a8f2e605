import { HOUR_MS, MINUTE_MS } from '../base/durations.ts';
import { median } from '../base/theil-sen.ts';
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

/** The usual values of a total at a time of the week. */
export type UsualHour = Pick<UsualFigure, 'median' | 'high'>;

/** Interpolated between the medians of two hours; undefined if too little is known. */
export function usualHour(usual: UsualOf, key: string, at: number): UsualHour | undefined {
  const hour = Math.floor((at - HOUR_MS / 2) / HOUR_MS) * HOUR_MS;
  const [before, after] = [usual(key, hour), usual(key, hour + HOUR_MS)];
  if (!before || !after || before.thin || after.thin || before.median <= 0) return undefined;
  const share = (at - hour - HOUR_MS / 2) / HOUR_MS;
  const between = (from: number, to: number) => from + share * (to - from);
  return { median: between(before.median, after.median), high: between(before.high, after.high) };
}

/** A figure compared with an earlier or usual one. */
export interface LoadChange {
  readonly now: number;
  readonly was: number;
  /** Difference to that value in percent; negative means less. */
  readonly percent: number;
  readonly against: 'the last hour' | 'this hour of other weeks';
  /** The same without the part that is explained by the usual range of that hour. */
  readonly unexplained: number;
}

const MINUTES = 60;
/** With fewer known minutes than this, the last hour is not used for comparison. */
const LEAST_MINUTES = 20;

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
  const compared = (was: number, explained: number) => ({
    now: value,
    was,
    percent: (100 * (value - was)) / was,
    unexplained: (100 * (value - explained)) / was,
  });
  if (usual && !usual.thin && usual.median > 0) {
    const edge = Math.max(usual.low, Math.min(usual.high, value));
    return { ...compared(usual.median, edge), against: 'this hour of other weeks' };
  }
  const minutes = history.window(key, now - MINUTES * MINUTE_MS, now, MINUTES).filter((one) => one !== null);
  const hour = median(minutes);
  if (minutes.length < LEAST_MINUTES || hour === undefined || hour <= 0) return undefined;
  return { ...compared(hour, hour), against: 'the last hour' };
}
