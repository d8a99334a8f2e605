import { expect, test } from 'vitest';
import { changePoint, DeviationTrack, suddenFall } from '../../../src/triage/principles/deviation.ts';

const POLL = 4_000;
const tolerance = { spread: 0.03, least: 0.15 };
/** Repeatable noise. */
const noise = (n: number) => 0.01 * Math.sin(7 * n);

/** Residuals: level for `calm` samples, then as `fault` gives by the number of samples since then. */
function play(calm: number, faulty: number, fault: (n: number) => number) {
  const track = new DeviationTrack();
  for (let n = 0; n < calm + faulty; n++) {
    const share = noise(n) + (n < calm ? 0 : fault(n - calm));
    track.take({ at: n * POLL, share }, tolerance);
    if (track.deviation) return { after: (n - calm) * POLL, is: track.deviation.direction };
  }
  return undefined;
}

test.each([
  ['a cliff', () => -0.4, 'fallen', 8_000],
  ['a surge', () => 0.4, 'risen', 8_000],
  ['a fall of 20 % a minute', (n: number) => (-0.2 * n) / 15, 'fallen', 60_000],
  ['a drain of 2 % a minute', (n: number) => (-0.02 * n) / 15, 'fallen', 480_000],
] as const)('%s is found with its time', (_, fault, direction, within) => {
  const found = play(60, 400, fault);
  expect(found?.is).toBe(direction);
  expect(found?.after).toBeLessThanOrEqual(within);
});

test.each([
  ['noise', () => 0],
  ['less than is tolerated', () => -0.12],
  ['one odd sample', (n: number) => (n === 3 ? -0.9 : 0)],
])('%s is no deviation', (_, fault) => {
  expect(play(60, 400, fault)).toBeUndefined();
});

test('a small difference becomes usual after twenty minutes, a larger one does not', () => {
  const usualAfter = (share: number) => {
    const track = new DeviationTrack();
    const usual = Array.from({ length: 400 }, (_, n) => track.take({ at: n * POLL, share }, tolerance));
    return usual.indexOf(true) * POLL;
  };
  expect([0.05, 0.12, 0.2].map(usualAfter)).toEqual([0, 1_200_000, -POLL]);
});

/** A track, and samples for it from a time on. */
function tracked() {
  const track = new DeviationTrack();
  const give = (share: number, from: number, samples: number) => {
    for (let n = 0; n < samples; n++) track.take({ at: from + n * POLL, share }, tolerance);
  };
  return { track, give };
}

test('a deviation ends when the figure has been usual for half a minute, and not before', () => {
  const { track, give } = tracked();
  give(0, 0, 20);
  give(-0.5, 80_000, 5);
  expect(track.deviation).toBeDefined();
  give(0, 100_000, 5);
  expect(track.deviation).toBeDefined();
  give(0, 120_000, 10);
  expect(track.deviation).toBeUndefined();
});

test.each([
  ['a step', (n: number) => (n < 30 ? 0 : -0.5), 30],
  ['a line', (n: number) => (n < 30 ? 0 : -0.01 * (n - 29)), 30],
  ['a step up', (n: number) => (n < 30 ? 0 : 0.5), 30],
])('finds the change point of %s', (_, share, index) => {
  const points = Array.from({ length: 45 }, (__, n) => ({ at: n * POLL, share: share(n) + noise(n) / 4 }));
  const { since, lastGoodAt } = changePoint(points, share(44) < 0 ? -1 : 1);
  expect(Math.abs(since - index * POLL)).toBeLessThanOrEqual(2 * POLL);
  expect(since - lastGoodAt).toBeLessThanOrEqual(POLL);
});

test.each([
  ['a fall from a raised level', 0.3, 'fallen'],
  ['a rise from a low one', -0.3, 'risen'],
] as const)('%s is a deviation of its own at once', (_, before, direction) => {
  const { track, give } = tracked();
  give(0, 0, 20);
  give(before, 80_000, 40);
  give(-before, 240_000, 3);
  expect(track.deviation?.direction).toBe(direction);
  expect(track.deviation?.since).toBe(240_000);
});

test.each([
  ['two values below the level', [9, 9, 9, 9, 9, 5, 5], 9],
  ['one odd value', [9, 9, 9, 9, 9, 5, 9], undefined],
  ['less than the share', [9, 9, 9, 9, 9, 8, 8], undefined],
  ['the end of a peak', [9, 9, 9, 9, 9, 9, 9, 30, 30, 9, 9], undefined],
  ['a level that was held', [9, 30, 30, 30, 30, 30, 9, 9], 30],
  ['too few values before it', [9, 9, 5, 5], undefined],
])('a sudden fall: %s', (_what, values, level) => {
  const points = values.map((value, index) => ({ at: 10_000 * index, value }));
  const found = suddenFall(points.slice(0, -1), points.slice(-3), { share: 0.2, least: 2 });
  expect(found?.level).toBe(level);
  expect(suddenFall(points.slice(0, -1), points.slice(-3), { share: 0.2, least: 40 })).toBeUndefined();
});
