import { safeText } from '../base/safe-text.ts';

/** Base units as the names of metrics end with them. */
export type MetricUnit = 'bytes' | 'bytes_per_second' | 'seconds' | 'ratio';

export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One metric with all its samples. A counter's name is without `_total`. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly unit?: MetricUnit | undefined;
  readonly samples: readonly MetricSample[];
}

/** Characters of a label's value. */
const MOST_TEXT = 128;
/** Values that a label made of a server's words takes; what is beyond them is counted as `other`. */
const MOST_WORDS = 50;

/** A gauge; samples without a value are left out. */
export function gauge(
  name: string,
  help: string,
  samples: readonly {
    readonly labels?: Readonly<Record<string, string>>;
    readonly value: number | null | undefined;
  }[],
  unit?: MetricUnit,
): Metric {
  const known = samples.flatMap(({ labels = {}, value }) =>
    value == null || !Number.isFinite(value) ? [] : [{ labels, value }],
  );
  return { name: `castwatch_${name}`, help, type: 'gauge', unit, samples: known };
}

/** Text of a server as a label: harmless, and no longer than it is useful. */
export function labelOf(text: string | null | undefined): string {
  return safeText(text ?? '', MOST_TEXT);
}

/** How often each word was counted: at most fifty words, the most frequent, and the rest as `other`. */
export function tally(words: Iterable<string | null | undefined>): { word: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(labelOf(word), (counts.get(labelOf(word)) ?? 0) + 1);
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const shown = sorted.slice(0, MOST_WORDS).map(([word, count]) => ({ word, count }));
  const rest = sorted.slice(MOST_WORDS).reduce((sum, [, count]) => sum + count, 0);
  return rest > 0 ? [...shown, { word: 'other', count: rest }] : shown;
}
