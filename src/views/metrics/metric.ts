import { safeText } from '../../base/safe-text.ts';

/** Base units, as they end the names of metrics. */
export type MetricUnit = 'bytes' | 'bytes_per_second' | 'seconds' | 'ratio';

export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  /** Which number of a histogram it is. */
  readonly part?: '_bucket' | '_count' | '_sum';
}

/** One metric with all its samples. The name of a counter has no `_total`, that of an info no `_info`. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter' | 'info' | 'histogram';
  readonly unit?: MetricUnit | undefined;
  readonly samples: readonly MetricSample[];
}

/** Most characters of a label's value. */
const MAX_TEXT_CHARACTERS = 128;
/** Most values of a label that contains a server's words; further ones are counted as `other`. */
const MOST_WORDS = 50;

interface PossibleSample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value?: number | null | undefined;
}

export function gauge(
  name: string,
  help: string,
  samples: readonly PossibleSample[],
  unit?: MetricUnit,
): Metric {
  // Any value may be missing; an unknown value has no sample.
  const known = samples.flatMap(({ labels = {}, value }) =>
    value == null || !Number.isFinite(value) ? [] : [{ labels, value }],
  );
  return { name: metricName(name), help, type: 'gauge', unit, samples: known };
}

/**
 * A counter: a number that only grows while the program runs. Samples without a value, or below 0, are left out.
 */
export function counter(...metric: Parameters<typeof gauge>): Metric {
  const { samples, ...rest } = gauge(...metric);
  return { ...rest, type: 'counter', samples: samples.filter(({ value }) => value >= 0) };
}

export function metricName(name: string): string {
  return `castwatch_${name}`;
}

export function labelText(text: string | null | undefined): string {
  return safeText(text ?? '', MAX_TEXT_CHARACTERS);
}

/**
 * Frequency of each word: at most the fifty most frequent ones; the others are counted as `other`. A known word that does
 * not occur is 0, because a series that ends is no zero for Prometheus.
 */
export function tally(words: Iterable<string | null | undefined>, known: Iterable<string>) {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(labelText(word), (counts.get(labelText(word)) ?? 0) + 1);
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const shown = sorted.slice(0, MOST_WORDS).map(([word, count]) => ({ word, count }));
  const rest = sorted.slice(MOST_WORDS).reduce((sum, [, count]) => sum + count, 0);
  const found = new Set([...counts.keys()].map((word) => word.toLowerCase()));
  const absent = [...known].filter((word) => !found.has(word.toLowerCase()));
  return [
    ...shown,
    ...(rest > 0 ? [{ word: 'other', count: rest }] : []),
    ...absent.map((word) => ({ word, count: 0 })),
  ];
}

/** The labels of a sample in the text formats of Prometheus, without braces. */
export function labelPairs(labels: Readonly<Record<string, string>>): string {
  let pairs = '';
  for (const name in labels) {
    pairs += `${pairs === '' ? '' : ','}${name}="${escapedText(labels[name] ?? '', true)}"`;
  }
  return pairs;
}

/** Help of the older format has its quotes as they are. */
export function escapedText(text: string, hasQuotes: boolean): string {
  if (!/[\\\n"]/.test(text)) return text;
  const safe = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return hasQuotes ? safe.replaceAll('"', '\\"') : safe;
}
