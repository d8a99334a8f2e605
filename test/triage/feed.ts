import { z } from 'zod';
import { listedStreams } from '../../src/cluster/copies.ts';
import { mergeRound } from '../../src/cluster/journal/merge.ts';
import { reduceJournal } from '../../src/cluster/journal/reduce.ts';
import { JournalRound } from '../../src/cluster/journal/round.ts';
import { reduceDashboard, reduceTopology } from '../../src/cluster/reduce-dashboard.ts';
import { arrived, mergeSweep } from '../../src/cluster/reduce-lists.ts';
import { createRestartTracker } from '../../src/cluster/restarts.ts';
import type { ClusterState, Resource, Sweep } from '../../src/cluster/state.ts';
import { createClusterStore, setSession } from '../../src/cluster/store.ts';
import { type Application, applicationSchema } from '../../src/protocol/application.ts';
import { dashboardSchema } from '../../src/protocol/dashboard.ts';
import { fastParse } from '../../src/protocol/fast-parse.ts';
import { journalPageSchema } from '../../src/protocol/journal.ts';
import { type Stream, streamSchema } from '../../src/protocol/stream.ts';
import { topologySchema } from '../../src/protocol/topology.ts';
import { listedApplications } from '../../src/simulator/applications.ts';
import { dashboardOf } from '../../src/simulator/dashboard.ts';
import type { ScenarioName } from '../../src/simulator/scenarios.ts';
import { topologyOf } from '../../src/simulator/servers.ts';
import { World } from '../../src/simulator/world.ts';
import { ManualClock } from '../support/manual-clock.ts';

const streamList = z.array(streamSchema);
const applicationList = z.array(applicationSchema);

/** Journal entries that are kept: several times what triage looks back at, but fewer than usual, to save time. */
const HELD_ENTRIES = 3_000;

/**
 * The answers of the simulated cluster go directly into the protocol's parsers and the reducers: as with the pollers,
 * but without a network, so that ten hours take seconds. `every`: ms between two polls of the dashboard; `size`: of
 * the cluster, if not that of the scenario.
 */
export function feed(
  scenario: ScenarioName,
  seed: number,
  every: number,
  size: { readonly servers?: number; readonly streams?: number } = {},
) {
  const clock = new ManualClock();
  const world = new World({ seed, scenario, clock, ...size });
  const store = createClusterStore({ name: scenario, url: 'http://127.0.0.1' });
  setSession(store, { status: 'ok', username: 'operator', message: undefined });
  const tracker = createRestartTracker();
  const sweepEvery = Math.max(60_000, every);
  let state: ClusterState = { ...store.getState(), clockSkew: 0 };
  let elapsed = 0;
  const due = (interval: number) => elapsed % Math.max(interval, every) === 0;

  function sweep<T>(resource: Resource<Sweep<T>>, list: readonly T[], name: (item: T) => string, at: number) {
    const none = { items: new Map(), totalItems: undefined, completedAt: undefined, truncated: false };
    const page = { page: list, met: new Set(list.map(name)), end: { at, truncated: false } };
    const value = mergeSweep(resource.value ?? none, { ...page, totalItems: list.length }, name);
    return { ...arrived(resource, value, { unreadable: [], generatedAt: at }, at), interval: sweepEvery };
  }

  function poll(): void {
    const at = clock.now();
    const meta = { generatedAt: world.now() };
    const head = { unreadable: [], generatedAt: world.now() };
    const dashboard = fastParse(dashboardSchema, { data: dashboardOf(world), meta });
    if (dashboard.unreadable.length > 0) throw new Error(JSON.stringify(dashboard.unreadable[0]));
    store.recorder.dashboard(dashboard.value.data, at, every, 0);
    store.recorder.servers(dashboard.value.data.topology ?? [], at, every);
    state = reduceDashboard(state, { value: dashboard.value.data, ...head }, at);
    if (due(10_000)) {
      const data = { topology: topologyOf(world), mockupEnabled: false };
      const topology = fastParse(topologySchema, { data, meta });
      state = reduceTopology(state, { value: topology.value.data, ...head }, at);
    }
    const round = new JournalRound(state.journal);
    const newest = fastParse(journalPageSchema, { data: { list: world.journal.newest(0, 200) } });
    round.add(newest.value.data.list, world.journal.total > 200);
    const envelope = { totalItems: world.journal.total, lastTimestamp: world.journal.lastTimestamp };
    const journal = mergeRound(state.journal, round, envelope, HELD_ENTRIES);
    state = reduceJournal(state, journal, { value: null, ...head }, at);
    if (due(sweepEvery)) {
      const items = [...world.streams.select({})].map((s) => world.streams.item(s));
      const streams: Stream[] = fastParse(streamList, items).value;
      const applications: Application[] = fastParse(applicationList, listedApplications(world)).value;
      state = {
        ...state,
        streamSweep: sweep(state.streamSweep, streams, ({ id }) => id, at),
        applicationSweep: sweep(state.applicationSweep, applications, ({ name }) => name, at),
      };
      const { isCopy } = listedStreams(state);
      const originals = streams.filter((stream) => !isCopy(stream));
      const events = [...tracker.streams(originals, at), ...tracker.applications(applications, at)];
      state = { ...state, events: [...state.events, ...events].slice(-200) };
    }
    state = {
      ...state,
      round: state.round + 1,
      dashboard: { ...state.dashboard, interval: every },
      topology: { ...state.topology, interval: Math.max(10_000, every) },
      journalResource: { ...state.journalResource, interval: every },
    };
  }

  return {
    world,
    /** ms since the start. */
    elapsed: () => elapsed,
    now: () => clock.now(),
    /** Polls now, then lets `every` ms pass; returns the state of this poll and its time. */
    next(): { state: ClusterState; now: number; elapsed: number } {
      poll();
      const result = { state, now: clock.now(), elapsed };
      clock.jumpWall(every);
      elapsed += every;
      return result;
    },
  };
}
