import type { Clock } from './clock.ts';

/**
 * Time that runs `speed` times as fast as that of `base`, from `from` (Unix ms) on. It has no state, so clocks in
 * several threads with the same `from` show the same time.
 */
export function scaledClock(base: Clock, speed: number, from: number): Clock {
  return {
    now: () => Math.round(from + (base.now() - from) * speed),
    monotonic: () => base.monotonic() * speed,
    after: (ms, fn) => base.after(ms / speed, fn),
  };
}
