import { expect, test } from 'vitest';
import { nextMark } from '../../src/actions/time-travel.ts';

test('jumping from problem to problem passes over what is only a remark', () => {
  const mark = (at: number, severity: 'critical' | 'warning' | 'info') => ({ at, severity, label: '' });
  const marks = [mark(1, 'warning'), mark(2, 'info'), mark(3, 'critical'), mark(4, 'warning')];
  expect(nextMark(marks, 1, 1)?.at).toBe(3);
  expect(nextMark(marks, 2, 1)?.at).toBe(3);
  expect(nextMark(marks, 3, -1)?.at).toBe(1);
  expect(nextMark(marks, 9, -1)?.at).toBe(4);
  expect(nextMark(marks, 4, 1)).toBeUndefined();
  expect(nextMark(marks, 1, -1)).toBeUndefined();
});
