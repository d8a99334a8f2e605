import { expect, test } from 'vitest';
import { addIds, splitIds } from '../../../src/views/lists/id-list.ts';

test.each([
  ['a,b', ['a', 'b']],
  [' a ;b\r\nc\n\n a', ['a', 'b', 'c']],
  ['\u00a0x\ty ', ['x', 'y']],
  [' , ', []],
])('finds the ids in %j', (text, ids) => {
  expect(splitIds(text)).toEqual(ids);
});

test('added ids are taken once, in their order, up to the limit, and what was left out is said', () => {
  const all = { ids: ['a', 'b', 'c'], message: '2 viewers are looked up.', full: false };
  expect(addIds(['a'], ['b', 'a', 'c'], 10, 'viewer')).toEqual(all);
  const some = { ids: ['a', 'b'], message: expect.stringContaining('2 left out'), full: true };
  expect(addIds(['a'], ['b', 'c', 'd'], 2, 'viewer')).toEqual(some);
});
