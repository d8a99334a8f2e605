import { turn } from '../../base/turn.ts';
import type { Typed } from '../keys.ts';
import type { Runtime } from './runtime.ts';

/** Keys are acted on for so long before what they led to is painted, and signals and polls have their turn; ms. */
const SLICE_MS = 40;
/** Keys that wait; further ones are dropped. It is more than fits into any field. */
const MOST_WAITING = 100_000;

/**
 * Acts on keys and pastes in their order, each on what those before it led to, and paints only what the last of a chunk
 * led to: a frame for each would take a minute for what a key held down under a hung connection sends in a moment.
 * `painted` is called after each frame.
 */
export class TypedKeys {
  readonly #runtime: Runtime;
  readonly #painted: () => void;
  #waiting: Typed[] = [];
  #isRunning = false;
  /** Keys of earlier chunks still wait. */
  #isLate = false;

  constructor(runtime: Runtime, painted: () => void = () => {}) {
    this.#runtime = runtime;
    this.#painted = painted;
  }

  add(typed: readonly Typed[]): void {
    for (const one of typed) {
      // As in a terminal: it drops what was typed before and has not been acted on.
      if (this.#isLate && one.name === 'ctrl-c') this.#waiting = [];
      if (this.#waiting.length < MOST_WAITING) this.#waiting.push(one);
    }
    if (this.#isRunning) return;
    this.#isRunning = true;
    // The rest of the chunk is added before this runs.
    queueMicrotask(() => void this.#run());
  }

  end(): void {
    this.#waiting = [];
  }

  async #run(): Promise<void> {
    const { clock } = this.#runtime.services;
    while (this.#waiting.length > 0) {
      const until = clock.monotonic() + SLICE_MS;
      const now = this.#waiting;
      let acted = 0;
      do {
        const typed = now[acted++];
        if (typed) this.#runtime.act(typed);
      } while (acted < now.length && clock.monotonic() < until);
      this.#waiting = this.#waiting === now ? now.slice(acted) : this.#waiting;
      this.#runtime.draw();
      this.#painted();
      this.#isLate = this.#waiting.length > 0;
      if (this.#isLate) await turn();
    }
    this.#isRunning = false;
  }
}
