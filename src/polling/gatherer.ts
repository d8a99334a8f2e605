import type { Clock } from '../base/clock.ts';
import type { ClusterState } from '../cluster/state.ts';
import { type ClusterStore, updateStore } from '../cluster/store.ts';

export type Reduce = (state: ClusterState) => ClusterState;

/** How long the first response of a round waits for the others, ms: too short to be visible. */
const BATCH_WINDOW_MS = 30;
/** The same for the very first round; shorter, because the screen is still empty. */
const FIRST_BATCH_WINDOW_MS = 8;

/** Gathers responses that arrive together into one store update, so that the screen is painted once per round. */
export class Gatherer {
  readonly #store: ClusterStore;
  readonly #clock: Clock;
  #queue: Reduce[] = [];
  #cancel: (() => void) | undefined;
  #closed = false;
  #window = FIRST_BATCH_WINDOW_MS;

  constructor(store: ClusterStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  push(reduce: Reduce): void {
    if (this.#closed) return;
    this.#queue.push(reduce);
    this.#cancel ??= this.#clock.after(this.#window, () => this.#flush());
  }

  /** Ends the round. Triage runs in a turn of its own, because for a large cluster it takes as long as parsing. */
  endRound(): void {
    if (this.#queue.length === 0) return;
    this.#cancel?.();
    this.#cancel = this.#clock.after(0, () => this.#flush());
  }

  #flush(): void {
    this.#cancel = undefined;
    const queue = this.#queue;
    this.#queue = [];
    this.#window = BATCH_WINDOW_MS;
    updateStore(this.#store, (state) => queue.reduce((before, reduce) => reduce(before), state));
  }

  /** Stops; nothing is written afterwards. */
  close(): void {
    this.#closed = true;
    this.#cancel?.();
    this.#queue = [];
  }
}
