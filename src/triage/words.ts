import { scaled } from '../base/scaled.ts';

/** Figures as the reasons of problems say them. */

const count3 = /\B(?=(\d{3})+(?!\d))/g;

/** `12,345`. */
export function count(value: number): string {
  return String(Math.round(value)).replace(count3, ',');
}

/** `1 viewer`, `12,345 viewers`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${Math.round(value) === 1 ? one : many}`;
}

/** `93 %`. */
export function percent(value: number): string {
  return `${Math.round(value)} %`;
}

/** Bytes per second as the screens show them by default: `10.4 Gbit/s`. */
export function rate(bytesPerSecond: number): string {
  const { digits, prefix } = scaled(bytesPerSecond * 8);
  return `${digits} ${prefix}bit/s`;
}

/** Milliseconds as `45 s`, `12 min`, `3 h`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** `a, b, c and 4 more`. */
export function listed(names: readonly string[], most = 3): string {
  if (names.length <= most) return names.join(', ');
  return `${names.slice(0, most).join(', ')} and ${count(names.length - most)} more`;
}
