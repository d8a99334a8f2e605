import { ageOf, STALE_INTERVALS } from '../../cluster/freshness.ts';
import { alwaysPolled } from '../../cluster/resources.ts';
import type { ClusterState, Resource } from '../../cluster/state.ts';
import { unreadableNumber } from '../../protocol/parsed-response.ts';
import { coverageOf } from '../../triage/coverage/coverage.ts';
import { type Judged, unhealthyStreams } from '../streams/unhealthy-streams.ts';
import { clusterMetrics } from './cluster-metrics.ts';
import { listMetrics, unhealthyMetrics } from './list-metrics.ts';
import { gauge, type Metric } from './metric.ts';
import { problemMetrics } from './problem-metrics.ts';
import { serverMetrics } from './server-metrics.ts';
import { streamMetrics } from './stream-metrics.ts';

/** After this many failed polls the cluster counts as down, even while another poll is running. */
const DOWN_INTERVALS = 2;

/**
 * The cluster as metrics. Names and labels are stable. Their number depends on servers and groups, never on
 * viewers, and on streams only up to `mostStreams`. A value that is unknown or too old is left out and never 0.
 */
export function metrics(state: ClusterState, triage: Judged, now: number, mostStreams = 0): Metric[] {
  return metricFamilies(state, triage, now, mostStreams).filter(({ samples }) => samples.length > 0);
}

/** The same, including metrics without a sample. For an empty state this is the list of all names. */
export function metricFamilies(
  state: ClusterState,
  triage: Judged,
  now: number,
  mostStreams: number,
): Metric[] {
  const { dashboard, topology } = state;
  const streams = isCurrent(state.streamSweep, now) ? state.streamSweep.value : undefined;
  const serversFresh = isCurrent(dashboard, now) || isCurrent(topology, now);
  return [
    ...resourceMetrics(state, now),
    ...problemMetrics(triage.problems, state.url),
    ...clusterMetrics(isCurrent(dashboard, now) ? dashboard.value : undefined),
    ...serverMetrics(serversFresh ? state.servers : undefined),
    ...unhealthyMetrics(streams && unhealthyStreams(state, triage)),
    ...listMetrics(
      streams,
      isCurrent(state.applicationSweep, now) ? state.applicationSweep.value : undefined,
      isCurrent(state.journalResource, now) ? state.journal.totalItems : undefined,
    ),
    ...(mostStreams > 0 ? streamMetrics(streams, mostStreams) : []),
  ];
}

function isCurrent(resource: Resource<unknown>, now: number, intervals = STALE_INTERVALS): boolean {
  const age = ageOf(resource, now);
  return age !== undefined && age <= intervals * (resource.interval ?? 0);
}

function resourceMetrics(state: ClusterState, now: number): Metric[] {
  const each = (value: (resource: Resource<unknown>) => number | undefined) =>
    alwaysPolled.map(({ name, key }) => ({ labels: { resource: name }, value: value(state[key]) }));
  const up = (of: Resource<unknown>) => Number(of.error === undefined && isCurrent(of, now, DOWN_INTERVALS));
  const age = (of: Resource<unknown>) => {
    const ms = ageOf(of, now);
    return ms === undefined ? undefined : ms / 1000;
  };
  return [
    gauge('up', 'Whether the last poll of the resource succeeded and is not too old.', each(up)),
    gauge('resource_age_seconds', 'Time since the last good answer.', each(age), 'seconds'),
    gauge(
      'resource_unreadable_items',
      'Items of the last answer that were not understood.',
      each((of) => (of.updatedAt === undefined ? undefined : unreadableNumber(of.unreadable))),
    ),
    gauge(
      'figure_read',
      'Whether a figure by which problems are judged could be read.',
      coverageOf(state).map(({ figure, reading }) => ({
        labels: { figure: figure.replaceAll(' ', '_') },
        value: Number(reading === 'read'),
      })),
    ),
    gauge(
      'figure_undecided',
      'Whether a figure that was not read could hide a problem: while it is 1, nobody can say that all is well.',
      coverageOf(state).map(({ figure, decides }) => ({
        labels: { figure: figure.replaceAll(' ', '_') },
        value: Number(decides),
      })),
    ),
    gauge('login_up', 'Whether castwatch is logged in to a cluster that answers.', [
      { value: Number(state.session.status === 'ok' && up(state.dashboard) === 1) },
    ]),
  ];
}
