import { escapedText, labelPairs, type Metric, type MetricSample } from '../../views/metrics/metric.ts';
import type { MetricsFormat } from './metrics-server.ts';

const TYPES: Readonly<Record<MetricsFormat, string>> = {
  open: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  text: 'text/plain; version=0.0.4; charset=utf-8',
};

/** Metrics that have the same additional labels, such as those of one cluster. */
export interface MetricsPart {
  readonly metrics: readonly Metric[];
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * The metrics in the OpenMetrics format, or in Prometheus's older text format. Each sample has the labels of its part,
 * too; a metric of several parts is one family. It is written directly: building a registry for each text takes ten
 * times as long.
 */
export function metricsText(
  parts: readonly MetricsPart[],
  format: MetricsFormat,
): { readonly type: string; readonly text: string } {
  const isOpen = format === 'open';
  const families = new Map<string, { readonly metric: Metric; samples: string }>();
  for (const { metrics, labels = {} } of parts) {
    const pairsOf = pairsWith(labelPairs(labels));
    for (const metric of metrics) {
      const family = families.get(metric.name) ?? { metric, samples: '' };
      families.set(metric.name, family);
      const name = sampleName(metric);
      for (const [pairs, value] of distinct(metric, pairsOf)) family.samples += `${name}${pairs}${value}\n`;
    }
  }
  let text = '';
  for (const { metric, samples } of families.values()) {
    const { name, help, type, unit } = metric;
    // Only OpenMetrics has infos, units, and family names without the suffix.
    const family = isOpen ? name : sampleName(metric);
    text += `# HELP ${family} ${escapedText(help, isOpen)}\n`;
    text += `# TYPE ${family} ${!isOpen && type === 'info' ? 'gauge' : type}\n`;
    if (isOpen && unit !== undefined) text += `# UNIT ${family} ${unit}\n`;
    text += samples;
  }
  if (isOpen) text += '# EOF\n';
  return { type: TYPES[format], text };
}

/** Returns a function that writes the labels of a sample, with the common ones after them. */
function pairsWith(common: string): (own: MetricSample['labels']) => string {
  // All metrics of a server share one object with its labels.
  const known = new Map<MetricSample['labels'], string>();
  return (own) => {
    const before = known.get(own);
    if (before !== undefined) return before;
    const pairs = [labelPairs(own), common].filter((part) => part !== '').join(',');
    const written = pairs === '' ? ' ' : `{${pairs}} `;
    known.set(own, written);
    return written;
  };
}

export function sampleName({ name, type }: Metric): string {
  return `${name}${SUFFIXES[type]}`;
}

const SUFFIXES: Readonly<Record<Metric['type'], string>> = {
  gauge: '',
  counter: '_total',
  info: '_info',
  histogram: '',
};

/** A scraper refuses a text with two samples of equal labels: of a gauge the last counts, all others are added. */
function distinct(
  { type, samples }: Metric,
  pairsOf: (labels: MetricSample['labels']) => string,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const isSum = type === 'counter' || type === 'histogram';
  for (const { labels, value, part = '' } of samples) {
    const pairs = `${part}${pairsOf(labels)}`;
    found.set(pairs, isSum ? (found.get(pairs) ?? 0) + value : value);
  }
  return found;
}
