import type { Clock } from '../base/clock.ts';
import type { ClusterState } from '../cluster/state.ts';
import { type ClusterStore, updateStore } from '../cluster/store.ts';

export type Reduce = (state: ClusterState) => ClusterState;

/** How long the first response of a round waits for the others, ms: too short to be visible. */
const BATCH_WINDOW_MS = 30;
/** The same for the very first round; shorter, because the screen is still empty. */
const FIRST_BATCH_WINDOW_MS = 8;

/** Gathers responses that arrive together into one store update, so that the screen is painted once per round. */
export function createGatherer(store: ClusterStore, clock: Clock) {
  let queue: Reduce[] = [];
  let cancel: (() => void) | undefined;
  let isClosed = false;
  let window = FIRST_BATCH_WINDOW_MS;

  const flush = () => {
    cancel = undefined;
    const round = queue;
    queue = [];
    window = BATCH_WINDOW_MS;
    updateStore(store, (state) => round.reduce((before, reduce) => reduce(before), state));
  };

  return {
    push(reduce: Reduce) {
      if (isClosed) return;
      queue.push(reduce);
      cancel ??= clock.after(window, flush);
    },
    /** Ends the round. Triage runs in a turn of its own, because for a large cluster it takes as long as parsing. */
    endRound() {
      if (queue.length === 0) return;
      cancel?.();
      cancel = clock.after(0, flush);
    },
    /** Stops; nothing is written afterwards. */
    close() {
      isClosed = true;
      cancel?.();
      queue = [];
    },
  };
}
