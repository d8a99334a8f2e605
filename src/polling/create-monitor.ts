import type { Clock } from '../base/clock.ts';
import { createClockSkew } from '../cluster/clock-skew.ts';
import { findApplication } from '../cluster/find-listed.ts';
import { alwaysPolled, resourceTable } from '../cluster/resources.ts';
import { createRestartTracker } from '../cluster/restarts.ts';
import type { ResourceKey } from '../cluster/state.ts';
import type { ClusterStore } from '../cluster/store.ts';
import type { ManagementApi } from '../http/management.ts';
import { type Application, applicationId } from '../protocol/application.ts';
import type { Stream } from '../protocol/stream.ts';
import type { Viewer } from '../protocol/viewer.ts';
import {
  askApi,
  type PollContext,
  type Poller,
  reportEvents,
  reportStreamRestarts,
  runPoll,
  withResourceMembers,
  withRetryAt,
} from './context.ts';
import { EARLY_GAP_MS } from './early-sweep.ts';
import { createGatherer } from './gatherer.ts';
import { createLookBack } from './look-back.ts';
import type { Interest } from './monitor.ts';
import { dashboardPoller, topologyPoller } from './poll-dashboard.ts';
import { journalPoller } from './poll-journal.ts';
import { applicationListPoller, streamListPoller } from './poll-list.ts';
import { applicationSweepPoller, streamSweepPoller } from './poll-sweep.ts';
import { type WatchedPoller, watchedPoller } from './poll-watched.ts';
import { type Loop, Scheduler } from './scheduler.ts';

const LEAST_PACE = 0.5;
const MOST_PACE = 32;

export interface MonitorOptions {
  readonly api: ManagementApi;
  readonly store: ClusterStore;
  readonly clock: Clock;
  /** How far back the journal is read at the start, ms. */
  readonly journalReach: number;
  /** Most items of the journal in memory. */
  readonly journalItems?: number | undefined;
  /** In [0, 1), for jitter. */
  readonly random?: () => number;
}

export type Monitor = Readonly<ReturnType<typeof createMonitor>>;

/** All pollers of one cluster, connected. Nothing is requested before `start()`. */
export function createMonitor(options: MonitorOptions) {
  const { api, store, clock } = options;
  const gatherer = createGatherer(store, clock);
  const scheduler = new Scheduler({
    clock,
    random: options.random ?? Math.random,
    // The round is over, because no running poll could still join it.
    onSettled: () => scheduler.busy === 0 && gatherer.endRound(),
  });
  const skew = createClockSkew();
  const context: PollContext = {
    api,
    clock,
    recorder: store.recorder,
    restarts: createRestartTracker(() => skew.sets),
    skew,
    getState: store.getState,
    update: gatherer.push,
  };
  const loops = new Map<ResourceKey, { readonly loop: Loop; interval: number | undefined }>();

  /** A loop whose interval is stored in the state, where freshness is computed from it. */
  const loopOf = (poller: Poller, probe = false): Loop => {
    const run = (signal: AbortSignal) =>
      runPoll(context, poller, signal, (entry.interval ?? 0) * scheduler.pace);
    const onRetry = (ms: number) => context.update(withRetryAt(poller.key, clock.now() + ms));
    const loop = scheduler.add({ name: poller.key, probe, run, onRetry });
    const every = (ms: number | undefined) => {
      if (entry.interval === ms) return;
      entry.interval = ms;
      tellInterval(poller.key, ms);
      loop.every(ms);
    };
    const entry = { loop: { ...loop, every }, interval: undefined as number | undefined };
    loops.set(poller.key, entry);
    return entry.loop;
  };

  const tellInterval = (key: ResourceKey, interval: number | undefined) => {
    const scaled = interval === undefined ? undefined : interval * scheduler.pace;
    context.update((state) => {
      const first = scaled !== undefined && state[key].updatedAt === undefined;
      const fetching = first || (scaled !== undefined && state[key].fetching);
      return withResourceMembers(key, { interval: scaled, fetching })(state);
    });
  };

  const sweep = (gap?: number) => loops.get('streamSweep')?.loop.now(gap);
  loopOf(
    dashboardPoller(context, () => sweep(EARLY_GAP_MS)),
    true,
  );
  const topology = loopOf(topologyPoller(context));
  loopOf(journalPoller(context, options.journalReach, options.journalItems));
  const withLoop = <P extends Poller>(poller: P) => ({ poller, loop: loopOf(poller) });
  const streams = withLoop(streamListPoller(context));
  const applications = withLoop(applicationListPoller(context));
  const watchedStreams = withLoop(watchedStreamPoller(context));
  const watchedApplications = withLoop(watchedApplicationPoller(context));
  // Viewer sessions looked up by id (A9); nothing lists them.
  const viewers = withLoop(
    watchedPoller<Viewer>(context, {
      key: 'viewers',
      identity: (viewer) => viewer.id,
      ask: (ids, signal) => askApi(context, signal, (options) => context.api.viewerBatch(ids, options)),
      onItems: () => undefined,
    }),
  );
  loopOf(streamSweepPoller(context));
  loopOf(applicationSweepPoller(context));

  const setInterest = (interest: Interest) => {
    const { interval, lookedAtInterval } = resourceTable.topology;
    topology.every(interest.servers ? lookedAtInterval : interval);
    streams.poller.look(interest.streams, streams.loop);
    applications.poller.look(interest.applications, applications.loop);
    watchedStreams.poller.watch(interest.watchedStreams, watchedStreams.loop);
    watchedApplications.poller.watch(interest.watchedApplications, watchedApplications.loop);
    viewers.poller.watch(interest.viewers, viewers.loop);
  };

  for (const { key, interval } of alwaysPolled) loops.get(key)?.loop.every(interval);

  return {
    start: () => scheduler.start(),
    /** Aborts running polls and removes all timers; nothing is written to the store afterwards. */
    stop() {
      gatherer.close();
      scheduler.stop();
    },
    setInterest,
    /** Polls everything of interest now (key `r`); never two requests of one resource at once. */
    refresh: () => scheduler.refresh(),
    /** Reads the next page of the list of streams for triage now. */
    sweep: () => sweep(),
    /** Scales every interval: with 2, polls are half as frequent. Limited to 0.5 … 32. */
    setPace(factor: number) {
      scheduler.setPace(Math.min(MOST_PACE, Math.max(LEAST_PACE, factor)));
      for (const [key, { interval }] of loops) tellInterval(key, interval);
    },
    get pace() {
      return scheduler.pace;
    },
    /** Stops polling while the program is suspended (Ctrl-Z). */
    pause: () => scheduler.pause(),
    resume: () => scheduler.resume(),
    lookBack: createLookBack(context, scheduler),
  };
}

/** Streams followed by id (A6). */
function watchedStreamPoller(context: PollContext): WatchedPoller {
  return watchedPoller<Stream>(context, {
    key: 'watchedStreams',
    identity: (stream) => stream.id,
    ask: (ids, signal) => askApi(context, signal, (options) => context.api.streamBatch(ids, options)),
    onItems(streams, at, interval) {
      for (const stream of streams) context.recorder.stream(stream, at, interval);
      reportStreamRestarts(context, streams, at);
    },
  });
}

/** Applications followed by id, or by a name that the user typed. The look-up itself knows only names (A8). */
function watchedApplicationPoller(context: PollContext): WatchedPoller {
  return watchedPoller<Application>(context, {
    key: 'watchedApplications',
    identity: applicationId,
    alias: ({ name }) => name,
    ask: (ids, signal) => {
      const state = context.getState();
      const names = new Set(ids.map((id) => findApplication(state, id).item?.name ?? id));
      return askApi(context, signal, (options) => context.api.applicationBatch([...names], options));
    },
    onItems(applications, at, interval) {
      for (const application of applications) context.recorder.application(application, at, interval);
      reportEvents(context, context.restarts.applications(applications, at));
    },
  });
}
