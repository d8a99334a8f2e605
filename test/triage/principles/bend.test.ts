import { expect, test } from 'vitest';
import { bendOf } from '../../../src/triage/principles/bend.ts';

const POLL_S = 5;
const BEGINS_S = 500;
/** Slow waves, as the number of viewers has them. */
const waves = (t: number) => 1 + 0.015 * Math.sin(t / 125) + 0.003 * Math.sin(t / 46);

function pointsOf(value: (t: number) => number) {
  return Array.from({ length: 160 }, (_, n) => ({ at: 1000 * POLL_S * n, value: value(POLL_S * n) }));
}

const since = (t: number) => Math.max(0, t - BEGINS_S) / 60;
const noise = (t: number) => 20 * Math.sin(t * 7.3) + 15 * Math.sin(t * 2.9);

test.each<[string, (t: number) => number]>([
  ['a drain of 2 % a minute under waves', (t) => 10_000 * waves(t) * (1 - 0.02 * since(t))],
  ['a drain of 2 % a minute under noise', (t) => 10_000 * (1 - 0.02 * since(t)) + noise(t)],
])('%s is dated within 15 s', (_, value) => {
  const bend = bendOf(pointsOf(value));
  expect(Math.abs((bend?.at ?? 0) / 1000 - BEGINS_S)).toBeLessThanOrEqual(15);
  expect(bend?.from).toBeLessThanOrEqual(bend?.at ?? 0);
});

test.each<[string, (t: number) => number]>([
  ['a straight line', (t) => 10_000 - 4 * t],
  ['noise', (t) => 10_000 + noise(t)],
])('%s has no bend', (_, value) => {
  expect(bendOf(pointsOf(value))?.perMinute ?? 0).toBeLessThan(0.002);
});

test('a figure that is known for a minute only has no bend', () => {
  expect(bendOf(pointsOf(waves).slice(0, 12))).toBeUndefined();
});
