import { cloudLimits } from '../../protocol/cloud.ts';

/** What creating a cloud stream accepts (B1), checked while the user types. Each returns what is wrong, in words. */

/**
 * Characters as the API counts them: Unicode code points. A line end is two of them, because the body of a form
 * carries it as CR LF.
 */
export function countCharacters(text: string): number {
  let count = 0;
  for (const character of text.replace(/\r\n?|\n/g, '\r\n')) if (character !== '') count++;
  return count;
}

export function nameProblem(name: string): string | undefined {
  return lengthProblem(name, cloudLimits.nameMax);
}

export function descriptionProblem(description: string): string | undefined {
  return lengthProblem(description, cloudLimits.descriptionMax);
}

function lengthProblem(text: string, most: number): string | undefined {
  const length = countCharacters(text);
  if (length === 0) return 'at least 1 character';
  return length > most ? `${length} characters; at most ${most}` : undefined;
}

interface DateParts {
  readonly day: number;
  readonly month: number;
  readonly year: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** What is wrong with a planned start. It is sent as it was typed, so it must be `d.m.Y H:i:s` to the digit. */
export function startDateProblem(text: string): string | undefined {
  const parts = partsOf(text);
  if (!parts) return 'write it as DD.MM.YYYY hh:mm:ss, such as 24.12.2026 18:00:00';
  const { day, month, year, hour, minute, second } = parts;
  if (hour > 23 || minute > 59 || second > 59) return 'there is no such time of day';
  const date = new Date(Date.UTC(year, month - 1, day));
  const real =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? undefined : `there is no day ${text.slice(0, 10)}`;
}

/** Unix ms of a start in a time zone; undefined where it is no date, or this machine does not know the zone. */
export function startTime(text: string, zone: string): number | undefined {
  const parts = partsOf(text);
  if (!parts || startDateProblem(text) !== undefined) return undefined;
  const { day, month, year, hour, minute, second } = parts;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  try {
    const first = wall - offsetOf(wall, zone);
    // Once more, for starts close to a change of the clocks.
    return wall - offsetOf(first, zone);
  } catch {
    return undefined;
  }
}

function partsOf(text: string): DateParts | undefined {
  const found = /^(\d{2})\.(\d{2})\.(\d{4}) (\d{2}):(\d{2}):(\d{2})$/.exec(text);
  if (!found) return undefined;
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  return { day, month, year, hour, minute, second };
}

/** Milliseconds that a zone is ahead of UTC at `at`. Throws a `RangeError` for a zone that is not known. */
function offsetOf(at: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - Math.floor(at / 1000) * 1000;
}
