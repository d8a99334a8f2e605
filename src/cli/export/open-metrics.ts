import { Counter, Gauge, Registry, type RegistryContentType } from 'prom-client';
import type { Metric } from '../../views/metrics/metric.ts';
import type { MetricsFormat } from './metrics-server.ts';

const OPEN_METRICS_TYPE = Registry.OPENMETRICS_CONTENT_TYPE;
const TEXT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * The metrics in the OpenMetrics format, or in Prometheus's older text format. Each text has its own registry, so
 * that a removed server or group leaves no sample, and a metric without a value has none. Each sample has `labels`,
 * too.
 */
export async function metricsText(
  metrics: readonly Metric[],
  format: MetricsFormat,
  labels: Readonly<Record<string, string>> = {},
): Promise<{ readonly type: string; readonly text: string }> {
  const isOpen = format === 'open';
  const type = isOpen ? OPEN_METRICS_TYPE : TEXT_TYPE;
  const registry = new Registry<RegistryContentType>();
  registry.setContentType(type);
  registry.setDefaultLabels(labels);
  for (const { name, help, type: kind, samples } of metrics) {
    const labelNames = Object.keys(samples[0]?.labels ?? {});
    const configuration = { name, help, labelNames, registers: [registry] };
    if (kind === 'counter') {
      // Only OpenMetrics adds the suffix itself.
      const counter = new Counter({ ...configuration, name: isOpen ? name : `${name}_total` });
      for (const { labels, value } of samples) counter.inc(labels, value);
    } else {
      const gauge = new Gauge({ ...configuration, name: kind === 'info' ? `${name}_info` : name });
      for (const { labels, value } of samples) gauge.set(labels, value);
    }
  }
  const text = await registry.metrics();
  return { type, text: isOpen ? withUnits(withInfos(text, metrics), metrics) : text };
}

/**
 * prom-client does not support infos: OpenMetrics requires their type, and their family name without the suffix.
 */
function withInfos(text: string, metrics: readonly Metric[]): string {
  const infos = new Set(metrics.filter(({ type }) => type === 'info').map(({ name }) => `${name}_info`));
  return text.replace(
    /^# (HELP|TYPE) (\S+)_info (.*)$/gm,
    (line, word: string, name: string, rest: string) =>
      infos.has(`${name}_info`) ? `# ${word} ${name} ${word === 'TYPE' ? 'info' : rest}` : line,
  );
}

/** prom-client does not write units; OpenMetrics has them next to the type. */
function withUnits(text: string, metrics: readonly Metric[]): string {
  const units = new Map(
    metrics.flatMap(({ name, unit }) => (unit === undefined ? [] : [[name, unit] as const])),
  );
  return text.replace(/^# TYPE (\S+) \S+$/gm, (line, name: string) => {
    const unit = units.get(name);
    return unit === undefined ? line : `${line}\n# UNIT ${name} ${unit}`;
  });
}
