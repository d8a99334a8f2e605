import { expect, test } from 'vitest';
import { fitClauses } from '../../src/views/problem-rows.ts';

const reason = 'out 98% of cap (10.2 Gbit/s of 10.3 Gbit/s) · CPU 89%. With it: Viewers unhealthy';

test('a reason that is too long ends with a whole clause, never within a figure', () => {
  expect(fitClauses(reason, 200)).toBe(reason);
  expect(fitClauses(reason, 60)).toBe('out 98% of cap (10.2 Gbit/s of 10.3 Gbit/s) · CPU 89% …');
  expect(fitClauses(reason, 50)).toBe('out 98% of cap (10.2 Gbit/s of 10.3 Gbit/s) …');
  expect(fitClauses(reason, 35)).toBe('out 98% of cap …');
});

test('what comes after a but belongs to what it stands against', () => {
  const text = 'is published, but no byte came in for 4m 06s, 281 viewers wait';
  expect(fitClauses(text, 50)).toBe('is published, but no byte came in for 4m 06s …');
});

test('a clause that leaves most of the room empty gives way to a cut text', () => {
  const text = 'gone, since the power supply of the second rack failed';
  expect(fitClauses(text, 30)).toBe('gone, since the power supply …');
});
