import { expect, test } from 'vitest';
import { markBeside } from '../../src/actions/time-travel.ts';

test('jumping from problem to problem passes over what is only a remark', () => {
  const mark = (at: number, severity: 'critical' | 'warning' | 'info') => ({ at, severity, label: '' });
  const marks = [mark(1, 'warning'), mark(2, 'info'), mark(3, 'critical'), mark(4, 'warning')];
  expect(markBeside(marks, 1, 1)?.at).toBe(3);
  expect(markBeside(marks, 2, 1)?.at).toBe(3);
  expect(markBeside(marks, 3, -1)?.at).toBe(1);
  expect(markBeside(marks, 9, -1)?.at).toBe(4);
  expect(markBeside(marks, 4, 1)).toBeUndefined();
  expect(markBeside(marks, 1, -1)).toBeUndefined();
});
