import { expect, test } from 'vitest';
import { NormalTrack, normalOf } from '../../../src/triage/principles/normal.ts';

const MINUTE = 60_000;

test.each([
  ['none', [], undefined],
  ['one', [5], { level: 5, spread: 0 }],
  ['the median, whatever the odd values are', [10, 11, 12, 13, 900], { level: 12, spread: 1.4826 }],
])('the level and the spread of values: %s', (_, values, normal) => {
  expect(normalOf(values)).toEqual(normal);
});

/** The normal after minutes of these values, six samples each. */
function after(minutes: readonly number[]) {
  const track = new NormalTrack(2 * MINUTE);
  minutes.forEach((value, minute) => {
    for (let n = 0; n < 6; n++) track.take(minute * MINUTE + n * 10_000, value);
  });
  return track;
}

test.each([
  ['is known from the first values on', [100], 100],
  ['accepts a minute only when it is two minutes old', [100, 100, 100, 100, 50, 50], 100],
  ['is that of the last hour', [...Array(30).fill(10), ...Array(60).fill(20)], 20],
])('the normal level %s', (_, minutes, level) => {
  expect(after(minutes).normal?.level).toBe(level);
});

test('a value that was rejected when a deviation was noticed is never accepted later', () => {
  const track = after([100, 100, 100, 100, 60, 60]);
  track.drop();
  for (let minute = 6; minute < 12; minute++) track.take(minute * MINUTE, 100);
  expect(track.normal).toEqual({ level: 100, spread: 0 });
});

test('what varies within a minute counts, too, where all minutes have the same level', () => {
  const track = new NormalTrack(2 * MINUTE);
  for (let n = 0; n < 60; n++) track.take(n * 10_000, 75 + 10 * (n % 6));
  expect(track.normal?.spread).toBeGreaterThan(10);
});
