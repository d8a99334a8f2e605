import { count, percent, rate } from '../base/format.ts';

/** How the reasons of problems count and list. */

/** `1 viewer`, `12.3k viewers`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${Math.round(value) === 1 ? one : many}`;
}

/** `a, b, c and 4 more`. */
export function listed(names: readonly string[], most = 3): string {
  if (names.length <= most) return names.join(', ');
  return `${names.slice(0, most).join(', ')} and ${count(names.length - most)} more`;
}

/** Bytes per second against the usual ones, in one unit: `0.98 of usual 2.80 Mbit/s (35%)`. */
export function ofUsual(value: number, usual: number): string {
  const whole = rate(usual);
  const digits = whole.split(' ')[0] ?? '';
  const decimals = digits.split('.')[1]?.length ?? 0;
  const share = value / usual;
  return `${(share * Number(digits)).toFixed(Math.max(decimals, 2))} of usual ${whole} (${percent(100 * share)})`;
}
