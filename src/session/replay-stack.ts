import { median } from '../base/theil-sen.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import type { ReplayClock } from '../recording/replay-clock.ts';
import { createReplayer } from '../recording/replayer.ts';
import type { Tape } from '../recording/tape.ts';
import { openClusterSession } from './cluster-session.ts';

export type ReplayStack = ReturnType<typeof openReplayStack>;

/** A session that reads from a tape instead of a server, in recorded time. */
export function openReplayStack(target: ClusterTarget, tape: Tape, clock: ReplayClock) {
  const replayer = createReplayer(tape, clock);
  const credentials = async () => {
    throw new Error('a recording asks for no login');
  };
  // Without jitter no poll is later than the recorded one, and the replayer waits for that one.
  const session = openClusterSession({ target, transport: replayer, clock, credentials, random: () => 0 });
  return { session, replayer };
}

const DASHBOARD = '/api/cluster/dashboard';
const SAMPLES = 30;

/** Seconds between two polls of the dashboard during the recording, to a quarter; the default 2 if unknown. */
export function recordedInterval(tape: Tape): number {
  const gaps: number[] = [];
  let before = tape.next('dashboard', DASHBOARD, 0);
  while (before && gaps.length < SAMPLES) {
    const next = tape.next('dashboard', DASHBOARD, before.at);
    if (next) gaps.push(next.at - next.duration - (before.at - before.duration));
    before = next;
  }
  const middle = median(gaps);
  return middle === undefined ? 2 : Math.min(60, Math.max(1, Math.round(middle / 250) / 4));
}

/** When the first dashboard after `time` arrived, Unix ms. */
export function nextAnswer(tape: Tape, time: number): number | undefined {
  return tape.next('dashboard', DASHBOARD, time)?.at;
}
