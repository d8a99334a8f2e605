import { expect, test } from 'vitest';
import { isOrdered } from '../../src/polling/order.ts';

test.each([
  [[1, 2, 2, 9], 'asc', true],
  [[9, 2, 2, 1], 'asc', false],
  [[9, 2, 2, 1], 'desc', true],
  [[9, 2, 2, 1], undefined, true],
  [[5, 1, 9, 2, 8], undefined, false],
  [[1, undefined, 2, null, 3], 'asc', true],
  // One value changed while the page was written.
  [[1, 2, 3, 9, 4, 5, 6, 7], 'asc', true],
  // One in five pairs is tolerated, two are not.
  [[1, 2, 3, 9, 4, 5], 'asc', true],
  [[1, 2, 3, 9, 4], 'asc', false],
  [[5, 4, 3, 1, 2, 1], 'desc', true],
  [[5, 4, 3, 1, 2], 'desc', false],
  [[5, 4, 3, 1, 2, 1], undefined, true],
  [[5, 4, 3, 1, 2], undefined, false],
  // A word and a number cannot be compared.
  [['c', 1, 'b', 2, 'a', 3], 'asc', undefined],
  // Neither can lists, and equal values show nothing.
  [[[2], [1]], 'asc', undefined],
  [[false, false, true], 'asc', true],
  [[true, false, true, false], 'asc', false],
  [['a', 'B', 'c'], 'asc', true],
  [['B', 'a', 'c'], 'asc', true],
  [['c', 'b', 'a'], 'asc', false],
  [[undefined, undefined], 'asc', undefined],
  [[2, 2, 2], 'asc', undefined],
  [[2, 2, 2], 'desc', undefined],
  [[2, 2, 2], undefined, undefined],
] as const)('%j is in order %s: %s', (values, order, ordered) => {
  const items = values.map((field) => ({ field }));
  expect(isOrdered(items, { orderBy: 'field', order })).toBe(ordered);
});

test('without a requested order every page is in order', () => {
  expect(isOrdered([{ field: 2 }, { field: 1 }, { field: 3 }], {})).toBe(true);
  expect(isOrdered([{ undefined: 2 }, { undefined: 1 }, { undefined: 3 }], {})).toBe(true);
});
