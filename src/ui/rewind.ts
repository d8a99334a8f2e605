import { clockTime } from '../views/format.ts';
import type { Runtime } from './runtime.ts';

const STEP = 10_000;
/** Presses that come this quickly are a key held down: it goes further with each. */
const HELD_DOWN = 400;
const FASTER_AFTER = 8;
const FAST_STEP = 60_000;
/** Nearer to now than this is now. */
const NOW = 3_000;

/**
 * `[` and `]`: the screen shows what was collected at an earlier moment. While one moment is put together, only the
 * newest wish counts.
 */
export class Rewind {
  readonly #runtime: Runtime;
  #wanted: number | undefined;
  #busy = false;
  #pressedAt = Number.NEGATIVE_INFINITY;
  #presses = 0;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Back (-1) or forward (1). */
  move(direction: 1 | -1): void {
    const { services, ui } = this.#runtime;
    const from = services.past?.from;
    const now = services.clock.now();
    if (from === undefined || now - from < STEP) {
      this.#runtime.notice('There is no past to show yet.');
      return;
    }
    const { held } = ui.getState();
    const here = this.#wanted ?? held?.at ?? now;
    const to = here + direction * this.#step();
    if (to > now - NOW) {
      this.end();
      return;
    }
    // The first seconds lack what was asked for last.
    const oldest = from + NOW;
    if (to < oldest) this.#runtime.notice(`Collected since ${clockTime(from)}: there is nothing older.`);
    this.#wanted = Math.max(oldest, to);
    void this.#work();
  }

  /** The screen is of interest in something else: the same moment, with that. */
  again(): void {
    const { held } = this.#runtime.ui.getState();
    if (held?.mode !== 'past' || this.#busy) return;
    this.#wanted = held.at;
    void this.#work();
  }

  /** Back to now. */
  end(): void {
    this.#wanted = undefined;
    this.#runtime.hold(undefined);
  }

  #step(): number {
    const now = this.#runtime.services.clock.monotonic();
    this.#presses = now - this.#pressedAt < HELD_DOWN ? this.#presses + 1 : 1;
    this.#pressedAt = now;
    return this.#presses > FASTER_AFTER ? FAST_STEP : STEP;
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (this.#wanted !== undefined) {
        const target = this.#wanted;
        const interest = this.#runtime.interest();
        const moment = await this.#runtime.services.past?.at(target, interest);
        // Called off meanwhile, or wanted elsewhere.
        if (!moment || this.#wanted !== target) continue;
        if (interest === this.#runtime.interest()) this.#wanted = undefined;
        this.#runtime.hold({ mode: 'past', ...moment });
      }
    } catch (error) {
      this.#wanted = undefined;
      this.#runtime.notice(error instanceof Error ? error.message : String(error), 'warn');
    } finally {
      this.#busy = false;
    }
  }
}
