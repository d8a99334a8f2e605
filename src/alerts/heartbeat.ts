import type { Clock } from '../base/clock.ts';
import { SECOND_MS } from '../base/durations.ts';
import { errorMessage } from '../base/system-error.ts';
import type { Caller } from '../http/caller.ts';

export interface HeartbeatOptions {
  readonly caller: Caller;
  /** ms. */
  readonly every: number;
  readonly clock: Clock;
  /** Why each cluster of this address is mute, as `Alerts.whyMute`. */
  readonly whyMute: () => readonly (string | undefined)[];
  readonly log: (line: string) => void;
}

/** It is looked at after this time whether one is due, and what failed is tried again, ms. */
const LOOK_EVERY_MS = 5 * SECOND_MS;

/**
 * Calls an address at an interval for as long as castwatch runs, looks at each cluster, and can tell. The service there
 * calls people when it misses this. Returns a function that stops it.
 */
export function startHeartbeat(options: HeartbeatOptions): () => Promise<void> {
  const { caller, every, clock, whyMute, log } = options;
  let dueAt = Number.NEGATIVE_INFINITY;
  let told: string | undefined;
  let cancel = () => {};
  let isOver = false;
  const tell = (trouble: string) => {
    if (trouble !== (told ?? '')) log(trouble === '' ? 'the heartbeat goes on' : `no heartbeat: ${trouble}`);
    told = trouble;
  };
  const look = async () => {
    const now = clock.monotonic();
    const mute = whyMute();
    const why = mute.find((words) => words !== undefined && words !== '');
    // The first look is too early to know.
    if (why !== undefined && told !== undefined) tell(why);
    if (why === undefined && mute.includes('') && now >= dueAt) {
      const { status } = await caller
        .send({ method: 'GET' })
        .catch((error: unknown) => ({ status: errorMessage(error) }));
      const isTaken = typeof status === 'number' && status < 300;
      if (isTaken) dueAt = now + every;
      tell(isTaken ? '' : `${caller.host}: ${status}`);
    }
    if (!isOver) cancel = clock.after(LOOK_EVERY_MS, look);
  };
  void look();
  return () => {
    isOver = true;
    cancel();
    return caller.close();
  };
}
