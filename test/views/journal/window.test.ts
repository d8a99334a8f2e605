import { expect, test } from 'vitest';
import { endFor, settledTop, topFor, topShowing } from '../../../src/views/journal/window.ts';

const heights = [1, 3, 1, 2, 1, 4];
const source = { count: heights.length, rows: (index: number) => heights[index] ?? 1 };

test('a window that ends with an item may cut rows of its first item', () => {
  expect(topFor(source, 5, 5)).toEqual({ index: 4, skip: 0 });
  expect(topFor(source, 5, 6)).toEqual({ index: 3, skip: 1 });
  expect(topFor(source, 5, 3)).toEqual({ index: 5, skip: 1 });
  expect(topFor(source, 5, 100)).toEqual({ index: 0, skip: 0 });
  expect(topFor({ count: 1, rows: () => 10 }, 0, 4)).toEqual({ index: 0, skip: 6 });
});

test('scrolling goes only as far as the whole item needs', () => {
  const top = { index: 1, skip: 1 };
  expect(topShowing(source, top, 2, 5)).toEqual(top);
  expect(topShowing(source, top, 0, 5)).toEqual({ index: 0, skip: 0 });
  expect(topShowing(source, top, 1, 5)).toEqual({ index: 1, skip: 0 });
  expect(topShowing(source, top, 4, 5)).toEqual({ index: 1, skip: 2 });
  expect(topShowing(source, { index: 2, skip: 0 }, 3, 5)).toEqual({ index: 2, skip: 0 });
  expect(topShowing(source, { index: 0, skip: 0 }, 1, 2)).toEqual({ index: 1, skip: 1 });
});

test('there are no blank rows below the last item', () => {
  expect(settledTop(source, { index: 5, skip: 2 }, 6)).toEqual({ index: 3, skip: 1 });
  expect(settledTop(source, { index: 1, skip: 0 }, 6)).toEqual({ index: 1, skip: 0 });
  expect(settledTop(source, { index: 1, skip: 2 }, 6)).toEqual({ index: 1, skip: 2 });
  expect(settledTop(source, { index: 3, skip: 0 }, 6)).toEqual({ index: 3, skip: 0 });
  expect(endFor(source, { index: 3, skip: 1 }, 6)).toBe(6);
  expect(endFor(source, { index: 0, skip: 0 }, 4)).toBe(2);
});
