import { expect, test } from 'vitest';
import { shiftTimes } from '../../../src/session/capture/replaced-values.ts';

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
