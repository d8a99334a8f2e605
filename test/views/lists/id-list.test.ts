import { describe, expect, test } from 'vitest';
import { addIds, splitIds } from '../../../src/views/lists/id-list.ts';

test.each([
  ['a,b', ['a', 'b']],
  [' a ;b\r\nc\n\n a', ['a', 'b', 'c']],
  ['\u00a0x\ty ', ['x', 'y']],
  [' , ', []],
])('finds the ids in %j', (text, ids) => {
  expect(splitIds(text)).toEqual(ids);
});

describe('adding ids', () => {
  test('takes each once, keeps the order and counts the new ones', () => {
    expect(addIds(['a'], ['b', 'a', 'c'], 10, 'viewer')).toEqual({
      ids: ['a', 'b', 'c'],
      message: '2 viewers are looked up.',
      full: false,
    });
  });
  test('stops at the limit and says how many were left out', () => {
    const added = addIds(['a'], ['b', 'c', 'd'], 2, 'viewer');
    expect(added.ids).toEqual(['a', 'b']);
    expect(added.message).toContain('2 left out');
    expect(added.full).toBe(true);
  });
});
