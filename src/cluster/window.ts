/** Points of one figure, oldest first. */
export interface Readings {
  readonly size: number;
  /** Unix ms. */
  readonly time: (index: number) => number;
  /** NaN: not measured at that time. */
  readonly value: (index: number) => number;
  /** The least and the most of the time that a point stands for; the value itself without them. */
  readonly least?: (index: number) => number;
  readonly most?: (index: number) => number;
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
  /** Points after this time are left out, Unix ms: to a moment of the past they are the future. */
  readonly until: number;
}

/** Rounding error of borders between buckets whose length is not whole, ms. */
const ROUNDING_MS = 0.01;

/** The least multiple of `length` at or after `at`, despite the rounding errors of a length that is not whole. */
export function alignedEnd(at: number, length: number): number {
  return Math.ceil(at / length - 1e-6) * length;
}

type Values = readonly (number | null)[];

/** A figure over the parts of a period, oldest first; null where nothing was measured. */
export interface Spread {
  /** Means. */
  readonly values: Values;
  /** The least and the most in each part, so that a short peak is not lost in a mean. */
  readonly least: Values;
  readonly most: Values;
  /** The highest value of the period and when it was measured, Unix ms. */
  readonly peak: { readonly value: number; readonly at: number } | undefined;
}

/** Nothing is known. */
export const noSpread: Spread = { values: [], least: [], most: [], peak: undefined };

/**
 * Means, least and most over the buckets. A bucket without a point takes the previous point while `holds` returns
 * true for its age (ms); `isNewest`: there is no later point.
 */
export function spreadOf(
  readings: Readings,
  { begin, length, buckets, until }: Window,
  holds: (age: number, isNewest: boolean) => boolean,
): Spread {
  const { size, time, value, least: leastOf, most: mostOf } = readings;
  let index = readings.after(begin + ROUNDING_MS);
  // Of their length from the start: growing them was a twelfth of all that an open Overview allocated.
  const values = Array.from<number | null>({ length: buckets }).fill(null);
  const least = values.slice();
  const most = values.slice();
  let peak = Number.NEGATIVE_INFINITY;
  let peakAt = Number.NaN;
  for (let bucket = 0; bucket < buckets; bucket++) {
    const start = begin + bucket * length;
    const end = Math.min(until, start + length + ROUNDING_MS);
    let sum = 0;
    let count = 0;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let highest = index;
    for (; index < size && time(index) <= end; index++) {
      const mean = value(index);
      if (Number.isNaN(mean)) continue;
      sum += mean;
      count++;
      const bottom = leastOf ? leastOf(index) : mean;
      const top = mostOf ? mostOf(index) : mean;
      if (bottom < low) low = bottom;
      if (top > high) {
        high = top;
        highest = index;
      }
    }
    const held = index - 1;
    if (count === 0) {
      if (held < 0 || Number.isNaN(value(held)) || !holds(start - time(held), index === size)) continue;
      values[bucket] = value(held);
      least[bucket] = (leastOf ?? value)(held);
      most[bucket] = (mostOf ?? value)(held);
      continue;
    }
    values[bucket] = sum / count;
    least[bucket] = low;
    most[bucket] = high;
    if (high > peak) {
      peak = high;
      peakAt = time(highest);
    }
  }
  return { values, least, most, peak: Number.isNaN(peakAt) ? undefined : { value: peak, at: peakAt } };
}
