import { parseDuration } from '../../base/durations.ts';

const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * Parses a time as Unix ms: `14:03`, `14:03:20` (the last one before `now`, so after midnight that of yesterday),
 * `2026-01-15`, `2026-01-15T14:03`, or `-10m`. Local time, like all times on the screen.
 */
export function parseTime(text: string, now: number): number | undefined {
  const typed = text.trim();
  if (typed.startsWith('-')) {
    const span = parseDuration(typed.slice(1).trim());
    return span === undefined ? undefined : now - span;
  }
  const clock = CLOCK.exec(typed);
  if (clock) return onDay(now, clock);
  const date = DATE.exec(typed);
  if (!date) return undefined;
  const [year, month, day] = [Number(date[1]), Number(date[2]), Number(date[3])];
  const [hours, minutes, seconds] = [Number(date[4] ?? 0), Number(date[5] ?? 0), Number(date[6] ?? 0)];
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const at = new Date(year, month - 1, day, hours, minutes, seconds);
  // JavaScript turns February 31st into March 3rd.
  return at.getMonth() === month - 1 && at.getDate() === day ? at.getTime() : undefined;
}

function onDay(now: number, clock: RegExpExecArray): number | undefined {
  const [hours, minutes, seconds] = [Number(clock[1]), Number(clock[2]), Number(clock[3] ?? 0)];
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const day = new Date(now);
  day.setHours(hours, minutes, seconds, 0);
  if (day.getTime() > now) day.setDate(day.getDate() - 1);
  return day.getTime();
}
