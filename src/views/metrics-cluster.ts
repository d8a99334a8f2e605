import type { Dashboard, GroupedLoad, GroupLoad, HealthSummary } from '../protocol/dashboard.ts';
import { gauge, labelOf, type Metric, type MetricUnit } from './metric.ts';

const MOST_GROUPS = 500;
const MOST_GRADES = 50;

interface Measure {
  readonly name: string;
  readonly what: string;
  readonly unit?: MetricUnit;
  readonly of: (dashboard: Dashboard) => GroupedLoad | null | undefined;
}

const measures: readonly Measure[] = [
  { name: 'viewers', what: 'Viewers', of: (d) => d.viewersStats },
  { name: 'streams', what: 'Streams', of: (d) => d.streamStats },
  { name: 'in', what: 'Incoming traffic', unit: 'bytes_per_second', of: (d) => d.incomingTraffic },
  { name: 'out', what: 'Outgoing traffic', unit: 'bytes_per_second', of: (d) => d.outgoingTraffic },
  { name: 'transcode_tasks', what: 'Active transcode tasks', of: (d) => d.transcodeStats },
];

/** Totals, groups and health of the dashboard (A11). A limit that is absent is none, or not known. */
export function clusterMetrics(dashboard: Dashboard | undefined): Metric[] {
  if (!dashboard) return [];
  return [
    ...measures.flatMap((measure) => measureMetrics(measure, dashboard)),
    counter(
      'cluster_in_bytes',
      'Bytes received since the counters began.',
      dashboard.incomingTraffic?.totalBytes,
    ),
    counter(
      'cluster_out_bytes',
      'Bytes sent since the counters began.',
      dashboard.outgoingTraffic?.totalBytes,
    ),
    gauge(
      'health_streams',
      'Streams by health grade, as the cluster counts them.',
      graded(dashboard.streamHealthSummary),
    ),
    gauge(
      'health_viewers',
      'Viewers by health grade, as the cluster counts them.',
      graded(dashboard.viewerHealthSummary),
    ),
  ];
}

function measureMetrics({ name, what, unit, of }: Measure, dashboard: Dashboard): Metric[] {
  const stats = of(dashboard);
  const suffix = unit === undefined ? '' : `_${unit}`;
  const groups = (stats?.groups ?? []).slice(0, MOST_GROUPS);
  const total = stats?.total;
  const each = (value: (group: GroupLoad) => number | null | undefined) =>
    groups.map((group) => ({ labels: { group: labelOf(group.name) }, value: value(group) }));
  return [
    gauge(`cluster_${name}${suffix}`, `${what} of the cluster.`, [{ value: total?.value }], unit),
    gauge(
      `cluster_${name}_limit${suffix}`,
      `${what}: limit of the cluster.`,
      [{ value: total?.limit }],
      unit,
    ),
    gauge(
      `group_${name}${suffix}`,
      `${what} of a group.`,
      each(({ value }) => value),
      unit,
    ),
    gauge(
      `group_${name}_limit${suffix}`,
      `${what}: limit of a group.`,
      each(({ limit }) => limit),
      unit,
    ),
  ];
}

function counter(name: string, help: string, value: number | null | undefined): Metric {
  return {
    ...gauge(name, help, [{ value: value != null && value >= 0 ? value : undefined }], 'bytes'),
    type: 'counter',
  };
}

function graded(summary: HealthSummary | null | undefined) {
  return (summary?.labels ?? [])
    .slice(0, MOST_GRADES)
    .map((grade, at) => ({ labels: { grade: labelOf(grade) }, value: summary?.series[at] }));
}
