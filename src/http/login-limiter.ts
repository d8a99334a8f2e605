import type { Clock } from '../base/clock.ts';

const MAX_LOGINS = 5;
/** A minute of the server, plus a margin for delays that bring two logins closer together, ms. */
const WINDOW_MS = 65_000;

/** A login that is under way or done. */
export interface LoginSlot {
  /** The response has come. The minute counts from now, because the server may have counted as late as this. */
  done(): void;
  /** Nothing was sent, so it does not count. */
  release(): void;
}

/** At most five logins in any minute (the server's limit), successful or not. */
export class LoginLimiter {
  readonly #clock: Clock;
  readonly #times = new Set<{ at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A slot; undefined if the five of the minute are used. */
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

  /** ms until a slot is free; 0 if one is free now. */
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

/** The only limiter of an origin in this process, so that switching profiles does not reset the count. */
export function loginLimiterOf(clock: Clock, origin: string): LoginLimiter {
  const byOrigin = limiters.get(clock) ?? new Map<string, LoginLimiter>();
  limiters.set(clock, byOrigin);
  const limiter = byOrigin.get(origin) ?? new LoginLimiter(clock);
  byOrigin.set(origin, limiter);
  return limiter;
}
