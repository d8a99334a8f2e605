import fc from 'fast-check';
import { expect, test } from 'vitest';
import { climbOf } from '../../src/triage/climb.ts';

const STEP = 5_000;
const LEAST = 8;

/** A repeatable noise between −1 and 1. */
const noise = (index: number) => Math.sin(index * 127.1) * Math.cos(index * 311.7);
/** Ten minutes of points from a function of the seconds. */
const shares = (of: (seconds: number) => number, length = 120) =>
  Array.from({ length }, (_, index) => ({ x: index * STEP, y: of((index * STEP) / 1_000) + noise(index) }));

const climbIn = (of: (seconds: number) => number) => climbOf(shares(of), LEAST);

test('a climb has the slope of its line and begins where the level ends', () => {
  const climb = climbIn((s) => 35 + Math.max(0, s - 480) * 0.2);
  const about = (value: number | undefined, middle: number, by: number) =>
    expect(Math.abs((value ?? 0) - middle)).toBeLessThan(by);
  about(climb?.perMinute, 12, 1.5);
  about(climb?.since, 480_000, 10_000);
  about(climb?.used, 58, 2);
});

test('a slow rise over the whole time is a climb from the first point on', () => {
  const climb = climbIn((s) => 70 + s / 60);
  expect(climb?.perMinute).toBeCloseTo(1, 0);
  expect(climb?.since).toBeLessThan(60_000);
});

/** Points without noise. */
const exact = (values: readonly number[]) => values.map((y, index) => ({ x: index * STEP, y }));

test.each([
  ['a noisy level', shares(() => 60)],
  ['a step', shares((s) => (s < 400 ? 40 : 70))],
  ['a step that is a minute old', shares((s) => (s < 540 ? 40 : 70))],
  ['a climb that has ended', shares((s) => 40 + Math.min(30, Math.max(0, s - 300) * 0.2))],
  ['a fall', shares((s) => 80 - s / 20)],
  ['the return after a dip', shares((s) => (s < 300 ? 60 : Math.min(60, 20 + (s - 300) * 0.12)))],
  ['a wave', shares((s) => 50 + 10 * Math.sin((s / 120) * 2 * Math.PI))],
  ['a line of too few points', shares((s) => s, LEAST - 1)],
  ['up and down, with a last point high up', exact([50, 45, 60, 55, 70, 65, 80, 75, 90])],
])('%s is no climb', (_, points) => {
  expect(climbOf(points, LEAST)).toBeUndefined();
});

test('a climb after a jump begins with the jump, however low the level was before', () => {
  const jump = 300_000;
  const climb = climbIn((s) => (s < 300 ? 30 : 50 + (s - 300) * 0.1));
  expect(climb?.since).toBeGreaterThanOrEqual(jump - 4 * STEP);
  expect(climb?.since).toBeLessThanOrEqual(jump);
});

test.each([
  ['some points are off the line', 5, true],
  ['every third point is off the line', 3, false],
])('a line is a climb while nearly all of it rises: %s', (_, every, isClimb) => {
  const points = Array.from({ length: 60 }, (_point, index) => ({
    x: index * STEP,
    y: index % every === every - 1 ? 20 + index * 0.01 : 40 + index * 0.5,
  }));
  expect(climbOf(points, LEAST) !== undefined).toBe(isClimb);
});

test('a climb begins where its line leaves the level, also between two points', () => {
  const kinked = Array.from({ length: 120 }, (_, index) => 40 + Math.max(0, index * 5 - 302.5) * 0.2);
  expect(climbOf(exact(kinked), LEAST)?.since).toBeCloseTo(302_500, 0);
});

test('a return to a level that was held for four points is no climb', () => {
  const rise = Array.from({ length: 36 }, (_, index) => 20 + index * 1.1);
  expect(climbOf(exact([60, 60, 60, 60, ...rise]), LEAST)).toBeUndefined();
  expect(climbOf(exact([60, 60, 60, ...rise]), LEAST)).toBeDefined();
});

test('a rise smaller than its noise is no climb', () => {
  const noisy = [50, 51.7, 50.2, 51.7, 52.3, 50.5, 51.9, 53.1, 52.3, 53.3];
  expect(climbOf(exact(noisy), LEAST)).toBeUndefined();
  expect(climbOf(exact(noisy.map((value, index) => value + index)), LEAST)).toBeDefined();
});

/** A rise that flattens: how much is left falls to a third in `tau` seconds. */
const flattening = (from: number, height: number, tau: number) => (seconds: number) =>
  from + height * (1 - Math.exp(-seconds / tau));
const settings = {
  from: fc.integer({ min: 5, max: 60 }),
  height: fc.integer({ min: 15, max: 35 }),
  tau: fc.integer({ min: 60, max: 240 }),
};

test('a forecast flattens with its curve, and ends when that is nearly level', () => {
  fc.assert(
    fc.property(fc.record(settings), ({ from, height, tau }) => {
      const curve = flattening(from, height, tau);
      const all = shares(curve, 360);
      const at = (seconds: number) => climbOf(all.slice(0, seconds / 5), LEAST);
      const paces = [1, 1.5, 2, 3].map((times) => {
        const seconds = Math.round((times * tau) / 10) * 10;
        const pace = at(seconds)?.perMinute ?? 0;
        const lately = (60 * (curve(seconds) - curve(seconds / 2))) / (seconds / 2);
        expect(pace).toBeLessThanOrEqual(1.25 * lately + 0.5);
        return pace;
      });
      expect(Math.max(...paces)).toBeGreaterThan(0);
      expect(at(Math.min(1_800, 7 * tau))).toBeUndefined();
    }),
  );
});

test('a forecast ends soon after its curve has turned', () => {
  const turned = fc.record({
    rise: fc.integer({ min: 60, max: 400 }),
    up: fc.double({ min: 0.05, max: 0.2, noNaN: true }),
    down: fc.double({ min: 0.05, max: 0.2, noNaN: true }),
  });
  fc.assert(
    fc.property(turned, ({ rise, up, down }) => {
      const top = 10 + up * rise;
      const after = Math.max(60, rise / 3);
      const curve = (s: number) => (s < rise ? 10 + up * s : top - down * (s - rise));
      expect(climbOf(shares(curve, Math.ceil((rise + after) / 5)), LEAST)).toBeUndefined();
    }),
  );
});
