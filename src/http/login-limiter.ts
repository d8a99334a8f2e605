import type { Clock } from '../base/clock.ts';

const MAX_LOGINS = 5;
/** A minute as the server counts it, plus a margin for delays on the way that bring two logins closer together. */
const WINDOW_MS = 65_000;

/** A login that is under way or done. */
export interface LoginSlot {
  /** The response came: the minute is counted from now, because the server may have counted as late as this. */
  done(): void;
  /** Nothing was sent: it does not count. */
  release(): void;
}

/** At most five logins in any minute (the server allows no more), whatever happened to them. */
export class LoginLimiter {
  readonly #clock: Clock;
  readonly #times = new Set<{ at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A slot, or undefined when the minute's five are used up. */
  take(): LoginSlot | undefined {
    this.#forget();
    if (this.#times.size >= MAX_LOGINS) return undefined;
    const slot = { at: this.#clock.monotonic() };
    this.#times.add(slot);
    return {
      done: () => {
        slot.at = this.#clock.monotonic();
      },
      release: () => {
        this.#times.delete(slot);
      },
    };
  }

  /** ms until a slot is free; 0 when one is. */
  wait(): number {
    this.#forget();
    if (this.#times.size < MAX_LOGINS) return 0;
    let oldest = Number.POSITIVE_INFINITY;
    for (const { at } of this.#times) oldest = Math.min(oldest, at);
    return oldest + WINDOW_MS - this.#clock.monotonic();
  }

  #forget(): void {
    const now = this.#clock.monotonic();
    for (const slot of this.#times) if (now - slot.at >= WINDOW_MS) this.#times.delete(slot);
  }
}

const limiters = new WeakMap<Clock, Map<string, LoginLimiter>>();

/** The one limiter of an origin in this process: switching profiles and back does not reset the count. */
export function loginLimiterOf(clock: Clock, origin: string): LoginLimiter {
  const byOrigin = limiters.get(clock) ?? new Map<string, LoginLimiter>();
  limiters.set(clock, byOrigin);
  const limiter = byOrigin.get(origin) ?? new LoginLimiter(clock);
  byOrigin.set(origin, limiter);
  return limiter;
}
