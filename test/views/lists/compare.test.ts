import { expect, test } from 'vitest';
import { byNumber, byWord } from '../../../src/views/lists/column.ts';

test('a missing value comes last in both directions', () => {
  const numbers = [2, null, 1, undefined];
  expect([...numbers].sort((a, b) => byNumber(a ?? null, b ?? null, 1)).slice(0, 2)).toEqual([1, 2]);
  expect([...numbers].sort((a, b) => byNumber(a ?? null, b ?? null, -1)).slice(0, 2)).toEqual([2, 1]);
  const words = ['a', null, 'b'];
  expect([...words].sort((a, b) => byWord(a, b, -1))).toEqual(['b', 'a', null]);
});

test('two missing values are equal, and a missing one follows a known one', () => {
  expect([byWord('a', null), byWord(null, 'a'), byWord(null, undefined)]).toEqual([-1, 1, 0]);
});
