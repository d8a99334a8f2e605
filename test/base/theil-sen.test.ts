import { expect, test } from 'vitest';
import { median, pairSlopes, quantile } from '../../src/base/theil-sen.ts';

const line = Array.from({ length: 11 }, (_, x) => ({ x, y: 3 * x + 5 }));

test('the slope is the median of slopes, whatever a few odd points say', () => {
  expect(quantile(pairSlopes(line), 0.5)).toBe(3);
  const odd = line.map((point) => (point.x === 9 || point.x === 3 ? { ...point, y: 900 } : point));
  expect(quantile(pairSlopes(odd), 0.5)).toBeCloseTo(3);
});

test('too few points have no slope', () => {
  expect(quantile(pairSlopes(line.slice(0, 1)), 0.5)).toBeUndefined();
  expect(median([])).toBeUndefined();
  expect(median([4, 1, 9])).toBe(4);
});
