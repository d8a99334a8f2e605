import type { Clock } from './clock.ts';

/**
 * Time that goes `speed` times as fast as that of `base`, from `from` (Unix ms) on. It keeps nothing, so that clocks in
 * several threads show the same time where they are given the same `from`.
 */
export function scaledClock(base: Clock, speed: number, from: number): Clock {
  return {
    now: () => Math.round(from + (base.now() - from) * speed),
    monotonic: () => base.monotonic() * speed,
    after: (ms, fn) => base.after(ms / speed, fn),
  };
}
