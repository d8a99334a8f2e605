import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { countSources } from './house/sources.ts';

const files = countSources(resolve(import.meta.dirname, '..'));

test('exported functions have distinct names', () => {
  const places = Map.groupBy(
    files.flatMap(({ path, exported }) => exported.map((name) => ({ name, path }))),
    ({ name }) => name,
  );
  const shared = [...places].filter(([, all]) => all.length > 1);
  expect(shared.map(([name, all]) => `${name}: ${all.map(({ path }) => path).join(', ')}`)).toEqual([]);
});

test('no switch has only a default', () => {
  expect(files.flatMap(({ emptySwitches }) => emptySwitches)).toEqual([]);
});
