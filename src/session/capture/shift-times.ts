/** Members with a time as a number, Unix ms or s. */
const TIME_MEMBER = /^(?:timestamp|.*(?:Date|Timestamp|Time|At))$/;
/** Such as `executionTime`, `remainingTime`: durations, which are no times. */
const LEAST_TIME = 1_000_000_000;
/** A number of at least this is in ms. */
const LEAST_MS = 100_000_000_000;
const ISO_DATE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?$/;

/** A response with all its times moved by so many ms. Texts keep their format as far as `Date` can write it. */
export function shiftTimes(value: unknown, ms: number, member = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => shiftTimes(item, ms, member));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shiftTimes(item, ms, key)]));
  }
  if (typeof value === 'string') return isDate(value) ? shiftedDate(value, ms) : value;
  if (typeof value !== 'number' || !TIME_MEMBER.test(member) || value < LEAST_TIME) return value;
  return value + (value >= LEAST_MS ? ms : Math.round(ms / 1000));
}

/** Whether a text is a date with a time, and nothing besides. */
export function isDate(text: string): boolean {
  return ISO_DATE.test(text) && !Number.isNaN(Date.parse(`${text.slice(0, 10)}T${text.slice(11, 16)}Z`));
}

/** Only date and time of day change, in place: fractions and the zone stay as they are written. */
function shiftedDate(text: string, ms: number): string {
  const hasSeconds = /^:\d\d/.test(text.slice(16));
  const end = hasSeconds ? 19 : 16;
  const separator = text[10] ?? 'T';
  const at = new Date(Date.parse(`${text.slice(0, 10)}T${text.slice(11, end)}Z`) + ms);
  return at.toISOString().slice(0, end).replace('T', separator) + text.slice(end);
}
