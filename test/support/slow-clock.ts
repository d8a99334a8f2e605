import type { Clock } from '../../src/base/clock.ts';
import { ManualClock } from './manual-clock.ts';

/** A clock on which each look at the time is two seconds later: so long takes what is worked out at once. */
export function slowClock(): Clock {
  const manual = new ManualClock(0);
  let time = 0;
  return {
    now: () => manual.now(),
    monotonic: () => (time += 2_000),
    after: (ms, fn) => manual.after(ms, fn),
  };
}
