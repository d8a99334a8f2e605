import {
  type Dashboard,
  type HealthSummary,
  type LimitedMeasure,
  type Load,
  limitedLoad,
} from '../../protocol/dashboard.ts';
import { counter, gauge, labelText, type Metric, type MetricSample, type MetricUnit } from './metric.ts';

const MOST_GROUPS = 500;
const MOST_GRADES = 50;

export interface Measure {
  readonly measure: LimitedMeasure;
  readonly name: string;
  readonly what: string;
  readonly unit?: MetricUnit;
}

export const measures: readonly Measure[] = [
  { measure: 'viewers', name: 'viewers', what: 'Viewers' },
  { measure: 'streams', name: 'streams', what: 'Streams' },
  { measure: 'in', name: 'in', what: 'Incoming traffic', unit: 'bytes_per_second' },
  { measure: 'out', name: 'out', what: 'Outgoing traffic', unit: 'bytes_per_second' },
  { measure: 'transcode', name: 'transcode_tasks', what: 'Active transcode tasks' },
];

/** Totals, groups and health of the dashboard (A11). A metric without a limit means no limit, or an unknown one. */
export function clusterMetrics(dashboard: Dashboard | undefined): Metric[] {
  return [
    ...measures.flatMap((measure) => measureMetrics(measure, dashboard)),
    counter(
      'cluster_in_bytes',
      'Bytes received since the counters began.',
      [{ value: dashboard?.incomingTraffic?.totalBytes }],
      'bytes',
    ),
    counter(
      'cluster_out_bytes',
      'Bytes sent since the counters began.',
      [{ value: dashboard?.outgoingTraffic?.totalBytes }],
      'bytes',
    ),
    gauge(
      'cluster_streams_by_grade',
      'Streams of the cluster by health grade, as it counts them.',
      graded(dashboard?.streamHealthSummary),
    ),
    gauge(
      'cluster_viewers_by_grade',
      'Viewers of the cluster by health grade, as it counts them.',
      graded(dashboard?.viewerHealthSummary),
    ),
  ];
}

/** Metric name of a figure, for the cluster or for each group or server, without the common prefix. */
export function measureName(
  { name, unit }: { readonly name: string; readonly unit?: MetricUnit | undefined },
  of: 'cluster' | 'group' | 'server',
  what?: 'limit',
): string {
  return [of, name, what, unit].filter((part) => part !== undefined).join('_');
}

function measureMetrics(measure: Measure, dashboard: Dashboard | undefined): Metric[] {
  const { what, unit } = measure;
  const { total, groups } = limitedLoad(dashboard, measure.measure) ?? {};
  const each = (groups ?? [])
    .slice(0, MOST_GROUPS)
    .map(({ name, ...load }) => ({ labels: { group: labelText(name) }, ...load }));
  const gaugesOf = (of: 'cluster' | 'group', whose: string, loads: readonly LabelledLoad[]) => {
    const limits = loads.map(({ labels, limit }) => ({ labels, value: limit }));
    return [
      gauge(measureName(measure, of), `${what} of ${whose}.`, loads, unit),
      gauge(measureName(measure, of, 'limit'), `${what}: limit of ${whose}.`, limits, unit),
    ];
  };
  return [
    ...gaugesOf('cluster', 'the cluster', [{ labels: {}, ...total }]),
    ...gaugesOf('group', 'a group', each),
  ];
}

type LabelledLoad = Load & Pick<MetricSample, 'labels'>;

function graded(summary: HealthSummary | null | undefined) {
  return (summary?.labels ?? [])
    .slice(0, MOST_GRADES)
    .map((grade, at) => ({ labels: { grade: labelText(grade) }, value: summary?.series[at] }));
}
