import { expect, test } from 'vitest';
import { parseDuration } from '../../src/base/durations.ts';

test.each<[number | undefined, ...string[]]>([
  [90_000, '90s', '1.5m'],
  [7_200_000, '2h'],
  [86_400_000, '1d'],
  [undefined, '10', 'm', '10m later', ' 2h'],
])('%j ms are meant by %j', (ms, ...texts) => {
  expect(texts.map(parseDuration)).toEqual(texts.map(() => ms));
});
