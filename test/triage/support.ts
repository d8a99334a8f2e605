import type { HistoryRecorder } from '../../src/cluster/create-history.ts';
import type { JournalItem } from '../../src/cluster/journal/log.ts';
import { emptyJournal } from '../../src/cluster/journal/merge.ts';
import { emptyResource } from '../../src/cluster/resource.ts';
import type { ClusterState, Resource, ServerRecord, Sweep } from '../../src/cluster/state.ts';
import { createClusterStore } from '../../src/cluster/store.ts';
import type { Application } from '../../src/protocol/application.ts';
import type { Dashboard } from '../../src/protocol/dashboard.ts';
import type { Stream } from '../../src/protocol/stream.ts';
import type { Server } from '../../src/protocol/topology.ts';
import { createTriage, type TriageState } from '../../src/triage/engine.ts';
import type { JournalPattern } from '../../src/triage/memory/journal.ts';
import { StreamIndex } from '../../src/triage/memory/stream-index.ts';
import { newTrack, type StreamMemory, type StreamTrack } from '../../src/triage/memory/streams.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import type { UsualOf } from '../../src/triage/usual-load.ts';
import type { Watched } from '../../src/triage/watched.ts';
import { sampleState } from '../support/sample-state.ts';

export const START = Date.UTC(2026, 0, 15, 12);

/** A resource that arrived at `at`. */
function fresh<T>(value: T, at: number, interval: number): Resource<T> {
  return { ...emptyResource(), value, updatedAt: at, generatedAt: at, interval };
}

export type Change = (now: number, step: number) => Partial<ClusterState>;

/** The same change, which is written into a history, too. */
export const recorded =
  (history: HistoryRecorder, change: Change, every = 2_000): Change =>
  (now, step) => {
    const state = change(now, step);
    const dashboard = state.dashboard?.value;
    if (dashboard) {
      history.dashboard(dashboard, now, every, 0);
      history.servers(dashboard.topology ?? [], now, every);
    }
    return { ...state, history };
  };

/** A triage that is stepped by hand; each step is one poll. */
export function bench(
  options: {
    thresholds?: Record<string, unknown>;
    journalPatterns?: readonly JournalPattern[];
    usual?: UsualOf | undefined;
    watched?: () => Watched | undefined;
  } = {},
) {
  const triage = createTriage({
    thresholds: mergeThresholds(options.thresholds),
    journalPatterns: options.journalPatterns,
    usual: options.usual,
    watched: options.watched,
  });
  const empty = createClusterStore({ name: 'test', url: 'http://127.0.0.1' }).getState();
  let state: ClusterState = { ...empty, session: { ...empty.session, status: 'ok' } };
  let now = START;
  let count = 0;
  const self = {
    triage,
    now: () => now,
    state: () => state,
    /** Time passes, the state changes, triage looks. */
    step(ms: number, change: Change = () => ({})): TriageState {
      now += ms;
      state = { ...state, ...change(now, count++), round: state.round + 1 };
      return triage.step(state, now);
    },
    /** Steps for `ms` of time; returns the last verdict. */
    during(ms: number, every: number, change?: Change): TriageState {
      let verdict = triage.state();
      for (let passed = 0; passed < ms; passed += every) verdict = self.step(every, change);
      return verdict;
    },
  };
  return self;
}

/** Keys with their severities, worst first. */
export function raised(verdict: TriageState): string[] {
  return verdict.problems.map(({ key, severity }) => `${severity} ${key}`);
}

export function record(server: Server, at: number, more: Partial<ServerRecord> = {}): ServerRecord {
  const there = { misses: 0, missingSince: undefined, goneSince: undefined };
  return { name: server.serverName, server, lastSeen: at, ...there, ...more };
}

/** A server without problems. */
export function server(name: string, more: Partial<Server> = {}): Server {
  return {
    serverName: name,
    hostName: `${name}.example`,
    groupName: 'EU',
    clusterManager: false,
    serverStats: {
      cpuUsage: 30,
      memUsage: 40,
      inBandwidth: { usage: 1e6, cap: 1e8 },
      outBandwidth: { usage: 3e7, cap: 1e8 },
    },
    applications: [],
    ...more,
  };
}

/** A server whose CPU is so busy. */
export const cpuOf = (name: string, cpuUsage: number) =>
  server(name, { serverStats: { cpuUsage, memUsage: 40 } });

export function edge(name: string, viewers: number, out: number, cap: number | null = null): Server {
  return server(name, {
    applications: [
      {
        name: `play-${name}`,
        type: 'edge',
        streams: { count: 4, cap: null },
        viewers: { count: viewers, cap },
        bandwidth: { inBandwidth: 1e6, outBandwidth: out },
      },
    ],
  });
}

const managers = [server('cm-1', { clusterManager: true }), server('cm-2', { clusterManager: true })];

/** Polls of the dashboard with these servers beside two managers. */
export function cluster(servers: readonly Server[], dashboard: Partial<Dashboard> = {}): Change {
  return (now) => bare([...managers, ...servers], dashboard)(now, 0);
}

/** Exactly these servers. */
export function bare(servers: readonly Server[], dashboard: Partial<Dashboard> = {}): Change {
  return (now) => ({
    servers: servers.map((one) => record(one, now)),
    dashboard: fresh({ ...dashboard, topology: [...servers] }, now, 2_000),
  });
}

export function stream(more: Partial<Stream> = {}): Stream {
  return {
    id: 's1',
    state: 'PUBLISHED',
    application: 'live',
    streamKey: 'news',
    startTime: START - 3_600_000,
    duration: 3_600_000,
    viewerCount: 100,
    healthScore: 95,
    healthGrade: 'Very Good',
    ...more,
  };
}

/** Streams s0, s1, … of the application live. */
export const manyStreams = (count: number, more: (n: number) => Partial<Stream> = () => ({})) =>
  Array.from({ length: count }, (_, n) => stream({ id: `s${n}`, streamKey: `s${n}`, ...more(n) }));

/** The track of a stream that was read at `at`. */
export function trackOf(stream: Stream, at: number, more: Partial<StreamTrack> = {}): StreamTrack {
  return { ...newTrack(stream, at), ...more };
}

/** The streams of these tracks as rules read them. */
export function remembered(
  tracks: readonly StreamTrack[],
  departed: readonly StreamTrack[] = [],
): Pick<StreamMemory, 'tracks' | 'index' | 'copies' | 'departed' | 'isRead'> {
  const index = new StreamIndex<StreamTrack>();
  for (const track of tracks) index.put(track);
  const copies = new StreamIndex<StreamTrack>();
  return { tracks: index.tracks, index, copies, departed: byKey(departed), isRead: () => true };
}

/** Tracks by their key, as in the memory of streams. */
export const byKey = (tracks: readonly StreamTrack[]): ReadonlyMap<string, StreamTrack> =>
  new Map(tracks.map((track) => [track.key, track]));

/** A full sweep over these streams. */
export function swept(streams: readonly Stream[], totalItems = streams.length): Change {
  const items = new Map(streams.map((one) => [one.id, one]));
  const short = Math.max(0, totalItems - streams.length);
  return (now) => ({ streamSweep: sweep({ items, totalItems, short }, now) });
}

/** A full sweep over these applications. */
export function sweptApplications(applications: readonly Application[]): Change {
  const items = new Map(applications.map((one) => [one.name, one]));
  return (now) => ({ applicationSweep: sweep({ items, totalItems: applications.length }, now) });
}

const sweep = <T>(read: Pick<Sweep<T>, 'items' | 'totalItems' | 'short'>, now: number) =>
  fresh({ ...read, completedAt: now, truncated: false }, now, 60_000);

export function application(more: Partial<Application> = {}): Application {
  return { name: 'live', type: 'ORIGIN', clusterType: true, clusterConnection: true, ...more };
}

/** The journal with these entries, times as Unix ms. */
export function journal(
  entries: readonly { at: number; object: string; message: string }[],
): (now: number) => Partial<ClusterState> {
  const items: JournalItem[] = entries.map(({ at, object, message }, index) => ({
    kind: 'entry',
    key: String(index),
    entry: { id: index, createDate: at, objectName: object, message },
  }));
  const lastTimestamp = entries.at(-1)?.at;
  return (now) => ({
    journal: { ...emptyJournal, items, totalItems: items.length, lastTimestamp },
    journalResource: fresh(null, now, 2_000),
  });
}

/** A line of the journal; seconds count from the start. */
export type Said = readonly [seconds: number, object: string, message: string];

/** A state whose journal has these lines, by the clock of the server. */
export const saying = (lines: readonly Said[]): ClusterState => ({
  ...sampleState(),
  clockSkew: 0,
  ...journal(lines.map(([s, object, message]) => ({ at: START + 1_000 * s, object, message })))(START),
});

/** A dashboard with so many viewers in all. */
export const total = (value: number) => ({ viewersStats: { total: { value, limit: null } } });

/** Servers that are missing in the topology since `seen`. */
export function without(names: readonly string[], seen: number, change: Change): Change {
  return (now, step) => {
    const next = change(now, step);
    const misses = Math.round((now - seen) / 2_000);
    const goneSince = misses >= 3 ? seen + 2_000 : undefined;
    const { value } = next.dashboard ?? {};
    const topology = value?.topology?.filter(({ serverName }) => !names.includes(serverName));
    return {
      ...next,
      ...(next.dashboard && { dashboard: { ...next.dashboard, value: { ...value, topology } } }),
      servers: next.servers?.map((one) =>
        names.includes(one.name) ? record(one.server, seen, { misses, goneSince }) : one,
      ),
    };
  };
}
