import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { tableKeys } from '../../base/table.ts';

/** Lengths of time that charts can show, ms. */
export const chartSpans: readonly number[] = [
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  DAY_MS,
  7 * DAY_MS,
  30 * DAY_MS,
] as const;

/** Lengths of time that the time line of the past can cover, ms. */
export const timeLineSpans: readonly number[] = chartSpans.filter((span) => span >= HOUR_MS);

/** Periods for sums of sessions, ms. */
export const sessionSpans = [DAY_MS, 7 * DAY_MS, 30 * DAY_MS] as const;

/** Such as `10 min`, `6 h`, `24 h`, `7 d`. */
export function spanWords(ms: number): string {
  if (ms < HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  if (ms <= DAY_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return `${Math.round(ms / DAY_MS)} d`;
}

/** The comparisons of charts: with the same time this many days before. */
export const comparisons = {
  yesterday: { days: 1, words: 'yesterday' },
  lastWeek: { days: 7, words: 'last week' },
} as const;
export type Comparison = keyof typeof comparisons;
export const comparisonNames = tableKeys(comparisons);

/** The same local time this many days before, Unix ms. A day in which the clocks change does not have 24 hours. */
export function sameTimeBefore(at: number, days: number): number {
  const date = new Date(at);
  date.setDate(date.getDate() - days);
  return date.getTime();
}

/** The next of `all` after `current`; undefined after the last one. */
export function nextSpan<T>(all: readonly T[], current: T | undefined): T | undefined {
  return all[current === undefined ? 0 : all.indexOf(current) + 1];
}
