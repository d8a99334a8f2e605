import { describe, expect, test } from 'vitest';
import {
  addIds,
  byNumber,
  byWord,
  sameQuery,
  scopeNote,
  shownItems,
  splitIds,
} from '../../src/views/paged-list.ts';

test.each([
  ['a,b', ['a', 'b']],
  [' a ;b\r\nc\n\n a', ['a', 'b', 'c']],
  ['\u00a0x\ty ', ['x', 'y']],
  [' , ', []],
])('ids out of %j', (text, ids) => {
  expect(splitIds(text)).toEqual(ids);
});

describe('adding ids', () => {
  test('takes each once, keeps the order and tells how many', () => {
    expect(addIds(['a'], ['b', 'a', 'c'], 10, 'viewer')).toEqual({
      ids: ['a', 'b', 'c'],
      message: '2 viewers are looked up.',
      full: false,
    });
  });
  test('is bounded, and says what was left out', () => {
    const added = addIds(['a'], ['b', 'c', 'd'], 2, 'viewer');
    expect(added.ids).toEqual(['a', 'b']);
    expect(added.message).toContain('2 left out');
    expect(added.full).toBe(true);
  });
  test('says where nothing is new', () => {
    expect(addIds(['a'], ['a'], 2, 'viewer').message).toContain('followed already');
  });
});

test.each([
  [40, 60, 'this server answers for 40 of 60'],
  [60, 40, '60 listed, the dashboard counts 40'],
  [60, 60, undefined],
  // Asked for two seconds apart, on a busy cluster.
  [9_990, 10_000, undefined],
  [undefined, 60, undefined],
  [40, undefined, undefined],
  [40, null, undefined],
])('list of %s, cluster of %s', (list, cluster, note) => {
  expect(scopeNote(list, cluster)).toBe(note);
});

test('a query without a member is the query with it undefined', () => {
  expect(sameQuery({ a: 1 }, { a: 1, b: undefined })).toBe(true);
  expect(sameQuery({ a: 1 }, { a: 2 })).toBe(false);
  expect(sameQuery({}, { a: 2 })).toBe(false);
});

test('where the server obeys the order, its order is shown; where not, what is loaded is sorted in its places', () => {
  const items = new Map([
    [10, 3],
    [11, 1],
    [50, 2],
  ]);
  const list = { query: {}, totalItems: 100, items, orderIgnored: false };
  const compare = (a: number, b: number) => a - b;
  expect(shownItems(list, 'value', compare)).toBe(items);
  const sorted = shownItems({ ...list, orderIgnored: true }, 'value', compare);
  expect([...sorted]).toEqual([
    [10, 1],
    [11, 2],
    [50, 3],
  ]);
  const turned = shownItems({ ...list, orderIgnored: true }, 'value turned', (a, b) => b - a);
  expect([...turned.values()]).toEqual([3, 2, 1]);
});

test('what is missing is last in both directions', () => {
  const numbers = [2, null, 1, undefined];
  expect([...numbers].sort((a, b) => byNumber(a ?? null, b ?? null, 1)).slice(0, 2)).toEqual([1, 2]);
  expect([...numbers].sort((a, b) => byNumber(a ?? null, b ?? null, -1)).slice(0, 2)).toEqual([2, 1]);
  const words = ['a', null, 'b'];
  expect([...words].sort((a, b) => byWord(a, b, -1))).toEqual(['b', 'a', null]);
});
