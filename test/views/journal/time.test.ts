import { expect, test } from 'vitest';
import { parseTime } from '../../../src/views/journal/time.ts';

const NOW = new Date(2026, 0, 15, 14, 30).getTime();
test.each([
  ['14:03', new Date(2026, 0, 15, 14, 3)],
  ['14:30', new Date(2026, 0, 15, 14, 30)],
  ['14:31', new Date(2026, 0, 14, 14, 31)],
  ['14:03:20', new Date(2026, 0, 15, 14, 3, 20)],
  ['2026-01-15', new Date(2026, 0, 15)],
  ['2026-01-15T23:59:59', new Date(2026, 0, 15, 23, 59, 59)],
  ['2026-01-15 9:05', new Date(2026, 0, 15, 9, 5)],
  ['-10m', new Date(2026, 0, 15, 14, 20)],
])('%j is %s', (text, at) => {
  expect(parseTime(text, NOW)).toBe(at.getTime());
});

test('what is no time is refused', () => {
  const clocks = ['-soon', 'noon', '14:60', '24:00', '14:03:60', '2026-02-31', '2026-13-01'];
  const moments = ['24:00', '23:60', '23:59:60', '10:60', '10:30:60'].map((time) => `2026-01-15T${time}`);
  for (const text of [...clocks, ...moments]) expect(parseTime(text, NOW), text).toBeUndefined();
});
