import type { Moment } from '../../actions/time-travel.ts';
import { tableKeys, tableOf } from '../../base/table.ts';
import { compareEntries } from '../../cluster/journal/round.ts';
import { byAlwaysName } from '../../cluster/resources.ts';
import type { ClusterState, Resource, Sweep } from '../../cluster/state.ts';
import {
  applicationRoles,
  type Dashboard,
  type DashboardHistory,
  type LimitedMeasure,
  limitedLoad,
} from '../../protocol/dashboard.ts';
import { entryTime, type JournalEntry } from '../../protocol/journal.ts';
import { unreadableNumber } from '../../protocol/parsed-response.ts';
import { coverageOf } from '../../triage/coverage/coverage.ts';
import type { OneShot } from '../../triage/one-shot.ts';
import { applicationColumns } from '../../views/applications/columns.ts';
import { climbsJson } from '../../views/formats/climbs.ts';
import { sharedNameWords } from '../../views/formats/errors.ts';
import { loadJson, timeJson, unlimitedJson } from '../../views/formats/json-values.ts';
import { jsonRow } from '../../views/lists/column.ts';
import { groupRows, healthRows } from '../../views/overview/overview.ts';
import { coverageWords } from '../../views/problems/coverage.ts';
import { problemJson } from '../../views/problems/json.ts';
import { serverColumns } from '../../views/servers/columns.ts';
import { sortByHeat } from '../../views/servers/load.ts';
import { streamColumns } from '../../views/streams/columns.ts';
import { snapshotExit } from '../exit-codes.ts';
import { type Collected, LIST_LIMIT } from './collect.ts';
import { type JournalListing, listingOf } from './read-journal.ts';
import type { ResourceJson, SnapshotJson } from './schema.ts';

/** The problems, from a single reading or from a watching program. */
type Judged = OneShot & {
  /** What is not known about them, in words. */
  readonly doubts?: readonly string[];
};

/** Everything that was read or derived, in its stable shape (`schema.ts`). `now` is Unix ms. */
export function snapshotJson(
  { state, journal, cloud }: Collected,
  { problems, climbs, notJudged, doubts = [] }: Judged,
  now: number,
): SnapshotJson {
  const entries = askedEntries(journal);
  const read = byAlwaysName((key) => resourceJson(state[key]));
  const resources: SnapshotJson['resources'] = {
    ...read,
    journal: {
      ...read.journal,
      ok:
        read.journal.ok && !journal.unreached && (journal.items.size > 0 || (journal.totalItems ?? 0) === 0),
      items: entries.length,
      total: journal.totalItems ?? null,
      limit: journal.limit,
      truncated: journal.truncated,
    },
    streams: listJson(read.streams, state.streamSweep.value),
    applications: listJson(read.applications, state.applicationSweep.value),
    cloud: cloud ? resourceJson(cloud) : null,
  };
  const values = cloud?.value;
  return {
    schema: 'castwatch/snapshot/2',
    generatedAt: new Date(now).toISOString(),
    partial: Object.values(resources).some((resource) => resource?.ok === false),
    cluster: { name: state.name, url: state.url },
    resources,
    totals: totalsJson(state.dashboard.value),
    groups: groupsJson(state.dashboard.value),
    roles: groupRows(state).map(({ role, group, present, limit }) => ({
      role,
      group,
      present: present ?? null,
      limit: limit ?? null,
      unlimited: unlimitedJson(limit),
    })),
    health: healthJson(state),
    servers: sortByHeat(state.servers).map((server) => jsonRow(serverColumns, server)),
    streams: itemsOf(state.streamSweep).map((stream) => jsonRow(streamColumns, stream)),
    applications: itemsOf(state.applicationSweep).map((application) =>
      jsonRow(applicationColumns, application),
    ),
    journal: entries.map(journalJson),
    cloud: values
      ? {
          regions: (values.regions ?? []).map(({ id, name }) => ({ id, name })),
          timezones: values.timezones ?? [],
          transcodingEnabled: values.isTranscodingEnabled ?? null,
        }
      : null,
    problems: problems.map(problemJson),
    climbs: climbsJson(climbs),
    notJudged: [...notJudged],
    notRead: notReadJson(state),
    remarks: [sharedNameWords(state) ?? [], doubts].flat(),
  };
}

/**
 * The same of an earlier moment, from the history: `at` says of which. What it does not store is null. A journal that could
 * not be read then has the error of its resource.
 */
export function pastJson({ at, state, triage }: Moment, now: number): SnapshotJson {
  const entries = state.journal.items.flatMap((item) => (item.kind === 'entry' ? [item.entry] : []));
  const journal = listingOf(entries, { limit: entries.length, totalItems: undefined });
  const { problems, climbs } = triage;
  const json = snapshotJson({ state, journal, cloud: undefined }, { problems, climbs, notJudged: [] }, now);
  // What is not stored was read: the program that watched has judged it.
  return { ...json, at: new Date(at).toISOString(), notRead: [] };
}

/** Why nothing was read; undefined if something was. */
export function whyNothing({ cluster, resources }: SnapshotJson): string | undefined {
  if (Object.values(resources).some((resource) => resource && resource.updatedAt !== null)) return undefined;
  return resources.dashboard.error?.message ?? `nothing could be read of ${cluster.url}`;
}

export function exitOf(snapshot: SnapshotJson): number {
  if (whyNothing(snapshot) !== undefined) return snapshotExit.nothing;
  return snapshot.partial ? snapshotExit.partial : snapshotExit.whole;
}

function notReadJson(state: ClusterState): SnapshotJson['notRead'] {
  return coverageOf(state).flatMap((row) => {
    const { figure, reading, missing, of, decides } = row;
    if (reading === 'read') return [];
    return [
      { figure, reading, missing: missing ?? null, of: of ?? null, decides, words: coverageWords(row) },
    ];
  });
}

/** Newest first. */
function askedEntries({ items, asked = Number.NEGATIVE_INFINITY }: JournalListing): readonly JournalEntry[] {
  return [...items.values()]
    .filter((entry) => (entryTime(entry) ?? asked) >= asked)
    .sort((a, b) => compareEntries(b, a));
}

function itemsOf<T>(resource: Resource<Sweep<T>>): readonly T[] {
  return [...(resource.value?.items.values() ?? [])];
}

function resourceJson(resource: Resource<unknown>): ResourceJson {
  const { updatedAt, generatedAt, error, unreadable } = resource;
  return {
    ok: updatedAt !== undefined && error === undefined && unreadable.length === 0,
    updatedAt: timeJson(updatedAt),
    serverTime: timeJson(generatedAt),
    error: error ? { code: error.code, message: error.message } : null,
    unreadable: unreadableNumber(unreadable),
  };
}

function listJson(
  base: ResourceJson,
  sweep: Sweep<unknown> | undefined,
): SnapshotJson['resources']['streams'] {
  const truncated = sweep?.truncated ?? false;
  return {
    ...base,
    ok: base.ok && !truncated && (sweep?.short ?? 0) === 0,
    items: sweep?.items.size ?? 0,
    total: sweep?.totalItems ?? null,
    limit: LIST_LIMIT,
    truncated,
  };
}

/** The measures of the dashboard, by their names in the JSON. */
const measures = {
  viewers: 'viewers',
  streams: 'streams',
  inBytesPerSecond: 'in',
  outBytesPerSecond: 'out',
  transcodeTasks: 'transcode',
} as const satisfies Record<string, LimitedMeasure>;
const measureNames = tableKeys(measures);

function totalsJson(dashboard: Dashboard | undefined): SnapshotJson['totals'] {
  const totals = tableOf(measureNames, (measure) => {
    const load = limitedLoad(dashboard, measures[measure])?.total;
    return loadJson(load?.value, load?.limit);
  });
  return {
    ...totals,
    inTotalBytes: dashboard?.incomingTraffic?.totalBytes ?? null,
    outTotalBytes: dashboard?.outgoingTraffic?.totalBytes ?? null,
    transcodedStreams: dashboard?.transcodeStats?.streams?.transcoded ?? null,
    transcodableStreams: dashboard?.transcodeStats?.streams?.total ?? null,
    history: {
      viewers: levelsOf(dashboard?.viewersStats?.viewerCountHistory),
      streams: levelsOf(dashboard?.streamStats?.streamCountHistory),
      inBytesPerSecond: levelsOf(dashboard?.incomingTraffic?.inBandwidthHistory),
      outBytesPerSecond: levelsOf(dashboard?.outgoingTraffic?.outBandwidthHistory),
    },
    applications: tableOf(applicationRoles, (role) => dashboard?.appGroupStats?.[role]?.total ?? null),
  };
}

function levelsOf(history: DashboardHistory | null | undefined) {
  return { average: history?.average ?? null, max: history?.max ?? null };
}

function groupsJson(dashboard: Dashboard | undefined): SnapshotJson['groups'] {
  const byMeasure = tableOf(
    measureNames,
    (measure) =>
      new Map((limitedLoad(dashboard, measures[measure])?.groups ?? []).map((group) => [group.name, group])),
  );
  const names = new Set(Object.values(byMeasure).flatMap((groups) => [...groups.keys()]));
  return [...names].sort().map((name) => ({
    name,
    ...tableOf(measureNames, (measure) => {
      const group = byMeasure[measure].get(name);
      return loadJson(group?.value, group?.limit);
    }),
  }));
}

function healthJson(state: ClusterState): SnapshotJson['health'] {
  const part = ({ count, share }: { count: number | undefined; share: number | undefined }) => ({
    count: count ?? null,
    share: share ?? null,
  });
  return (healthRows(state) ?? []).map(({ label, streams, viewers }) => ({
    grade: label,
    streams: part(streams),
    viewers: part(viewers),
  }));
}

function journalJson(entry: JournalEntry): SnapshotJson['journal'][number] {
  return {
    id: typeof entry.id === 'bigint' ? String(entry.id) : (entry.id ?? null),
    at: timeJson(entryTime(entry)),
    object: entry.objectName ?? null,
    message: entry.message ?? null,
    thread: entry.threadName ?? null,
  };
}
