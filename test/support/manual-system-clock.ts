import { afterAll, beforeAll, expect } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { eventually } from './eventually.ts';
import { ManualClock } from './manual-clock.ts';

/** For all tests of a file the real time moves only when `advance` is called, or while one waits. */
export function manualSystemClock() {
  const clock = new ManualClock();
  const real = { ...systemClock };
  beforeAll(() => {
    systemClock.now = () => clock.now();
    systemClock.monotonic = () => clock.monotonic();
    systemClock.after = (ms, fn) => clock.after(ms, fn);
  });
  afterAll(() => void Object.assign(systemClock, real));
  /** Advances time, by `step` ms each time, until the assertion holds. */
  const inTime = (assertion: () => void, step = 100) =>
    eventually(async () => {
      await clock.advance(step);
      assertion();
    });
  /** Advances time until that has come. */
  async function comesInTime<T>(event: Promise<T>): Promise<T> {
    let isOver = false;
    void event.finally(() => {
      isOver = true;
    });
    await inTime(() => expect(isOver).toBe(true));
    return event;
  }
  return { clock, inTime, comesInTime };
}
