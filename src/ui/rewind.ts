import { clockTime } from '../base/format.ts';
import { errorMessage } from '../base/system-error.ts';
import type { Controller, ScreenInterest } from './screen.ts';
import type { Services } from './services.ts';
import type { Held, UiStore } from './store.ts';

const STEP = 10_000;
/** Presses that come this quickly are a key held down: it goes further with each. */
const HELD_DOWN = 400;
const FASTER_AFTER = 8;
const FAST_STEP = 60_000;
/** Nearer to now than this is now. */
const NOW = 3_000;

/** What going back in time needs of the program's face. */
interface RewindHost {
  readonly services: Services;
  readonly ui: UiStore;
  readonly notice: Controller<object>['notice'];
  hold(held: Held | undefined): void;
  interest(): ScreenInterest;
}

/**
 * `[` and `]`: the screen shows what was collected at an earlier moment. While one moment is put together, only the
 * newest wish counts.
 */
export class Rewind {
  readonly #host: RewindHost;
  #wanted: number | undefined;
  #busy = false;
  #pressedAt = Number.NEGATIVE_INFINITY;
  #presses = 0;

  constructor(host: RewindHost) {
    this.#host = host;
  }

  /** Back (-1) or forward (1). */
  move(direction: 1 | -1): void {
    const { services, ui } = this.#host;
    const from = services.past?.from;
    const now = services.clock.now();
    if (from === undefined || now - from < STEP) {
      this.#host.notice('There is no past to show yet.');
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
    if (to < oldest) this.#host.notice(`Collected since ${clockTime(from)}: there is nothing older.`);
    this.#wanted = Math.max(oldest, to);
    void this.#work();
  }

  /** The screen is of interest in something else: the same moment, with that. */
  again(): void {
    const { held } = this.#host.ui.getState();
    if (held?.mode !== 'past' || this.#busy) return;
    this.#wanted = held.at;
    void this.#work();
  }

  /** Back to now. */
  end(): void {
    this.#wanted = undefined;
    this.#host.hold(undefined);
  }

  #step(): number {
    const now = this.#host.services.clock.monotonic();
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
        const interest = this.#host.interest();
        const moment = await this.#host.services.past?.at(target, interest);
        // Called off meanwhile, or wanted elsewhere.
        if (!moment || this.#wanted !== target) continue;
        if (interest === this.#host.interest()) this.#wanted = undefined;
        this.#host.hold({ mode: 'past', ...moment });
      }
    } catch (error) {
      this.#wanted = undefined;
      this.#host.notice(errorMessage(error), 'warn');
    } finally {
      this.#busy = false;
    }
  }
}
