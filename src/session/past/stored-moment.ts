import { isDeepStrictEqual } from 'node:util';
import type { Moment } from '../../actions/time-travel.ts';
import { HOUR_MS } from '../../base/durations.ts';
import { emptyResource } from '../../cluster/resource.ts';
import { MISSES_UNTIL_GONE } from '../../cluster/servers.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import { emptyState } from '../../cluster/store.ts';
import type { ServerDescription } from '../../history/description-store.ts';
import { WATCHING } from '../../history/gap-store.ts';
import { journalItems } from '../../history/journal-store.ts';
import type { StoredProblem } from '../../history/problems/problem-store.ts';
import type { HistoryReader } from '../../history/reader.ts';
import type { Row } from '../../history/samples/rows.ts';
import {
  type Dashboard,
  type HealthSummary,
  limitedMeasures,
  limitedMembers,
} from '../../protocol/dashboard.ts';
import { inIncidentOrder } from '../../triage/incidents/incident.ts';
import { climbsAt } from '../../triage/memory/climbs.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import { createStoredHistory } from './stored-history.ts';
import { applicationsAt, knownResource, LOOK_BACK_MS, streamsAt } from './stored-lists.ts';

const JOURNAL_MS = 2 * HOUR_MS;
/** A server that is missing for longer than this is gone, ms. */
const GONE_AFTER_MS = 10_000;
const MAX_ENTRIES = 3_000;

type Values = Row['values'];

/**
 * The state of a cluster at `at` (Unix ms), from its stored history. Data that is not stored, such as totals of
 * streams, is missing. `live` provides name and login. Undefined if the cluster was not watched then.
 */
export async function storedMoment(
  reader: HistoryReader,
  live: ClusterState,
  thresholds: Thresholds,
  at: number,
): Promise<Moment | undefined> {
  const totals = await reader.rows('total', ['cluster'], at, LOOK_BACK_MS);
  const total = totals.get('cluster');
  const { servers, resolution } = await storedServers(reader, at);
  if (!total && servers.length === 0) return undefined;
  const streamSweep = await streamsAt(reader, at, live.clockSkew);
  const state: ClusterState = {
    // Data that is not stored stays empty, so that no current value is shown in the past.
    ...emptyState({ name: live.name, url: live.url }, createStoredHistory(reader.series)),
    isStored: true,
    round: live.round,
    session: live.session,
    clockSkew: live.clockSkew,
    clockSets: live.clockSets,
    dashboard: total
      ? knownResource(await storedDashboard(reader, total.values, at), total.at)
      : emptyResource(),
    topology:
      servers.length === 0
        ? emptyResource()
        : knownResource({ topology: servers.map(({ server }) => server) }, at),
    servers,
    journalResource: knownResource(null, at),
    journal: { ...storedJournal(reader, live, at), totalItems: total?.values.journal ?? undefined },
    // Only sweeps are stored; screens show those if no list was requested.
    streams: emptyResource(),
    streamSweep,
    applications: emptyResource(),
    applicationSweep: await applicationsAt(reader, at),
    events: reader.events(at - HOUR_MS, at),
  };
  return {
    at,
    resolution: total?.step ?? resolution,
    state,
    triage: { ...storedTriage(reader, thresholds, at), climbs: climbsAt(state, at, thresholds) },
  };
}

async function storedDashboard(reader: HistoryReader, total: Values, at: number): Promise<Dashboard> {
  const groups = [...(await reader.rows('group', reader.series.names('group'), at, LOOK_BACK_MS))];
  const grades = await reader.rows('grade', reader.series.names('grade'), at, LOOK_BACK_MS);
  const description = reader.dashboard(at);
  const load = (figure: string) => ({
    total: { value: total[figure], limit: limitOf(total, figure, description?.unlimited) },
    groups: groups
      .filter(([, { values }]) => values[figure] !== null)
      .map(([name, { values }]) => ({
        name,
        value: values[figure],
        limit: description?.groups[figure]?.[name],
      })),
  });
  const loads = limitedMeasures.map((measure) => [limitedMembers[measure], load(measure)]);
  return {
    ...Object.fromEntries(loads),
    appGroupStats: description?.roles,
    streamHealthSummary: summaryOf(grades, 'streams/'),
    viewerHealthSummary: summaryOf(grades, 'viewers/'),
  } as Dashboard;
}

/** The newest counts by grade; undefined if none are stored. */
function summaryOf(grades: ReadonlyMap<string, Row>, start: string): HealthSummary | undefined {
  const own = [...grades].filter(([name]) => name.startsWith(start));
  const newest = Math.max(...own.map(([, { at }]) => at));
  const now = own.filter(([, { at }]) => at === newest);
  if (now.length === 0) return undefined;
  return {
    labels: now.map(([name]) => name.slice(start.length)),
    series: now.map(([, { values }]) => values.count),
  };
}

/** A limit; null if it was unlimited, undefined if it is not known. */
function limitOf(values: Values, figure: string, unlimited: readonly string[] = []) {
  return values[`${figure}Limit`] ?? (unlimited.includes(figure) ? null : undefined);
}

async function storedServers(reader: HistoryReader, at: number) {
  const descriptions = reader.servers(at);
  const names = descriptions.map(({ name }) => name);
  const rows = await reader.rows('server', names, at, LOOK_BACK_MS);
  const there = descriptions.filter(({ name }) => rows.has(name));
  const applicationNames = there.flatMap(({ name, applications }) =>
    applications.map(({ id }) => `${name}/${id}`),
  );
  const applications = await reader.rows('application', applicationNames, at, LOOK_BACK_MS);
  // A poll contains all servers, so one with an older row was missing in the newest poll.
  const newest = Math.max(...[...rows.values()].map((row) => row.at));
  const [present] = [...rows].find(([, row]) => row.at === newest) ?? [];
  /** The first poll in which a server was missing, after that in which it was seen last. */
  const missedAt = (seen: number) =>
    reader.series.read({ kind: 'server', name: present ?? '', column: 'cpu' }, seen, newest).points[0]?.at ??
    seen;
  const servers = there.flatMap((description): ServerRecord[] => {
    const row = rows.get(description.name);
    if (!row) return [];
    const gone = newest - row.at > GONE_AFTER_MS;
    return [
      {
        name: description.name,
        server: storedServer(description, row.values, applications),
        lastSeen: row.at,
        misses: gone ? MISSES_UNTIL_GONE : 0,
        missingSince: gone ? missedAt(row.at) : undefined,
        goneSince: gone ? missedAt(row.at) : undefined,
      },
    ];
  });
  return { servers, resolution: rows.values().next().value?.step };
}

function storedServer(
  { name, hostName, groupName, clusterManager, unlimited, applications }: ServerDescription,
  row: Values,
  figures: ReadonlyMap<string, Row>,
): ServerRecord['server'] {
  const bandwidth = (figure: string) => ({ usage: row[figure], cap: limitOf(row, figure, unlimited) });
  return {
    serverName: name,
    hostName,
    groupName,
    clusterManager,
    serverStats: {
      cpuUsage: row.cpu,
      memUsage: row.mem,
      inBandwidth: bandwidth('in'),
      outBandwidth: bandwidth('out'),
    },
    applications: applications.map(({ unlimited: without, ...application }) => {
      const own = figures.get(`${name}/${application.id}`)?.values;
      return {
        ...application,
        streams: { count: own?.streams, cap: limitOf(own ?? {}, 'streams', without) },
        viewers: { count: own?.viewers, cap: limitOf(own ?? {}, 'viewers', without) },
        bandwidth: { inBandwidth: own?.in, outBandwidth: own?.out },
      };
    }),
  } as ServerRecord['server'];
}

function storedJournal(reader: HistoryReader, live: ClusterState, at: number): ClusterState['journal'] {
  const server = at + (live.clockSkew ?? 0);
  const entries = reader.journal(server - JOURNAL_MS, server, MAX_ENTRIES);
  return { ...live.journal, items: journalItems(entries), lastTimestamp: entries.at(-1)?.at };
}

function storedTriage(
  reader: HistoryReader,
  thresholds: Thresholds,
  at: number,
): Omit<Moment['triage'], 'climbs'> {
  const stored = reader.problems(at - HOUR_MS, at);
  const endOf = (problem: (typeof stored)[number]) => problem.clearedAt ?? problem.seenAt;
  const cleared = stored.filter((problem) => endOf(problem) <= at && !isTakenOver(reader, problem));
  const pause = reader.gaps(0, at).findLast(({ resource, to }) => resource === WATCHING && to <= at);
  return {
    thresholds,
    // Start of the watch: after the last gap, or at the first stored figure.
    since: pause?.to ?? reader.range()?.from,
    problems: inIncidentOrder(reader.problemsAt(at)),
    pending: [],
    cleared: cleared
      .map((problem) => ({ ...problem, severity: problem.worst }))
      .toSorted((a, b) => endOf(b) - endOf(a)),
  };
}

/** Whether a problem did not clear, but became one of several with a common row, or part of the same one of the whole cluster. */
function isTakenOver(reader: HistoryReader, { kind, subject, clearedAt }: StoredProblem): boolean {
  if (clearedAt === undefined) return false;
  return reader.problemsAt(clearedAt).some(({ kind: other, subject: { kind: of }, folded }) => {
    const isOfWhole = other === kind && of === 'cluster' && subject.kind === 'group';
    const isIn = folded?.first.some((part) => part.kind === kind && isDeepStrictEqual(part.subject, subject));
    return isOfWhole || isIn;
  });
}
