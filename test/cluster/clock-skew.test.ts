import { expect, test } from 'vitest';
import { createClockSkew, movedWithClock } from '../../src/cluster/clock-skew.ts';

const HOUR = 3_600_000;

/** A skew after this many answers, one a second, of a clock that is `ahead` of ours, ms. */
function after(count: number, ahead: number, skew = createClockSkew()) {
  for (let at = 0; at < count; at++) skew.add(at * 1_000 + ahead, at * 1_000, 0);
  return skew;
}

test('one slow response does not change the difference of clocks, and setting a clock does', () => {
  const skew = createClockSkew();
  for (let at = 0; at < 9; at++) skew.add(at * 1_000 + HOUR, at * 1_000 + 10, 20);
  expect(skew.current).toBe(HOUR);
  expect(skew.add(10_000 + HOUR, 25_000, 15_000)).toBe(HOUR);
  expect(after(10, 0, skew).current).toBe(0);
});

test('a drifting clock is followed within a few answers, and network noise is not', () => {
  const skew = after(20, 0);
  expect(after(5, 20, skew).current).toBe(0);
  expect(after(8, 100, skew).current).toBe(100);
});

test('one answer of another clock is ignored, and the second in a row means that the clock was set', () => {
  const skew = after(9, 0);
  expect(after(1, HOUR, skew).current).toBe(0);
  expect(after(1, 0, skew).current).toBe(0);
  expect(after(1, HOUR, skew).current).toBe(0);
  expect(after(1, HOUR, skew).current).toBe(HOUR);
});

test('a clock that was set is known from the first answer that shows it, once, in both directions', () => {
  const skew = after(9, 0);
  after(1, HOUR, skew);
  expect(skew.sets).toEqual([HOUR]);
  after(2, HOUR, skew);
  after(2, 0, skew);
  after(2, HOUR, skew);
  expect(skew.sets).toEqual([HOUR, -HOUR]);
});

test('a slow answer tells nothing about the clock', () => {
  const skew = after(9, 0);
  // The answer may have been made at any moment of those ten seconds.
  skew.add(100_000, 106_000, 10_000);
  expect(skew.sets).toEqual([]);
});

test('a time moved with the clock when both moved by the same amount within two seconds', () => {
  const moved = [3_598_000, 3_602_000, 3_602_001, 0].map((by) => movedWithClock(by, [3_600_000]));
  expect(moved).toEqual([true, true, false, false]);
  expect(movedWithClock(0, [])).toBe(false);
});
