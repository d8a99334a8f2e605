import { expect, test } from 'vitest';
import { timeJson } from '../../../src/views/formats/json-values.ts';

test.each([
  [Date.UTC(2026, 0, 15, 12), '2026-01-15T12:00:00.000Z'],
  [0, '1970-01-01T00:00:00.000Z'],
  [Date.UTC(9_999, 11, 31), '9999-12-31T00:00:00.000Z'],
  ...[null, undefined, Number.NaN, Date.UTC(10_000, 0), Date.UTC(-1, 0), 9e99].map(
    (ms) => [ms, null] as const,
  ),
] as const)('a time of %s is written as %j', (ms, json) => {
  expect(timeJson(ms)).toBe(json);
});
