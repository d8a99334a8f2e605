import { expect, test } from 'vitest';
import { parseDuration } from '../../src/base/durations.ts';

test.each([
  ['90s', 90_000],
  ['1.5m', 90_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['10', undefined],
  ['m', undefined],
  ['10m later', undefined],
  [' 2h', undefined],
])('%j is a duration of %j ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});
