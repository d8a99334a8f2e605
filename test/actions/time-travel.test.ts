import { expect, test } from 'vitest';
import { nextMark } from '../../src/actions/time-travel.ts';

test('finds the next and the previous problem, but not the one at the moment itself', () => {
  const marks = [1, 3, 4].map((at) => ({ at, severity: 'warning', label: '' }) as const);
  expect([1, 2, 4].map((at) => nextMark(marks, at, 1)?.at)).toEqual([3, 3, undefined]);
  expect([3, 9, 1].map((at) => nextMark(marks, at, -1)?.at)).toEqual([1, 4, undefined]);
});
