import { HOUR_MS } from '../../base/durations.ts';
import { type Comparison, comparisons, sameTimeBefore } from '../../views/formats/spans.ts';
import type { Band } from '../../views/plots/area-chart.ts';
import type { View } from '../view.ts';

export type Values = readonly (number | null)[];

/** A span of time in parts of equal length, Unix ms. */
export interface Parts {
  readonly from: number;
  readonly to: number;
  readonly buckets: number;
}

/**
 * A span of that length whose last part contains `to`. It moves by whole parts, so that values do not jump between
 * frames.
 */
export function partsOf(span: number, to: number, buckets: number): Parts {
  const length = span / buckets;
  const end = Math.ceil(to / length) * length;
  return { from: end - span, to: end, buckets };
}

/**
 * Means of a series: from memory for the last hour, from the stored history before that. Undefined while the
 * history is read.
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
  // The stored values end when they were read; newer ones come from memory.
  const length = (to - from) / buckets;
  const newest = view.live ? history.window(key, to - length, to, 1)[0] : undefined;
  return Array.from(
    { length: buckets },
    (_, index) => (index === buckets - 1 ? newest : undefined) ?? stored.values[index] ?? null,
  );
}

/** The same series at the time of the comparison. Undefined without a comparison, or while it is read. */
export function overlayOf(
  view: View,
  key: string,
  parts: Parts,
  compare: Comparison | undefined,
): Values | undefined {
  if (!compare) return undefined;
  // Moves by whole parts, so that the history is not read again for each frame.
  const { from, to, buckets } = partsOf(parts.to - parts.from, parts.to, parts.buckets);
  const shift = to - sameTimeBefore(to, comparisons[compare].days);
  return view.stored?.window(key, from - shift, to - shift, buckets)?.values;
}

/** The usual range for each part. Undefined if usual values are not known at all; empty if no part has one. */
export function bandOf(view: View, key: string, { from, to, buckets }: Parts): (Band | undefined)[] {
  const { stored } = view;
  if (!stored) return [];
  const length = (to - from) / buckets;
  // The usual range depends on the hour; there are many more parts than hours.
  const hours = new Map<number, Band | undefined>();
  const bands = Array.from({ length: buckets }, (_, index) => {
    const at = from + (index + 0.5) * length;
    const hour = Math.floor(at / HOUR_MS);
    if (!hours.has(hour)) hours.set(hour, stored.usual(key, at));
    return hours.get(hour);
  });
  return bands.some((band) => band !== undefined) ? bands : [];
}
