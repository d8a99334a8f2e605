/** Points of one figure, oldest first. */
export interface Readings {
  readonly size: number;
  /** Unix ms. */
  time(index: number): number;
  /** NaN: it was not measured then. */
  value(index: number): number;
  /** Index of the first point after `at` (Unix ms). */
  after(at: number): number;
}

/** `buckets` stretches of `length` ms, the first one from `begin` (Unix ms) on; each without its beginning, with its end. */
export interface Window {
  readonly begin: number;
  readonly length: number;
  readonly buckets: number;
}

/**
 * Means over the buckets, oldest first; null where nothing was measured. A bucket without a point takes the point
 * before it while `holds` says that a point of this age (ms) counts; `isNewest`: no point comes after it.
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
