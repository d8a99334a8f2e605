import { turn } from '../../base/turn.ts';
import type { Typed } from '../keys.ts';
import type { Runtime } from './runtime.ts';

/** After this time the effect of the keys so far is painted, and signals and polls can run, ms. */
const SLICE_MS = 40;
/** Most keys that wait; further ones are dropped. No field takes more text. */
const MOST_WAITING = 100_000;

/**
 * Acts on keys and pastes in order and paints only after the last one of a chunk. A frame for each key would take a
 * minute for the keys that a terminal sends at once after a hung connection. `painted` is called after each frame.
 */
export class TypedKeys {
  readonly #runtime: Runtime;
  readonly #painted: () => void;
  #waiting: Typed[] = [];
  #isRunning = false;
  /** Keys of earlier chunks are still waiting. */
  #isLate = false;

  constructor(runtime: Runtime, painted: () => void = () => {}) {
    this.#runtime = runtime;
    this.#painted = painted;
  }

  add(typed: readonly Typed[]): void {
    for (const one of typed) {
      // Ctrl-C drops the keys that still wait, as terminals do.
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
