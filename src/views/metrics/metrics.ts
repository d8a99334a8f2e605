import { type CopiesFigures, sumCopies } from '../../cluster/figures.ts';
import { ageOf, STALE_INTERVALS } from '../../cluster/freshness.ts';
import { alwaysPolled } from '../../cluster/resources.ts';
import type { ClusterState, Resource, ServerRecord, Sweep } from '../../cluster/state.ts';
import { streamGrades } from '../../history/samples/kinds.ts';
import { type Application, applicationTypes } from '../../protocol/application.ts';
import { unreadableNumber } from '../../protocol/parsed-response.ts';
import type { Stream } from '../../protocol/stream.ts';
import { type Coverage, coverageOf } from '../../triage/coverage/coverage.ts';
import type { TriageState } from '../../triage/engine.ts';
import { streamStates } from '../../triage/stream-health.ts';
import { incidentCounts } from '../problems/counts.ts';
import { type ServerColumn, serverColumns } from '../servers/columns.ts';
import { totalAtRisk, type UnhealthyStream, unhealthyStreams } from '../streams/unhealthy-streams.ts';
import { clusterMetrics } from './cluster-metrics.ts';
import { gauge, labelText, type Metric, tally } from './metric.ts';
import { ofStreams } from './stored-metrics.ts';

/** After this many failed polls the cluster counts as down, even while another poll is running. */
const DOWN_INTERVALS = 2;

/**
 * The cluster as metrics. Names and labels are stable. Their number depends on servers and groups, never on
 * viewers, and on streams only up to `mostStreams`. A value that is unknown or too old is left out and never 0.
 */
export function metrics(state: ClusterState, triage: TriageState, now: number, mostStreams = 0): Metric[] {
  return metricFamilies(state, triage, now, mostStreams).filter(({ samples }) => samples.length > 0);
}

/** The same, including metrics without a sample. For an empty state this is the list of all names. */
export function metricFamilies(
  state: ClusterState,
  triage: TriageState,
  now: number,
  mostStreams: number,
): Metric[] {
  const { dashboard, topology } = state;
  const streams = isCurrent(state.streamSweep, now) ? state.streamSweep.value : undefined;
  const serversFresh = isCurrent(dashboard, now) || isCurrent(topology, now);
  return [
    ...resourceMetrics(state, now),
    ...problemMetrics(triage, now),
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
  const judged = (is: (row: Coverage) => boolean) =>
    coverageOf(state).map((row) => ({
      labels: { figure: row.figure.replaceAll(' ', '_') },
      value: Number(is(row)),
    }));
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
      judged(({ reading }) => reading === 'read'),
    ),
    gauge(
      'figure_undecided',
      'Whether a figure that was not read could hide a problem: while it is 1, nobody can say that all is well.',
      judged(({ decides }) => decides),
    ),
    gauge('login_up', 'Whether castwatch is logged in to a cluster that answers.', [
      { value: Number(state.session.status === 'ok' && up(state.dashboard) === 1) },
    ]),
  ];
}

/** How many problems and incidents stand. Those that planned work explains raise no alert, and are counted separately. */
function problemMetrics({ problems: all, since }: TriageState, now: number): Metric[] {
  const problems = all.filter(({ acknowledged }) => !acknowledged?.planned);
  const counts = incidentCounts(problems);
  return [
    gauge(
      'judged_seconds',
      'For how long problems have been judged; in the first minutes not all are found.',
      [{ value: since && (now - since) / 1000 }],
      'seconds',
    ),
    gauge(
      'incidents',
      'Incidents by severity, as the screens count them: a cause and its effects are one, and acknowledged ones count.',
      (['critical', 'warning', 'info'] as const).map((severity) => ({
        labels: { severity },
        value: counts[severity],
      })),
    ),
    gauge(
      'planned_problems',
      'Standing problems that planned work is expected to cause; no other metric counts them.',
      [{ value: all.length - problems.length }],
    ),
  ];
}

function unhealthyMetrics(streams: readonly UnhealthyStream[] | undefined): Metric[] {
  const atRisk = streams && (streams.length === 0 ? 0 : totalAtRisk(streams));
  return [
    gauge('unhealthy_streams', 'Streams that were read and are unhealthy.', [{ value: streams?.length }]),
    gauge('viewers_at_risk', 'Viewers at risk of the unhealthy streams.', [{ value: atRisk }]),
  ];
}

/** Counts over the lists; undefined ones are not known. Of a large cluster the lists are read only in part. */
function listMetrics(
  streams: Sweep<Stream> | undefined,
  applications: Sweep<Application> | undefined,
  journalEntries: number | undefined,
): Metric[] {
  const unlinked = [...(applications?.items.values() ?? [])].filter(
    ({ clusterConnection }) => clusterConnection === false,
  );
  return [
    gauge('listed_streams', 'Rows of the stream list, copies too; it may cover only one server.', [
      { value: streams?.totalItems },
    ]),
    tallied(
      ['read_streams', 'Rows of the stream list that were read, by state.', 'state'],
      streams,
      streamStates,
    ),
    tallied(
      ['read_streams_by_grade', 'The same rows by health grade.', 'healthGrade'],
      streams,
      streamGrades,
    ),
    tallied(
      ['applications', 'Applications that were read, by type.', 'type'],
      applications,
      applicationTypes,
    ),
    gauge('unlinked_applications', 'Applications without a connection to the cluster manager.', [
      { value: applications && unlinked.length },
    ]),
    gauge('journal_entries', 'Entries that the journal holds.', [{ value: journalEntries }]),
  ];
}

/** How many items there are of each word in a member; no samples of a list that was not read. */
function tallied<Member extends string>(
  [name, help, member]: readonly [name: string, help: string, member: Member],
  sweep: Sweep<{ readonly [M in Member]?: string | null | undefined }> | undefined,
  known: Iterable<string>,
): Metric {
  const label = member === 'healthGrade' ? 'grade' : member;
  const counts = sweep
    ? tally(
        [...sweep.items.values()].map((item) => item[member]),
        known,
      )
    : [];
  return gauge(
    name,
    help,
    counts.map(({ word, count }) => ({ labels: { [label]: word }, value: count })),
  );
}

/** Most servers with their own metrics, by name: a choice by load would change with every poll. */
const MOST_SERVERS = 2_000;

/** Load of each server that answers; for a missing one only that it is missing. Undefined means unknown. */
function serverMetrics(servers: readonly ServerRecord[] | undefined): Metric[] {
  const all = servers ?? [];
  const shown = [...all].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MOST_SERVERS);
  const rows = shown.map((record) => ({
    labels: { server: labelText(record.name), group: labelText(record.server.groupName) },
    here: record.misses === 0,
    record,
  }));
  const each = (value: ServerColumn['value']) =>
    rows.map(({ labels, here, record }) => {
      const figure = here ? value?.(record, []) : undefined;
      return { labels, value: typeof figure === 'number' ? figure : undefined };
    });
  const isGone = ({ goneSince }: ServerRecord) => goneSince !== undefined;
  return [
    gauge('servers', 'Servers of the topology by presence.', [
      { labels: { presence: 'present' }, value: servers?.filter(({ misses }) => misses === 0).length },
      { labels: { presence: 'gone' }, value: servers?.filter(isGone).length },
    ]),
    gauge('servers_without_metrics', 'Servers beyond the 2,000 that have metrics of their own.', [
      { value: servers && all.length - shown.length },
    ]),
    gauge(
      'server_up',
      'Whether the server is in the topology.',
      rows.map(({ labels, here }) => ({ labels, value: Number(here) })),
    ),
    ...serverColumns.flatMap(({ metrics = [], value: own }) =>
      metrics.map(({ name, help, unit, value = own }) => gauge(name, help, each(value), unit)),
    ),
  ];
}

const figures = {
  viewers: ({ viewers }: CopiesFigures) => viewers,
  in: ({ inBandwidth }: CopiesFigures) => inBandwidth,
  out: ({ outBandwidth }: CopiesFigures) => outBandwidth,
  health: ({ health }: CopiesFigures) => (health === undefined ? undefined : health / 100),
};

/**
 * Figures of single streams, by application and key: at most `most` streams, those with the most viewers. Viewers
 * and outgoing traffic are sums over the copies, incoming traffic is that of the copy with the most, health that of
 * the worst copy.
 */
function streamMetrics(sweep: Sweep<Stream> | undefined, most: number): Metric[] {
  const copies = Map.groupBy(sweep?.items.values() ?? [], (stream) => JSON.stringify(labelsOf(stream)));
  const all = [...copies.values()].map((own) => ({ labels: labelsOf(own[0] as Stream), ...sumCopies(own) }));
  const shown = all.toSorted((a, b) => (b.viewers ?? 0) - (a.viewers ?? 0)).slice(0, most);
  const each = (value: (stream: CopiesFigures) => number | undefined) =>
    shown.map((stream) => ({ labels: stream.labels, value: value(stream) }));
  return [
    ...ofStreams.map(([, name, column, help, unit]) => gauge(name, help, each(figures[column]), unit)),
    gauge('streams_without_metrics', 'Streams beyond those that have metrics of their own.', [
      { value: sweep && all.length - shown.length },
    ]),
  ];
}

function labelsOf({ application, streamKey, id }: Stream) {
  return { application: labelText(application), stream: labelText(streamKey ?? id) };
}
