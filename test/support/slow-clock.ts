import type { Clock } from '../../src/base/clock.ts';
import { ManualClock } from './manual-clock.ts';

/** A clock on which two seconds pass with each reading, as if all work took that long. */
export function slowClock(): Clock {
  const manual = new ManualClock(0);
  let time = 0;
  return {
    now: () => manual.now(),
    monotonic: () => (time += 2_000),
    after: (ms, fn) => manual.after(ms, fn),
  };
}
