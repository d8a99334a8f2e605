import { expect, test } from 'vitest';
import type { History } from '../../../src/cluster/history.ts';
import { hotSince } from '../../../src/triage/rules/hot-since.ts';

const SECOND = 1_000;

/** Asks at 600 s about a figure that was measured every 2 s since the second `from`. */
function since(value: (second: number) => number, from = 0): number | undefined {
  const seconds = Array.from({ length: 301 - from / 2 }, (_, n) => from + 2 * n);
  const points = seconds.map((second) => ({
    at: second * SECOND,
    value: value(second) + Math.sin(7 * second),
  }));
  const at = hotSince({ points: () => points } as unknown as History, 'server/a/cpu', 600 * SECOND);
  return at && at / SECOND;
}

test.each([
  ['at once', (second: number) => (second < 590 ? 30 : 92), 590],
  ['within seconds', (second: number) => Math.min(92, 30 + 6 * Math.max(0, second - 580)), 582],
  ['slowly', (second: number) => 40 + 0.3 * Math.max(0, second - 400), 402],
])('a figure that rose %s is dated by that', (_, value, at) => {
  expect(Math.abs((since(value) ?? 0) - at)).toBeLessThanOrEqual(8);
});

test('a figure that is as high as ever, or was when the watching began, is not dated', () => {
  expect(since(() => 92)).toBeUndefined();
  expect(since((second) => (second < 594 ? 30 : 92), 586)).toBeUndefined();
});
