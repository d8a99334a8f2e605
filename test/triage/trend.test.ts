import { expect, test } from 'vitest';
import { addFigure, trendOf } from '../../src/triage/tracker.ts';

test.each([
  ['rising', [100, 100, 105]],
  ['falling', [105, 100, 100]],
  ['steady', [100, 120, 104]],
  ['steady', [100, 100, 104.1]],
  ['steady', [100, 200]],
  ['steady', [0, 0, 0]],
] as const)('figures are %s: %j', (trend, values) => {
  expect(trendOf(values.map((value, at) => ({ at, value })))).toBe(trend);
});

test('figures are taken every five seconds and kept for five minutes', () => {
  const first = addFigure([], 0, 1);
  expect(addFigure(first, 4_999, 2)).toBe(first);
  expect(addFigure(first, 5_000, 2)).toHaveLength(2);
  expect([addFigure(first, 299_999, 2), addFigure(first, 300_000, 2)].map(({ length }) => length)).toEqual([
    2, 1,
  ]);
});
