import { expect, test } from 'vitest';
import { isDate, shiftTimes } from '../../../src/session/capture/replaced-values.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 15, 12);

test('times move by so many ms, in ms, seconds and text, each in its own form', () => {
  expect(
    shiftTimes(
      {
        timestamp: NOW,
        createDate: '2026-01-15T12:00:00.123456Z',
        list: [{ publishedAt: NOW / 1000 }, { startTime: '2026-01-15 23:30' }],
        leastMs: { updatedAt: 100_000_000_000 },
      },
      HOUR,
    ),
  ).toEqual({
    timestamp: NOW + HOUR,
    createDate: '2026-01-15T13:00:00.123456Z',
    list: [{ publishedAt: NOW / 1000 + 3600 }, { startTime: '2026-01-16 00:30' }],
    leastMs: { updatedAt: 100_000_000_000 + HOUR },
  });
});

test('durations, counts and other members stay as they are', () => {
  const value = {
    executionTime: 12,
    remainingTime: 999_999_999,
    viewers: NOW,
    name: 'from 2026-01-15T12:00:00Z on',
    at: null,
    ok: true,
  };
  expect(shiftTimes(value, HOUR)).toEqual(value);
});

test('only a whole text that is a real date counts as one', () => {
  expect(isDate('2026-01-15T12:00Z')).toBe(true);
  expect(isDate('2026-13-45T12:00Z')).toBe(false);
  expect(isDate('on 2026-01-15T12:00Z')).toBe(false);
});
