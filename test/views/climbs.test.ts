import { expect, test } from 'vitest';
import type { LimitClimb } from '../../src/triage/memory/climbs.ts';
import { climbsJson, untilFullWords } from '../../src/views/climbs.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const climb = (seconds: number, full = 100): LimitClimb => ({
  since: NOW - 60_000,
  perMinute: 12,
  used: 50,
  full,
  fullAt: NOW + 1_000 * seconds,
});

test.each([
  [climb(250), 'full in 4m'],
  [climb(59), 'full in <1m'],
  [climb(250, 97), '97% in 4m'],
  [climb(-1), ''],
  [undefined, ''],
])('the time left in a few cells, %#', (of, words) => {
  expect(untilFullWords(of, NOW)).toBe(words);
});

test('for scripts the nearest stands first, by the name of its object, which may hold slashes', () => {
  const rows = climbsJson(
    new Map([
      ['total/out', climb(600)],
      ['server/a/b/cpu', climb(60, 97)],
    ]),
  );
  expect(rows).toEqual([
    {
      kind: 'server',
      name: 'a/b',
      measure: 'cpu',
      share: 0.5,
      sharePerMinute: 0.12,
      fullShare: 0.97,
      since: '2026-01-15T11:59:00.000Z',
      fullAt: '2026-01-15T12:01:00.000Z',
    },
    expect.objectContaining({ kind: 'cluster', name: 'cluster', measure: 'out', fullShare: 1 }),
  ]);
});
