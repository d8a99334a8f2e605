import { expect, test } from 'vitest';
import { scaledClock } from '../../src/base/scaled-clock.ts';
import { ManualClock } from '../support/manual-clock.ts';

test('wall time, monotonic time and timers have the same speed; a cancelled timer does not fire', async () => {
  const base = new ManualClock(1_000_000);
  const clock = scaledClock(base, 4, 1_000_000);
  const fired: number[] = [];
  clock.after(20_000, () => fired.push(clock.now()));
  clock.after(1_000, () => fired.push(0))();
  const before = clock.monotonic();
  await base.advance(5_000);
  expect(clock.now()).toBe(1_020_000);
  expect(clock.monotonic() - before).toBe(20_000);
  expect(fired).toEqual([1_020_000]);
});

test('clocks made at different times show the same time, in whole milliseconds', async () => {
  const base = new ManualClock(1_000_000);
  const first = scaledClock(base, 0.25, 1_000_000);
  await base.advance(6_001);
  const second = scaledClock(base, 0.25, 1_000_000);
  expect([first.now(), second.now()]).toEqual([1_001_500, 1_001_500]);
});
