import { nextMark, type Past, type TimeMark } from '../../actions/time-travel.ts';
import type { Clock } from '../../base/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import type { Readable } from '../../base/readable.ts';
import { MISSES_UNTIL_GONE } from '../../cluster/servers.ts';
import type { ClusterState, Resource, ServerRecord, Sweep } from '../../cluster/state.ts';
import type { Transport } from '../../http/request.ts';
import type { Monitor } from '../../polling/monitor.ts';
import { ReplayClock } from '../../recording/replay-clock.ts';
import { createReplayer } from '../../recording/replayer.ts';
import type { RingTape } from '../../recording/ring-tape.ts';
import type { TriageState } from '../../triage/engine.ts';
import { climbsAt } from '../../triage/memory/climbs.ts';
import { journalUpTo, triageAt } from './past-state.ts';
import { logProblems, MAX_PACKED_BYTES } from './problem-log.ts';
import { type PastSource, timeMarks } from './source.ts';

/** Pollers that read recorded responses into their own store. */
interface PastSession {
  readonly store: Readable<ClusterState>;
  readonly monitor: Monitor;
  close(): Promise<void>;
}

export interface RingSourceOptions {
  readonly ring: RingTape;
  readonly clock: Clock;
  readonly cluster: Readable<ClusterState>;
  readonly triage: Readable<TriageState>;
  /** Opens clients, pollers and reducers on the ring instead of the network. */
  readonly open: (transport: Transport, clock: ReplayClock) => PastSession;
}

export interface RingSource extends PastSource {
  readonly memory: Past['memory'];
  close(): void;
}

/** Each poller asks once and gets its response at once; after this time all responses are in the store, ms. */
const GATHERED_MS = 50;

/**
 * The past of this session, from its responses in memory (an hour, at most 12 MB, `recording/ring-tape.ts`) and the
 * log of its problems. The charts use the live history, which also covers an hour.
 */
export function createRingSource({ ring, clock, cluster, triage, open }: RingSourceOptions): RingSource {
  const problems = logProblems(triage, clock);
  const sweeps = logSweeps(cluster);
  const marks = () => sessionMarks(triage.getState(), clock.now());
  return {
    close() {
      problems.close();
      sweeps.close();
    },
    get from() {
      return ring.from;
    },
    get memory() {
      const { bytes, limit } = ring.stats;
      return {
        bytes,
        limit,
        changes: problems.size,
        changeBytes: problems.packedBytes,
        changeLimit: MAX_PACKED_BYTES,
      };
    },
    unwatched: () => [],
    marks: (from, to) => marks().filter(({ at }) => at > from && at <= to),
    problemBeside: (at, direction) => nextMark(marks(), at, direction),
    // This session has no gap as far as it knows.
    watchedBeside: (at) => at,
    async at(moment, interest) {
      const time = new ReplayClock(clock, moment, moment + GATHERED_MS);
      const transport = createReplayer(ring, time);
      const session = open(transport, time);
      try {
        session.monitor.setInterest(interest);
        session.monitor.start();
        await time.step(GATHERED_MS, { settled: transport.idle, still: true });
        const then = session.store.getState();
        const { value, error } = then.dashboard;
        if (value === undefined && (!error || error.code === 'NOT_RECORDED')) return undefined;
        const live = cluster.getState();
        const state: ClusterState = {
          ...then,
          streamSweep: sweptAt(then.streamSweep, sweeps.at('streamSweep', moment)),
          applicationSweep: sweptAt(then.applicationSweep, sweeps.at('applicationSweep', moment)),
          session: live.session,
          servers: withGone(then.servers, live, moment),
          journal: journalUpTo(live.journal, then.journal, moment + (live.clockSkew ?? 0)),
          history: live.history,
          events: live.events.filter((event) => event.at <= moment),
          clockSkew: live.clockSkew,
        };
        const verdict = triageAt(triage.getState(), problems.at(moment), moment);
        return {
          at: moment,
          state,
          triage: { ...verdict, climbs: climbsAt(state, moment, verdict.thresholds) },
        };
      } finally {
        await session.close();
      }
    },
  };
}

/** More sweeps than the memory holds: one a minute for some hours. */
const MOST_SWEEPS = 500;
type SweepKey = 'streamSweep' | 'applicationSweep';

/** The times of sweeps, because a sweep that is read again has that of the reading. */
function logSweeps(cluster: Readable<ClusterState>) {
  const times: Record<SweepKey, number[]> = { streamSweep: [], applicationSweep: [] };
  const take = (key: SweepKey, at: number | undefined) => {
    const own = times[key];
    if (at !== undefined && at !== own.at(-1)) own.push(at);
    if (own.length > MOST_SWEEPS) own.shift();
  };
  const follow = () => {
    const { streamSweep, applicationSweep } = cluster.getState();
    take('streamSweep', streamSweep.value?.completedAt);
    take('applicationSweep', applicationSweep.value?.completedAt);
  };
  follow();
  return {
    close: cluster.subscribe(follow),
    /** Unix ms; undefined if none was complete at that moment. */
    at: (key: SweepKey, moment: number) => times[key].findLast((at) => at <= moment),
  };
}

function sweptAt<T>(resource: Resource<Sweep<T>>, at: number | undefined): Resource<Sweep<T>> {
  const { value } = resource;
  if (!value || at === undefined) return resource;
  return { ...resource, updatedAt: at, value: { ...value, completedAt: at } };
}

/** Problems of this session from their start to their end, oldest first. */
function sessionMarks({ problems, cleared }: TriageState, now: number): readonly TimeMark[] {
  return [
    ...problems.flatMap((problem) => timeMarks(problem, problem.noticedAt, { until: now })),
    ...cleared.flatMap((problem) => timeMarks(problem, problem.noticedAt, { until: problem.clearedAt })),
  ].sort((a, b) => a.at - b.at);
}

/**
 * Adds the servers that were seen before that moment and were missing then. The pollers of one moment cannot know
 * them.
 */
function withGone(
  servers: readonly ServerRecord[],
  live: ClusterState,
  moment: number,
): readonly ServerRecord[] {
  const there = new Set(servers.map(({ name }) => name));
  const gone = live.servers.flatMap((record): ServerRecord[] => {
    if (there.has(record.name)) return [];
    const lastSeen = live.history
      .points(`server/${record.name}/cpu`, moment - HOUR_MS, moment)
      .findLast(({ value }) => value !== null)?.at;
    if (lastSeen === undefined) return [];
    const missed = missedAfter(servers, live, lastSeen) ?? lastSeen;
    return [{ ...record, lastSeen, misses: MISSES_UNTIL_GONE, missingSince: missed, goneSince: missed }];
  });
  return gone.length === 0 ? servers : [...servers, ...gone];
}

/** The first poll after that time (Unix ms), by a server that it contained. */
function missedAfter(
  there: readonly ServerRecord[],
  { history }: ClusterState,
  lastSeen: number,
): number | undefined {
  const points = history.points(`server/${there[0]?.name}/cpu`, lastSeen, lastSeen + MINUTE_MS);
  return points.find(({ at, value }) => at > lastSeen && value !== null)?.at;
}
