import { expect, test } from 'vitest';
import { nextMark } from '../../src/actions/time-travel.ts';

test('finds the next and the previous problem, but not the one at the moment itself', () => {
  const marks = [1, 3, 4].map((at) => ({ at, severity: 'warning', label: '' }) as const);
  expect(nextMark(marks, 1, 1)?.at).toBe(3);
  expect(nextMark(marks, 2, 1)?.at).toBe(3);
  expect(nextMark(marks, 3, -1)?.at).toBe(1);
  expect(nextMark(marks, 9, -1)?.at).toBe(4);
  expect(nextMark(marks, 4, 1)).toBeUndefined();
  expect(nextMark(marks, 1, -1)).toBeUndefined();
});
