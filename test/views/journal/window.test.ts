import { expect, test } from 'vitest';
import { endFor, settledTop, topFor, topShowing } from '../../../src/views/journal/window.ts';

const heights = [1, 3, 1, 2, 1, 4];
const source = { count: heights.length, rows: (index: number) => heights[index] ?? 1 };

const said = ({ index, skip }: { index: number; skip: number }) => `${index}+${skip}`;

test('a window that ends with an item may cut rows of its first item', () => {
  const tops = [5, 6, 3, 100].map((rows) => topFor(source, 5, rows));
  expect(tops.map(said)).toEqual(['4+0', '3+1', '5+1', '0+0']);
  expect(said(topFor({ count: 1, rows: () => 10 }, 0, 4))).toBe('0+6');
});

test('scrolling goes only as far as the whole item needs', () => {
  const tops = [2, 0, 1, 4].map((shown) => said(topShowing(source, { index: 1, skip: 1 }, shown, 5)));
  expect(tops).toEqual(['1+1', '0+0', '1+0', '1+2']);
  expect(said(topShowing(source, { index: 2, skip: 0 }, 3, 5))).toBe('2+0');
  expect(said(topShowing(source, { index: 0, skip: 0 }, 1, 2))).toBe('1+1');
});

test('there are no blank rows below the last item', () => {
  const settled = (index: number, skip: number) => said(settledTop(source, { index, skip }, 6));
  expect([settled(5, 2), settled(1, 0), settled(1, 2), settled(3, 0)]).toEqual(['3+1', '1+0', '1+2', '3+0']);
  expect(endFor(source, { index: 3, skip: 1 }, 6)).toBe(6);
  expect(endFor(source, { index: 0, skip: 0 }, 4)).toBe(2);
});
