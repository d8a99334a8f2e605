import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import type { UsualFigure } from '../../triage/usual-load.ts';
import type { SeriesId } from './kinds.ts';
import type { SeriesReader } from './series.ts';

const WEEK_MS = 7 * DAY_MS;
const WEEKS = 8;
/** With fewer weeks than this the result is marked as thin. */
const SURE_WEEKS = 3;
/** Points this close to the same moment of a week count as the same hour. */
const AROUND_MS = HOUR_MS / 2;

/** The usual values of one figure at one time of the week. A tenth of them is below `low`, a tenth above `high`. */
export interface Usual extends UsualFigure {
  readonly weeks: number;
}

/**
 * What was usual at this hour of the week in the eight weeks before `at` (Unix ms); undefined if no such hour is known.
 * Hours are in local time, so that 9 o'clock stays 9 o'clock when daylight saving time begins or ends.
 */
export function usualAt(series: SeriesReader, id: SeriesId, at: number): Usual | undefined {
  const values: number[] = [];
  let weeks = 0;
  for (let week = 1; week <= WEEKS; week++) {
    const middle = sameLocalTime(at, at - week * WEEK_MS);
    const { points } = series.read(id, middle - AROUND_MS, middle + AROUND_MS);
    const known = points.flatMap(({ mean }) => (mean === null ? [] : [mean]));
    if (known.length === 0) continue;
    weeks++;
    values.push(...known);
  }
  if (weeks === 0) return undefined;
  values.sort((a, b) => a - b);
  const share = (part: number) => values[Math.round(part * (values.length - 1))] ?? 0;
  return { median: share(0.5), low: share(0.1), high: share(0.9), weeks, thin: weeks < SURE_WEEKS };
}

/** `other`, moved by the difference of the two offsets to UTC: 9 o'clock stays 9 o'clock. */
function sameLocalTime(at: number, other: number): number {
  const offset = (time: number) => new Date(time).getTimezoneOffset() * MINUTE_MS;
  return other + offset(other) - offset(at);
}
