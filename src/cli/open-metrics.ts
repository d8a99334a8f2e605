import { Counter, Gauge, type OpenMetricsContentType, Registry } from 'prom-client';
import type { Metric } from '../views/metric.ts';

export const OPEN_METRICS_TYPE = Registry.OPENMETRICS_CONTENT_TYPE;

/**
 * The metrics in the OpenMetrics text format. A registry of its own for each text: a server or a group that has gone
 * leaves no sample behind, and what was never set has none.
 */
export async function openMetricsText(metrics: readonly Metric[]): Promise<string> {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(OPEN_METRICS_TYPE);
  for (const { name, help, type, samples } of metrics) {
    const labelNames = Object.keys(samples[0]?.labels ?? {});
    const configuration = { name, help, labelNames, registers: [registry] };
    if (type === 'counter') {
      const counter = new Counter(configuration);
      for (const { labels, value } of samples) counter.inc(labels, value);
    } else {
      const gauge = new Gauge(configuration);
      for (const { labels, value } of samples) gauge.set(labels, value);
    }
  }
  return withUnits(await registry.metrics(), metrics);
}

/** prom-client writes no units; the format wants them beside the type. */
function withUnits(text: string, metrics: readonly Metric[]): string {
  const units = new Map(
    metrics.flatMap(({ name, unit }) => (unit === undefined ? [] : [[name, unit] as const])),
  );
  return text.replace(/^# TYPE (\S+) \S+$/gm, (line, name: string) => {
    const unit = units.get(name);
    return unit === undefined ? line : `${line}\n# UNIT ${name} ${unit}`;
  });
}
