const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a stretch of time charts show, ms. */
const chartSpans = [10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS] as const;

/** What the time line of the past covers, ms. */
export const timeLineSpans: readonly number[] = chartSpans.filter((span) => span >= HOUR_MS);

/** `10 min`, `6 h`, `24 h`, `7 d`. */
export function spanWords(ms: number): string {
  if (ms < HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  if (ms <= DAY_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return `${Math.round(ms / DAY_MS)} d`;
}
