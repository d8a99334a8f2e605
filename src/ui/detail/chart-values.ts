import { HOUR_MS } from '../../base/durations.ts';
import { type Comparison, comparisons, sameTimeBefore } from '../../views/formats/spans.ts';
import type { Band } from '../../views/plots/area-chart.ts';
import type { View } from '../view.ts';

export type Values = readonly (number | null)[];

/** A stretch of time in equal parts, Unix ms. */
export interface Parts {
  readonly from: number;
  readonly to: number;
  readonly buckets: number;
}

/** A stretch of that length that ends with the part in which `to` lies: it moves on by whole parts. */
export function partsOf(span: number, to: number, buckets: number): Parts {
  const length = span / buckets;
  const end = Math.ceil(to / length) * length;
  return { from: end - span, to: end, buckets };
}

/**
 * Means of a series: out of memory for the last hour, out of the stored history before. Undefined while that is read.
 */
export function chartValues(view: View, key: string, parts: Parts): Values | undefined {
  const { from, to, buckets } = parts;
  const { history } = view.state;
  if (to - from <= HOUR_MS) {
    const recent = history.window(key, from, to, buckets);
    if (recent[0] !== null || !view.stored) return recent;
    const stored = view.stored.window(key, from, to, buckets);
    return stored && recent.map((value, index) => value ?? stored.values[index] ?? null);
  }
  if (!view.stored) return history.window(key, from, to, buckets);
  const stored = view.stored.window(key, from, to, buckets);
  if (!stored) return undefined;
  // Stored parts were read when they began; the newest goes on.
  const length = (to - from) / buckets;
  const newest = view.live ? history.window(key, to - length, to, 1)[0] : undefined;
  return Array.from(
    { length: buckets },
    (_, index) => (index === buckets - 1 ? newest : undefined) ?? stored.values[index] ?? null,
  );
}

/** The same figure at the time that is compared with; undefined where nothing is, or while it is read. */
export function overlayOf(
  view: View,
  key: string,
  parts: Parts,
  compare: Comparison | undefined,
): Values | undefined {
  if (!compare) return undefined;
  // By whole parts, so that it need not be read again with each frame.
  const { from, to, buckets } = partsOf(parts.to - parts.from, parts.to, parts.buckets);
  const shift = to - sameTimeBefore(to, comparisons[compare].days);
  return view.stored?.window(key, from - shift, to - shift, buckets)?.values;
}

/** What is usual for each part; undefined where that is not known, and empty where it is known of none. */
export function bandOf(view: View, key: string, { from, to, buckets }: Parts): (Band | undefined)[] {
  const { stored } = view;
  if (!stored) return [];
  const length = (to - from) / buckets;
  // It changes with the hour: parts are many.
  const hours = new Map<number, Band | undefined>();
  const bands = Array.from({ length: buckets }, (_, index) => {
    const at = from + (index + 0.5) * length;
    const hour = Math.floor(at / HOUR_MS);
    if (!hours.has(hour)) hours.set(hour, stored.usual(key, at));
    return hours.get(hour);
  });
  return bands.some((band) => band !== undefined) ? bands : [];
}
