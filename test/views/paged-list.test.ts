import { expect, test } from 'vitest';
import { scopeNote, shownItems } from '../../src/views/paged-list.ts';

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
