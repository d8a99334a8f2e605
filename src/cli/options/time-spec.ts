import { parseDuration } from '../../base/durations.ts';
import { UsageError } from './options.ts';

/**
 * Parses a time as Unix ms: `24h` before `now`, `14:30` in the last 24 hours, `2026-01-15 14:30`, or `2026-01-15`,
 * which means its midnight; in local time. Throws a `UsageError` that names the option.
 */
export function parseMoment(option: string, text: string, now: number): number {
  const ago = parseDuration(text);
  if (ago !== undefined) return now - ago;
  const clock = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  if (clock) {
    const date = new Date(now);
    date.setHours(Number(clock[1]), Number(clock[2]), Number(clock[3] ?? 0), 0);
    if (date.getTime() > now) date.setDate(date.getDate() - 1);
    return date.getTime();
  }
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) {
    // JavaScript reads a date without a time as UTC.
    const at = new Date(text.length === 10 ? `${text}T00:00` : text.replace(' ', 'T')).getTime();
    // JavaScript turns February 31st into March 3rd.
    if (Number.isFinite(at) && new Date(at).getDate() === Number(text.slice(8, 10))) return at;
  }
  throw new UsageError(`${option} takes a time such as 24h, 14:30 or ‘2026-01-15 14:30’`);
}
