import type { Clock } from '../../src/base/clock.ts';
import { turn } from '../../src/base/turn.ts';

/** A clock that moves only when `advance` is called. */
export class ManualClock implements Clock {
  #wall: number;
  #mono = 0;
  #next = 1;
  readonly #timers = new Map<number, { at: number; fn: () => void }>();

  constructor(start = Date.UTC(2026, 0, 15, 12)) {
    this.#wall = start;
  }

  now(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#mono;
  }

  after(ms: number, fn: () => void): () => void {
    const id = this.#next++;
    this.#timers.set(id, { at: this.#mono + Math.max(0, ms), fn });
    return () => this.#timers.delete(id);
  }

  /** Number of waiting timers; a leak shows here. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves wall time only, as a time server or a sleeping laptop does. */
  jumpWall(ms: number): void {
    this.#wall += ms;
  }

  /** Runs every timer due within `ms`, in order of time; `settle` lets promises settle before each. */
  async advance(ms: number, settle = turn): Promise<void> {
    const end = this.#mono + ms;
    for (;;) {
      await settle();
      let dueId = -1;
      let dueAt = Number.POSITIVE_INFINITY;
      for (const [id, timer] of this.#timers) {
        if (timer.at <= end && timer.at < dueAt) {
          dueId = id;
          dueAt = timer.at;
        }
      }
      if (dueId < 0) break;
      const timer = this.#timers.get(dueId);
      this.#timers.delete(dueId);
      this.#move(Math.max(this.#mono, dueAt));
      timer?.fn();
    }
    this.#move(end);
    await settle();
  }

  #move(to: number): void {
    this.#wall += to - this.#mono;
    this.#mono = to;
  }
}
