/** Points of one figure, oldest first. */
export interface Readings {
  readonly size: number;
  /** Unix ms. */
  time(index: number): number;
  /** NaN: not measured at that time. */
  value(index: number): number;
  /** Index of the first point after `at` (Unix ms). */
  after(at: number): number;
}

/**
 * `buckets` periods of `length` ms, the first one from `begin` (Unix ms) on; each excludes its start and includes
 * its end.
 */
export interface Window {
  readonly begin: number;
  readonly length: number;
  readonly buckets: number;
}

/**
 * Means over the buckets, oldest first; null if nothing was measured. A bucket without a point takes the previous
 * point while `holds` returns true for its age (ms); `isNewest`: there is no later point.
 */
export function windowOf(
  readings: Readings,
  { begin, length, buckets }: Window,
  holds: (age: number, isNewest: boolean) => boolean,
): (number | null)[] {
  let index = readings.after(begin);
  let held = index > 0 ? readings.value(index - 1) : Number.NaN;
  let heldAt = index > 0 ? readings.time(index - 1) : Number.NaN;
  const means: (number | null)[] = [];
  for (let bucket = 0; bucket < buckets; bucket++) {
    const start = begin + bucket * length;
    let sum = 0;
    let count = 0;
    for (; index < readings.size && readings.time(index) <= start + length; index++) {
      held = readings.value(index);
      heldAt = readings.time(index);
      if (Number.isNaN(held)) continue;
      sum += held;
      count++;
    }
    if (count > 0) means.push(sum / count);
    else if (Number.isNaN(held) || !holds(start - heldAt, index === readings.size)) means.push(null);
    else means.push(held);
  }
  return means;
}
