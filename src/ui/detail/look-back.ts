import { MINUTE_MS } from '../../base/durations.ts';
import { alignedEnd, type Spread } from '../../cluster/window.ts';
import { BUCKET_MS } from '../../views/plots/plots.ts';
import type { View } from '../view.ts';
import { joined } from './chart-values.ts';

/** Lengths of a chart that grows with what is known. It grows in steps, so that it does not shift with each poll. */
const SPANS_MS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 25, 30].map((minutes) => minutes * MINUTE_MS);

/** Charts of the last minutes, two parts per column, that end at `end` (Unix ms). */
export interface LookBack {
  /** As much time as is known of the series: at most ten seconds per column. */
  readonly span: number;
  /** A series in this span. Undefined while it is read from the history. */
  readonly spreadOf: (key: string) => Spread | undefined;
}

/** The last minutes of series from memory, and from the history what is missing there. */
export function lookBack(view: View, keys: readonly string[], columns: number, end: number): LookBack {
  const buckets = 2 * columns;
  const most = columns * BUCKET_MS;
  const known = new Map<string, Spread | undefined>();
  const wholeOf = (key: string) => {
    if (!known.has(key)) known.set(key, wholeSpread(view, key, end, { most, buckets }));
    return known.get(key);
  };
  const first = Math.min(
    ...keys.map((key) => {
      const at = wholeOf(key)?.values.findIndex((value) => value !== null) ?? 0;
      return at < 0 ? buckets : at;
    }),
  );
  const length = most * (1 - first / buckets);
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
function wholeSpread(
  view: View,
  key: string,
  end: number,
  { most, buckets }: { readonly most: number; readonly buckets: number },
): Spread | undefined {
  const recent = view.state.history.spread(key, end - most, end, buckets);
  const { stored } = view;
  const missing = recent.values.lastIndexOf(null);
  if (!stored || missing < 0) return recent;
  // Ends where the memory begins, so that it is read once and not again for each part that the chart moves on.
  const after = buckets - 1 - missing;
  const length = most / buckets;
  const to = alignedEnd(end, length) - after * length;
  const older = stored.window(key, to - most, to, buckets);
  if (older) return joined(recent, since(later(older, after), end - most), () => true);
  return missing === buckets - 1 && stored.reading && recent.peak === undefined ? undefined : recent;
}

/** The same series `parts` parts later; what comes then is not known. */
function later(spread: Spread, parts: number): Spread {
  return mapped(spread, (values) => values.slice(parts));
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

function mapped(
  { values, least, most, peak }: Spread,
  of: (values: Spread['values']) => Spread['values'],
): Spread {
  return { values: of(values), least: of(least), most: of(most), peak };
}
