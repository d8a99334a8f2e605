import type { Metric, MetricSample } from '../../views/metrics/metric.ts';
import type { MetricsFormat } from './metrics-server.ts';

const TYPES: Readonly<Record<MetricsFormat, string>> = {
  open: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  text: 'text/plain; version=0.0.4; charset=utf-8',
};

/**
 * The metrics in the OpenMetrics format, or in Prometheus's older text format. Each sample has `labels`, too. It is
 * written directly: building a registry for each text takes ten times as long.
 */
export function metricsText(
  metrics: readonly Metric[],
  format: MetricsFormat,
  labels: Readonly<Record<string, string>> = {},
): { readonly type: string; readonly text: string } {
  const isOpen = format === 'open';
  const common = labelPairs(labels);
  const lines: string[] = [];
  for (const metric of metrics) {
    const { name, help, type, unit } = metric;
    const sampleName = `${name}${SUFFIXES[type]}`;
    // Only OpenMetrics has infos, units, and family names without the suffix.
    const family = isOpen ? name : sampleName;
    lines.push(`# HELP ${family} ${escaped(help, isOpen)}`);
    lines.push(`# TYPE ${family} ${!isOpen && type === 'info' ? 'gauge' : type}`);
    if (isOpen && unit !== undefined) lines.push(`# UNIT ${family} ${unit}`);
    for (const [pairs, value] of distinct(metric, common)) {
      lines.push(`${sampleName}${pairs === '' ? '' : `{${pairs}}`} ${value}`);
    }
  }
  if (isOpen) lines.push('# EOF');
  return { type: TYPES[format], text: `${lines.join('\n')}\n` };
}

const SUFFIXES: Readonly<Record<Metric['type'], string>> = { gauge: '', counter: '_total', info: '_info' };

/** A scraper refuses a text with two samples of equal labels: of a gauge the last counts, counters are added. */
function distinct({ type, samples }: Metric, common: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { labels, value } of samples) {
    const own = labelPairs(labels);
    const pairs = own === '' || common === '' ? own + common : `${own},${common}`;
    found.set(pairs, type === 'counter' ? (found.get(pairs) ?? 0) + value : value);
  }
  return found;
}

function labelPairs(labels: MetricSample['labels']): string {
  let pairs = '';
  for (const name in labels) {
    pairs += `${pairs === '' ? '' : ','}${name}="${escaped(labels[name] ?? '', true)}"`;
  }
  return pairs;
}

/** Help of the older format has its quotes as they are. */
function escaped(text: string, hasQuotes: boolean): string {
  if (!/[\\\n"]/.test(text)) return text;
  const safe = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return hasQuotes ? safe.replaceAll('"', '\\"') : safe;
}
