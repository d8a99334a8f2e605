import type { Past } from '../actions/time-travel.ts';
import type { Clock } from '../base/clock.ts';
import type { Readable } from '../base/readable.ts';
import type { ClusterState, ServerRecord } from '../cluster/state.ts';
import type { HistoryReader } from '../history/reader.ts';
import type { Transport } from '../http/request.ts';
import type { Monitor } from '../polling/monitor.ts';
import { ReplayClock } from '../recording/replay-clock.ts';
import { createReplayer } from '../recording/replayer.ts';
import type { RingTape } from '../recording/ring-tape.ts';
import type { TriageState } from '../triage/engine.ts';
import { journalUpTo, triageAt } from './past-state.ts';
import { logProblems, MAX_CHANGES } from './problem-log.ts';
import { storedMoment } from './stored-moment.ts';

/** What a moment is put together with: pollers that read recorded responses into a store of their own. */
interface PastSession {
  readonly store: Readable<ClusterState>;
  readonly monitor: Monitor;
  close(): Promise<void>;
}

interface PastOptions {
  readonly ring: RingTape;
  readonly clock: Clock;
  readonly cluster: Readable<ClusterState>;
  readonly triage: Readable<TriageState>;
  /** What is kept on the disk of the time before; undefined until it is open, and where nothing is kept. */
  readonly history: () => HistoryReader | undefined;
  /** The same clients, pollers and reducers, on the ring instead of the network. */
  readonly open: (transport: Transport, clock: ReplayClock) => PastSession;
}

/** Each poller asks once, at that moment, and is answered at once; so long until everything is gathered, ms. */
const GATHERED_MS = 50;
const HOUR_MS = 3_600_000;

/**
 * The past of a live cluster, out of the memory of its responses (an hour, at most 24 MB, `recording/ring-tape.ts`; the
 * curves are those of the live history, which keeps an hour of its own). What lies before comes from the disk.
 */
export function createPast({
  ring,
  clock,
  cluster,
  triage,
  history,
  open,
}: PastOptions): Past & { close(): void } {
  const problems = logProblems(triage, clock);
  return {
    close: problems.close,
    get from() {
      const stored = history()?.range()?.from;
      return stored === undefined ? ring.from : Math.min(stored, ring.from ?? stored);
    },
    get memory() {
      const { bytes, limit } = ring.stats;
      return { bytes, limit, changes: problems.size, mostChanges: MAX_CHANGES };
    },
    async at(moment, interest) {
      const reader = history();
      if (reader && (ring.from === undefined || moment < ring.from)) {
        const stored = storedMoment(reader, cluster.getState(), triage.getState().thresholds, moment);
        if (!stored) throw new Error('Nothing was collected at that time.');
        return stored;
      }
      const time = new ReplayClock(clock, moment, moment + GATHERED_MS);
      const transport = createReplayer(ring, time);
      const session = open(transport, time);
      try {
        session.monitor.setInterest(interest);
        session.monitor.start();
        await time.step(GATHERED_MS, { settled: transport.idle, still: true });
        const then = session.store.getState();
        const { value, error } = then.dashboard;
        if (value === undefined && (!error || error.code === 'NOT_RECORDED')) {
          throw new Error('Nothing was collected at that time.');
        }
        const live = cluster.getState();
        return {
          at: moment,
          state: {
            ...then,
            session: live.session,
            servers: withGone(then.servers, live, moment),
            journal: journalUpTo(live.journal, then.journal, moment + (live.clockSkew ?? 0)),
            history: live.history,
            events: live.events.filter((event) => event.at <= moment),
            clockSkew: live.clockSkew,
          },
          triage: triageAt(triage.getState(), problems.at(moment), moment),
        };
      } finally {
        await session.close();
        await transport.close();
        time.close();
      }
    },
  };
}

/** Servers that were seen before that moment and were missing then: the pollers of a few seconds cannot know them. */
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
    return [{ ...record, lastSeen, misses: 3, missingSince: lastSeen, goneSince: lastSeen }];
  });
  return gone.length === 0 ? servers : [...servers, ...gone];
}
