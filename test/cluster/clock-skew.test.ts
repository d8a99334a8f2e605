import { expect, test } from 'vitest';
import { createClockSkew, movedWithClock } from '../../src/cluster/clock-skew.ts';

const HOUR = 3_600_000;

/** A skew that has seen so many answers, one a second, from a clock that is `ahead` of ours, ms. */
function after(count: number, ahead: number, skew = createClockSkew()) {
  for (let at = 0; at < count; at++) skew.add(at * 1_000 + ahead, at * 1_000, 0);
  return skew;
}

test('one slow response does not move it, a clock that was set does', () => {
  const skew = createClockSkew();
  for (let at = 0; at < 9; at++) skew.add(at * 1_000 + HOUR, at * 1_000 + 10, 20);
  expect(skew.current).toBe(HOUR);
  expect(skew.add(10_000 + HOUR, 25_000, 15_000)).toBe(HOUR);
  expect(after(10, 0, skew).current).toBe(0);
});

test('a clock that drifts is followed within a few answers, the noise of the network is not', () => {
  const skew = after(20, 0);
  expect(after(5, 20, skew).current).toBe(0);
  expect(after(8, 100, skew).current).toBe(100);
});

test('one answer from a clock elsewhere is an odd one, the second in a row is a clock that was set', () => {
  const skew = after(9, 0);
  expect(after(1, HOUR, skew).current).toBe(0);
  expect(after(1, 0, skew).current).toBe(0);
  expect(after(1, HOUR, skew).current).toBe(0);
  expect(after(1, HOUR, skew).current).toBe(HOUR);
});

test('a set of the clock is known from the first answer that shows it, once, and both ways', () => {
  const skew = after(9, 0);
  after(1, HOUR, skew);
  expect(skew.sets).toEqual([HOUR]);
  after(2, HOUR, skew);
  after(2, 0, skew);
  after(2, HOUR, skew);
  expect(skew.sets).toEqual([HOUR, -HOUR]);
  expect(movedWithClock(HOUR - 1_500, skew.sets)).toBe(true);
  expect(movedWithClock(HOUR / 2, skew.sets)).toBe(false);
});

test('an answer that was long on its way tells nothing of the clock', () => {
  const skew = after(9, 0);
  // It may have been made at any moment of those ten seconds.
  skew.add(100_000, 106_000, 10_000);
  expect(skew.sets).toEqual([]);
});

test('a time moved with the clock where it moved by as much, give or take two seconds', () => {
  expect([3_598_000, 3_602_000, 3_602_001, 0].map((by) => movedWithClock(by, [3_600_000]))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(movedWithClock(0, [])).toBe(false);
});

test('the last eight settings of the clock are remembered, each once', () => {
  const skew = createClockSkew();
  let ahead = 0;
  for (let set = 0; set < 12; set++) {
    for (let answer = 0; answer < 3; answer++) skew.add(ahead + 1_000, 1_000, 0);
    ahead += 10_000 * (set + 1);
  }
  expect(skew.sets).toEqual([40_000, 50_000, 60_000, 70_000, 80_000, 90_000, 100_000, 110_000]);
});
