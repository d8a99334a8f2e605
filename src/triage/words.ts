import { count } from '../base/format.ts';

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
