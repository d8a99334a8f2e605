import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { alignedEnd, noSpread, type Spread } from '../../cluster/window.ts';
import { type Comparison, comparisons, sameTimeBefore } from '../../views/formats/spans.ts';
import type { Band } from '../../views/plots/area-chart.ts';
import { BUCKET_MS } from '../../views/plots/plots.ts';
import type { View } from '../view.ts';

export type Values = readonly (number | null)[];

/** A span of time in parts of equal length, Unix ms. */
export interface Parts {
  readonly from: number;
  readonly to: number;
  readonly buckets: number;
}

/** A span whose last part contains `to`. It moves by whole parts, so values do not jump between frames. */
export function partsOf(span: number, to: number, buckets: number): Parts {
  const length = span / buckets;
  const end = Math.ceil(to / length) * length;
  return { from: end - span, to: end, buckets };
}

/** A series: the last hour from memory, what is before from the history. Undefined while that is read. */
export function chartSpread(view: View, key: string, parts: Parts): Spread | undefined {
  const { from, to, buckets } = parts;
  const isRecent = to - from <= HOUR_MS;
  // The last part may end after the present.
  const until = Math.min(to, view.now);
  // The memory of the present has times that are after a moment of the past.
  const recent =
    isRecent || view.live ? view.state.history.spread(key, until - (to - from), until, buckets) : noSpread;
  if (!view.stored || (isRecent && recent.values[0] !== null)) return recent;
  const stored = view.stored.window(key, from, to, buckets);
  // The stored values end when they were read; newer ones come from memory.
  return stored && joined(recent, stored, (index) => isRecent || index === buckets - 1);
}

/** `isFirst`: of both means of a part the first one counts. */
function joined(first: Spread, second: Spread, isFirst: (index: number) => boolean): Spread {
  const length = Math.max(first.values.length, second.values.length);
  const parts = Array.from({ length }, (_, index) => index);
  const [a, b] = [first.peak, second.peak];
  return {
    values: parts.map((index) => {
      const [own = null, other = null] = [first.values[index], second.values[index]];
      return isFirst(index) ? (own ?? other) : (other ?? own);
    }),
    least: parts.map((index) => extreme(Math.min, first.least[index], second.least[index])),
    most: parts.map((index) => extreme(Math.max, first.most[index], second.most[index])),
    peak: a && b && b.value > a.value ? b : (a ?? b),
  };
}

type Value = number | null | undefined;

function extreme(of: (a: number, b: number) => number, a: Value, b: Value): number | null {
  return a == null || b == null ? (a ?? b ?? null) : of(a, b);
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

/** Lengths of a chart that grows with what is known. It grows in steps, so that it does not shift with each poll. */
const SPANS_MS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 25, 30].map((minutes) => minutes * MINUTE_MS);

/**
 * The last minutes of series from memory, and from the history what is missing there: charts that end at `end` (Unix ms),
 * two parts per column. A series is undefined while it is read from the history.
 */
export function lookBack(view: View, keys: readonly string[], columns: number, end: number) {
  const [buckets, most] = [2 * columns, columns * BUCKET_MS];
  const known = new Map<string, Spread | undefined>();
  const wholeOf = (key: string) => {
    if (!known.has(key)) known.set(key, wholeSpread(view, key, columns, end));
    return known.get(key);
  };
  const first = Math.min(
    ...keys.map((key) => {
      const at = wholeOf(key)?.values.findIndex((value) => value !== null) ?? 0;
      return at < 0 ? buckets : at;
    }),
  );
  const length = most * (1 - first / buckets);
  // As much time as is known: at most ten seconds per column.
  const span = Math.min(most, SPANS_MS.find((each) => each >= length) ?? most);
  const spreadOf = (key: string) => {
    const whole = wholeOf(key);
    if (span === most || !whole) return whole;
    const fine = view.state.history.spread(key, end - span, end, buckets);
    return joined(fine, since(finer(whole, span / most), end - span), () => true);
  };
  return { span, spreadOf };
}

/** The longest time that a chart of that width covers; undefined while nothing of it is read. */
function wholeSpread(view: View, key: string, columns: number, end: number): Spread | undefined {
  const [buckets, most] = [2 * columns, columns * BUCKET_MS];
  const recent = view.state.history.spread(key, end - most, end, buckets);
  const { stored } = view;
  const missing = recent.values.lastIndexOf(null);
  if (!stored || missing < 0) return recent;
  // Ends where the memory begins, so that it is read once and not again for each part that the chart moves on.
  const after = buckets - 1 - missing;
  const length = most / buckets;
  const to = alignedEnd(end, length) - after * length;
  const older = stored.window(key, to - most, to, buckets);
  // What comes after it is not known.
  const shifted = older && mapped(older, (values) => values.slice(after));
  if (shifted) return joined(recent, since(shifted, end - most), () => true);
  return missing === buckets - 1 && stored.reading && recent.peak === undefined ? undefined : recent;
}

/** The last `share` of a series in as many parts as the whole has. */
function finer(spread: Spread, share: number): Spread {
  const { length } = spread.values;
  const at = (index: number) => Math.floor(length - (length - index - 0.5) * share);
  return mapped(spread, (values) => values.map((_, index) => values[at(index)] ?? null));
}

/** Without a peak before `from`. */
function since(spread: Spread, from: number): Spread {
  return spread.peak && spread.peak.at <= from ? { ...spread, peak: undefined } : spread;
}

function mapped({ values, least, most, peak }: Spread, of: (values: Spread['values']) => Spread['values']) {
  return { values: of(values), least: of(least), most: of(most), peak };
}
