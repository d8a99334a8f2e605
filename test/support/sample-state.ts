import type { z } from 'zod';
import { mergeRound } from '../../src/cluster/journal/merge.ts';
import { reduceJournal } from '../../src/cluster/journal/reduce.ts';
import { JournalRound } from '../../src/cluster/journal/round.ts';
import { reduceDashboard, reduceTopology } from '../../src/cluster/reduce-dashboard.ts';
import { arrived, emptyList, mergePages, mergeSweep, mergeWatched } from '../../src/cluster/reduce-lists.ts';
import type {
  ApplicationQuery,
  ClusterState,
  Resource,
  StreamQuery,
  Sweep,
} from '../../src/cluster/state.ts';
import { createClusterStore, setSession } from '../../src/cluster/store.ts';
import { type Application, applicationPageSchema } from '../../src/protocol/application.ts';
import { dashboardSchema } from '../../src/protocol/dashboard.ts';
import { fastParse } from '../../src/protocol/fast-parse.ts';
import { journalPageSchema } from '../../src/protocol/journal.ts';
import { type Stream, streamPageSchema } from '../../src/protocol/stream.ts';
import { topologySchema } from '../../src/protocol/topology.ts';
import { viewerBatchSchema } from '../../src/protocol/viewer.ts';
import {
  applicationsJson,
  dashboardJson,
  journalJson,
  sampleStart,
  streamsJson,
  topologyJson,
  viewersJson,
} from './sample-json.ts';

/** Local wall time of the sample state: ten minutes after its first poll. */
export const sampleNow = sampleStart + 600_000;

const MINUTES = 10;
const INTERVAL = 2_000;

/**
 * The state of a small cluster after ten minutes of polls, put together by the real reducers out of JSON as the API
 * sends it: 15 servers in 3 groups, 10 streams, 12 applications, 3 viewers, 50 journal entries, CJK and emoji in names.
 * `overrides` replaces whole members.
 */
export function sampleState(overrides: Partial<ClusterState> = {}): ClusterState {
  built ??= build();
  return { ...built, ...overrides };
}

let built: ClusterState | undefined;

function build(): ClusterState {
  const store = createClusterStore({ name: 'sample', url: 'https://cluster.example.net' });
  setSession(store, { status: 'ok', username: 'operator', message: undefined });
  let state = store.getState();
  for (let at = sampleStart; at <= sampleNow; at += INTERVAL) {
    const minute = (at - sampleStart) / 60_000;
    const dashboard = reply(dashboardSchema, dashboardJson(minute));
    store.recorder.dashboard(dashboard.value, at, INTERVAL, 0);
    store.recorder.servers(dashboard.value.topology ?? [], at, INTERVAL);
    for (const stream of reply(streamPageSchema, streamsJson(minute)).value.list)
      store.recorder.stream(stream, at, INTERVAL);
    for (const application of reply(applicationPageSchema, applicationsJson(minute)).value.list)
      store.recorder.application(application, at, INTERVAL);
    if (at === sampleStart || at === sampleNow) state = reduceDashboard(state, dashboard, at);
  }
  state = reduceTopology(state, reply(topologySchema, topologyJson(MINUTES)), sampleNow);
  state = withJournal(state);
  state = withLists(state);
  return { ...state, round: 300, clockSkew: 0, ...intervals(state) };
}

function reply<S extends z.ZodType<{ data: unknown }>>(
  schema: S,
  json: unknown,
): { value: z.output<S>['data']; unreadable: []; generatedAt: number } {
  const { value } = fastParse(schema, json);
  return { value: value.data as z.output<S>['data'], unreadable: [], generatedAt: sampleNow };
}

function withJournal(state: ClusterState): ClusterState {
  const page = reply(journalPageSchema, journalJson(MINUTES)).value;
  const round = new JournalRound(state.journal);
  round.add(page.list, false);
  const { totalItems, lastTimestamp } = page;
  const envelope = { totalItems: totalItems ?? undefined, lastTimestamp: lastTimestamp ?? undefined };
  const journal = mergeRound(state.journal, round, envelope);
  return reduceJournal(state, journal, { value: null, unreadable: [], generatedAt: sampleNow }, sampleNow);
}

function withLists(state: ClusterState): ClusterState {
  const head = { unreadable: [], generatedAt: sampleNow };
  const came = <T>(resource: Resource<T>, value: T) => arrived(resource, value, head, sampleNow);
  const streams = reply(streamPageSchema, streamsJson(MINUTES)).value.list;
  const applications = reply(applicationPageSchema, applicationsJson(MINUTES)).value.list;
  const viewerIds = ['viewer-1', 'viewer-2', 'viewer-3'];
  const viewers = reply(viewerBatchSchema, viewersJson(viewerIds, MINUTES)).value.found;
  const found = new Map(viewers.map((viewer) => [viewer.id, viewer]));
  const streamId = ({ id }: Stream) => id;
  const nameOf = ({ name }: Application) => name;
  return {
    ...state,
    streams: came(state.streams, listOf<Stream, StreamQuery>(streams, streamId)),
    streamSweep: came(state.streamSweep, sweepOf(streams, streamId)),
    applications: came(state.applications, listOf<Application, ApplicationQuery>(applications, nameOf)),
    applicationSweep: came(state.applicationSweep, sweepOf(applications, nameOf)),
    viewers: came(state.viewers, mergeWatched([], viewerIds, { found, notFound: new Set() }, sampleNow)),
  };
}

function listOf<T, Q extends object>(items: readonly T[], identity: (item: T) => string) {
  const page = { offset: 0, items, totalItems: items.length };
  return mergePages(emptyList<T, Q>({} as Q), [page], {
    window: { from: 0, to: 40 },
    orderIgnored: false,
    identity,
  });
}

function sweepOf<T>(page: readonly T[], name: (item: T) => string): Sweep<T> {
  const empty = { items: new Map(), totalItems: undefined, completedAt: undefined, truncated: false };
  const end = { at: sampleNow, truncated: false };
  return mergeSweep<T>(empty, { page, met: new Set(page.map(name)), end, totalItems: page.length }, name);
}

/** The polling intervals while every screen is open, ms. */
function intervals(state: ClusterState): Partial<ClusterState> {
  return {
    dashboard: { ...state.dashboard, interval: 2_000 },
    topology: { ...state.topology, interval: 10_000 },
    journalResource: { ...state.journalResource, interval: 2_000 },
    streams: { ...state.streams, interval: 3_000 },
    streamSweep: { ...state.streamSweep, interval: 60_000 },
    applications: { ...state.applications, interval: 5_000 },
    applicationSweep: { ...state.applicationSweep, interval: 60_000 },
    viewers: { ...state.viewers, interval: 3_000 },
  };
}
