import { expect, test } from 'vitest';
import { dayOf, parseTime } from '../../../src/views/journal/time.ts';

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
  ['-soon', undefined],
  ['14:60', undefined],
  ['24:00', undefined],
  ['14:03:60', undefined],
  ['2026-01-15T24:00', undefined],
  ['2026-01-15T23:60', undefined],
  ['2026-01-15T23:59:60', undefined],
  ['2026-01-15T10:60', undefined],
  ['2026-01-15T10:30:60', undefined],
  ['2026-02-31', undefined],
  ['2026-13-01', undefined],
  ['noon', undefined],
])('%j is %s', (text, at) => {
  expect(parseTime(text, NOW)).toBe(at?.getTime());
});

test('days are told apart', () => {
  expect(dayOf(NOW)).toBe(20260115);
  expect(dayOf(NOW + 86_400_000)).not.toBe(dayOf(NOW));
});
