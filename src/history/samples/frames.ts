import { listedStreams } from '../../cluster/copies.ts';
import { groupValues } from '../../cluster/create-history.ts';
import { measuredScore, mostKnown, streamName, sumCopies } from '../../cluster/figures.ts';
import { serverFigureNames, serverFigures } from '../../cluster/server-figures.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import { type Application, applicationId } from '../../protocol/application.ts';
import {
  type Dashboard,
  type HealthSummary,
  limitedLoad,
  limitedMeasures,
} from '../../protocol/dashboard.ts';
import type { Stream } from '../../protocol/stream.ts';
import { type Frame, kinds, streamGrades } from './kinds.ts';

type Values = readonly (number | null)[];

/** Two decimals are precise enough for a percentage, and compress well. */
const rounded = (value: number | null | undefined): number | null =>
  value == null ? null : Math.round(value * 100) / 100;

/** The samples of `state` that are newer than those of `before`: one frame for each kind. */
export function framesOf(state: ClusterState, before: ClusterState | undefined): Frame[] {
  const frames: Frame[] = [];
  const { dashboard, streamSweep, applicationSweep, servers } = state;
  const { value, updatedAt: at } = dashboard;
  if (value && at !== undefined && at !== before?.dashboard.updatedAt) {
    frames.push({ kind: 'total', at, rows: new Map([['cluster', totalSample(value, state.journal)]]) });
    frames.push({ kind: 'group', at, rows: groupSamples(value) });
    if (tenSeconds(at) !== tenSeconds(before?.dashboard.updatedAt))
      frames.push({ kind: 'grade', at, rows: gradeSamples(value) });
  }
  const there = servers.filter(({ misses }) => misses === 0);
  const seenAt = latest(there);
  if (seenAt !== undefined && seenAt !== latest(before?.servers ?? [])) {
    frames.push({
      kind: 'server',
      at: seenAt,
      rows: new Map(
        there.map(({ name, server }) => [
          name,
          serverFigureNames.map((figure) => rounded(serverFigures[figure].read(server))),
        ]),
      ),
    });
    frames.push({ kind: 'application', at: seenAt, rows: new Map(there.flatMap(applicationSamples)) });
  }
  const sweep = streamSweep.value;
  if (sweep?.completedAt !== undefined && sweep.completedAt !== before?.streamSweep.value?.completedAt) {
    const rows = streamSamples([...listedStreams(state).streams.values()]);
    frames.push({ kind: 'stream', at: sweep.completedAt, rows });
  }
  const listed = applicationSweep.value;
  if (
    listed?.completedAt !== undefined &&
    listed.completedAt !== before?.applicationSweep.value?.completedAt
  ) {
    const rows = new Map([...listed.items.values()].map((each) => [applicationId(each), listedSample(each)]));
    frames.push({ kind: 'listedApplication', at: listed.completedAt, rows });
  }
  return frames.filter(({ rows }) => rows.size > 0);
}

/** Counts by grade are stored once in this time, ms. */
const GRADES_EVERY_MS = 10_000;
/** Most grades of one summary. A cluster has four. */
const MOST_GRADES = 12;

function tenSeconds(at = Number.NEGATIVE_INFINITY): number {
  return Math.floor(at / GRADES_EVERY_MS);
}

function gradeSamples({ streamHealthSummary, viewerHealthSummary }: Dashboard): Map<string, Values> {
  const of = (what: string, summary: HealthSummary | null | undefined) =>
    (summary?.labels ?? [])
      .slice(0, MOST_GRADES)
      .map((label, index) => [`${what}/${label}`, [rounded(summary?.series[index])]] as const);
  return new Map([...of('streams', streamHealthSummary), ...of('viewers', viewerHealthSummary)]);
}

const latest = (servers: readonly ServerRecord[]) => mostKnown(servers.map(({ lastSeen }) => lastSeen));

function totalSample(dashboard: Dashboard, { totalItems }: ClusterState['journal']): Values {
  const all = limitedMeasures.map((measure) => limitedLoad(dashboard, measure));
  return [
    ...all.map((load) => rounded(load?.total?.value)),
    ...all.map((load) => rounded(load?.total?.limit)),
    rounded(totalItems),
  ];
}

function groupSamples(dashboard: Dashboard): Map<string, Values> {
  const rows = [...groupValues(dashboard)];
  return new Map(
    rows.map(([name, values]) => [name, kinds.group.columns.map((_, at) => rounded(values[at]))]),
  );
}

function applicationSamples({ name, server }: ServerRecord): [string, Values][] {
  return (server.applications ?? []).map((application) => [
    `${name}/${application.id ?? application.name}`,
    [
      rounded(application.streams?.count),
      rounded(application.viewers?.count),
      rounded(application.bandwidth?.inBandwidth),
      rounded(application.bandwidth?.outBandwidth),
      rounded(application.streams?.cap),
      rounded(application.viewers?.cap),
    ],
  ]);
}

function listedSample(application: Application): Values {
  const { clusterConnectionData: link } = application;
  return [
    application.streamCount,
    application.viewerCount,
    application.connectionCount,
    application.inBandwidth,
    application.outBandwidth,
    application.inTotalBytes,
    application.outTotalBytes,
    link?.latency,
    link?.packetReceived,
    link?.packetSend,
  ].map(rounded);
}

/** A stream is one row, summed over its copies on several servers. */
function streamSamples(streams: readonly Stream[]): Map<string, Values> {
  const rows = new Map<string, Values>();
  for (const [name, copies] of Map.groupBy(streams, streamName)) {
    const { inBandwidth, outBandwidth, viewers, health } = sumCopies(copies);
    // The grade of the copy whose health is that of the stream.
    const graded = copies.find((copy) => measuredScore(copy) === health) ?? copies[0];
    const grade = streamGrades.indexOf(graded?.healthGrade ?? '');
    rows.set(name, [...[inBandwidth, outBandwidth, viewers, health].map(rounded), grade < 0 ? null : grade]);
  }
  return rows;
}
