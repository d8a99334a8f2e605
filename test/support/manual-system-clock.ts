import { afterAll, beforeAll } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { ManualClock } from './manual-clock.ts';

/** For all tests of a file the real time moves only when `advance` is called. */
export function manualSystemClock(): ManualClock {
  const clock = new ManualClock();
  const real = { ...systemClock };
  beforeAll(() => {
    systemClock.now = () => clock.now();
    systemClock.monotonic = () => clock.monotonic();
    systemClock.after = (ms, fn) => clock.after(ms, fn);
  });
  afterAll(() => void Object.assign(systemClock, real));
  return clock;
}
