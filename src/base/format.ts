/** Formats values for people, on screens and in sentences. A missing value is `—`, never 0. */

export const DASH = '—';
export const UNLIMITED = '∞';

export type Units = 'bits' | 'bytes';

type Maybe = number | null | undefined;

const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P'] as const;

/** Three significant digits with a prefix of 1000: `999`, `1.23k`, `45.6M`. */
function scaled(value: number): { digits: string; index: number; prefix: string } {
  let index = 0;
  let rest = Math.abs(value);
  while (rest >= 999.5 && index < PREFIXES.length - 1) {
    rest /= 1000;
    index++;
  }
  const digits = index === 0 ? String(Math.round(rest)) : threeDigits(rest);
  return { digits: value < 0 ? `-${digits}` : digits, index, prefix: PREFIXES[index] ?? '' };
}

function threeDigits(value: number): string {
  // A server may send 1e308.
  if (value >= 999.5) return '>999';
  if (value >= 99.95) return value.toFixed(0);
  return value.toFixed(value >= 9.995 ? 1 : 2);
}

const isMissing = (value: Maybe): value is null | undefined => value == null || Number.isNaN(value);

/** A number of things: `12`, `3.45k`. */
export function count(value: Maybe): string {
  if (isMissing(value)) return DASH;
  const { digits, prefix } = scaled(value);
  return digits + prefix;
}

/** All digits of a number, for example for the position in a list: `1 234 567`. */
export function whole(value: Maybe): string {
  if (isMissing(value)) return DASH;
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ' ');
}

/** A rate. The API's numbers are bytes per second; they are shown as bit/s or B/s, in sentences as bit/s. */
export function rate(bytesPerSecond: Maybe, units: Units = 'bits'): string {
  if (isMissing(bytesPerSecond)) return DASH;
  const { digits, prefix } = scaled(units === 'bits' ? bytesPerSecond * 8 : bytesPerSecond);
  return `${digits} ${prefix}${units === 'bits' ? 'bit/s' : 'B/s'}`;
}

/** A rate without its unit, for columns whose header carries the unit: `12.3M`. */
export function rateShort(bytesPerSecond: Maybe, units: Units): string {
  if (isMissing(bytesPerSecond)) return DASH;
  const { digits, prefix } = scaled(units === 'bits' ? bytesPerSecond * 8 : bytesPerSecond);
  return digits + prefix;
}

/** The unit that `rateShort` leaves out. */
export function rateUnit(units: Units): string {
  return units === 'bits' ? 'bit/s' : 'B/s';
}

/** An amount of data: `12.3 GB`. */
export function bytes(value: Maybe): string {
  if (isMissing(value)) return DASH;
  const { digits, prefix } = scaled(value);
  return `${digits} ${prefix}B`;
}

/** Percent, whole; 100% only where it is reached. */
export function percent(value: Maybe): string {
  if (isMissing(value)) return DASH;
  return `${value < 100 ? Math.min(99, Math.round(value)) : Math.round(value)}%`;
}

/** `98 of 100`, in all digits where fewer would say that a limit is reached which is not. */
export function ofLimit(value: Maybe, max: Maybe, format: (value: Maybe) => string = count): string {
  const [used, most] = [format(value), format(max)];
  return used === most && Number(value) < Number(max)
    ? `${whole(value)} of ${whole(max)}`
    : `${used} of ${most}`;
}

/** A limit: null means no limit, undefined means unknown. */
export function limit(value: Maybe, format: (value: number) => string = count): string {
  if (value === null) return UNLIMITED;
  return isMissing(value) ? DASH : format(value);
}

/**
 * Share of a limit in use, 0 to 1 and above; undefined if there is no limit or it is unknown. A limit of 0 blocks,
 * so it is full.
 */
export function share(value: Maybe, max: Maybe): number | undefined {
  if (isMissing(value) || isMissing(max)) return undefined;
  if (max <= 0) return 1;
  return value / max;
}

/** A duration in ms as at most two units: `12s`, `3m 20s`, `2h 05m`, `4d 03h`. */
export function duration(ms: Maybe): string {
  if (isMissing(ms)) return DASH;
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${two(seconds % 60)}s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}h ${two(minutes % 60)}m`;
  return `${Math.floor(hours / 24)}d ${two(hours % 24)}h`;
}

/** Local wall time of a Unix time in ms: `14:03:07`. */
export function clockTime(ms: Maybe): string {
  const date = new Date(ms ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return DASH;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Local date and time: `2026-01-15 14:03:07`. */
export function dateTime(ms: Maybe): string {
  const date = new Date(ms ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return DASH;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clockTime(ms)}`;
}

/** `1 viewer`, `12.3k viewers`; `viewers not known`. */
export function counted(value: Maybe, one: string, many = `${one}s`): string {
  if (isMissing(value)) return `${many} not known`;
  return `${count(value)} ${Math.round(value) === 1 ? one : many}`;
}

/** `a, b, c and 4 more`. */
export function listed(names: readonly string[], most = 3): string {
  if (names.length <= most) return names.join(', ');
  return `${names.slice(0, most).join(', ')} and ${count(names.length - most)} more`;
}
