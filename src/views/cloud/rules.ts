/**
 * The rules for the fields of a cloud stream (B1), checked during typing. Each function returns an error in words.
 */

/**
 * Number of characters as the API counts them: Unicode code points. A line end counts as two, because the body of a
 * form has it as CR LF.
 */
export function countCharacters(text: string): number {
  return [...text.replace(/\r\n?|\n/g, '\r\n')].length;
}

export function lengthProblem(text: string, most: number): string | undefined {
  const length = countCharacters(text);
  if (length === 0) return 'at least 1 character';
  return length > most ? `${length} characters; at most ${most}` : undefined;
}

/** The error in a planned start. It is sent as typed, so it must match `d.m.Y H:i:s` exactly. */
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

/** A start in a time zone as Unix ms; undefined if it is not a date, or this machine does not know the zone. */
export function startTime(text: string, zone: string): number | undefined {
  const parts = partsOf(text);
  if (!parts || startDateProblem(text) !== undefined) return undefined;
  const { day, month, year, hour, minute, second } = parts;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  try {
    const first = wall - offsetOf(wall, zone);
    // The offset is looked up again, for starts close to a change of the clocks.
    return wall - offsetOf(first, zone);
  } catch {
    return undefined;
  }
}

function partsOf(text: string) {
  const found = /^(\d{2})\.(\d{2})\.(\d{4}) (\d{2}):(\d{2}):(\d{2})$/.exec(text);
  if (!found) return undefined;
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  return { day, month, year, hour, minute, second };
}

/** Offset of a zone from UTC at `at`, ms. Throws a `RangeError` for an unknown zone. */
function offsetOf(at: number, zone: string): number {
  const wall = new Date(at).toLocaleString('en-US', { timeZone: zone, hourCycle: 'h23' });
  return Date.parse(`${wall} UTC`) - Math.floor(at / 1000) * 1000;
}
