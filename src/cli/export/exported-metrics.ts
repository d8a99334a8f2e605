import { createClusterStore } from '../../cluster/store.ts';
import { noTriage } from '../../triage/engine.ts';
import { defaultThresholds } from '../../triage/thresholds.ts';
import type { Metric } from '../../views/metrics/metric.ts';
import { metricFamilies } from '../../views/metrics/metrics.ts';
import { processMetrics } from './process-metrics.ts';
import { createRequestMetrics } from './request-metrics.ts';

const SUFFIXES: Readonly<Record<Metric['type'], string>> = { gauge: '', counter: '_total', info: '_info' };

/** Everything that `castwatch export` may serve, for the manual: names as Prometheus knows them, and what they are. */
export function exportedMetrics(): readonly { readonly name: string; readonly help: string }[] {
  const { getState } = createClusterStore({ name: '', url: '' });
  const families = [
    ...metricFamilies(getState(), noTriage(defaultThresholds), 0, 1),
    ...createRequestMetrics().families(),
    ...processMetrics(0),
  ];
  return families.map(({ name, type, help }) => ({ name: `${name}${SUFFIXES[type]}`, help }));
}
