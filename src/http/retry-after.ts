import { MINUTE_MS } from '../base/durations.ts';

/** The longest wait that is honoured. */
const MAX_WAIT_MS = 5 * MINUTE_MS;

/**
 * `Retry-After` in ms from `now` (Unix ms): seconds or an HTTP date, never negative, at most five minutes.
 * Undefined if the header is missing or cannot be parsed.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : httpDate(value, headers.date, now);
  return Number.isFinite(ms) ? Math.min(MAX_WAIT_MS, Math.max(0, ms)) : undefined;
}

/**
 * Relative to the server's own `Date`, if given, so that a clock that is an hour off does not turn seconds into an
 * hour.
 */
function httpDate(value: string, serverDate: string | undefined, now: number): number {
  // All three formats of the standard start with the day of the week; `Date.parse` alone would read "-5" as a year.
  if (!/^[a-z]{3}/i.test(value)) return Number.NaN;
  const reference = serverDate === undefined ? Number.NaN : Date.parse(serverDate);
  return Date.parse(value) - (Number.isFinite(reference) ? reference : now);
}
