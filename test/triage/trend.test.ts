import { expect, test } from 'vitest';
import { trendOf } from '../../src/triage/tracker.ts';

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
