import { expect, test } from 'vitest';
import type { LimitClimb } from '../../../src/triage/memory/climbs.ts';
import { climbLines, climbsJson, climbsOf, untilFullWords } from '../../../src/views/formats/climbs.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const climb = (seconds: number, full = 100): LimitClimb => {
  return { since: NOW - 60_000, perMinute: 12, used: 50, full, fullAt: NOW + 1_000 * seconds };
};

test.each([
  [climb(250), 'full in 4m'],
  [climb(59), 'full in <1m'],
  [climb(250, 97), '97% in 4m'],
  [climb(-1), ''],
  [climb(0), ''],
  [undefined, ''],
])('the remaining time fits a few cells, %#', (of, words) => {
  expect(untilFullWords(of, NOW)).toBe(words);
});

test('for scripts the nearest comes first with the name of its object, which may contain slashes', () => {
  const all = { 'total/out': climb(600), 'server/a/b/cpu': climb(60, 97) };
  const times = { since: '2026-01-15T11:59:00.000Z', fullAt: '2026-01-15T12:01:00.000Z' };
  const shares = { share: 0.5, sharePerMinute: 0.12, fullShare: 0.97 };
  expect(climbsJson(new Map(Object.entries(all)))).toEqual([
    { kind: 'server', name: 'a/b', measure: 'cpu', ...shares, ...times },
    expect.objectContaining({ kind: 'cluster', name: 'cluster', measure: 'out', fullShare: 1 }),
  ]);
});

test('for people each climb is a line, and one whose time is over is full', () => {
  const servers = { 'server/edge-1/cpu': climb(0, 97), 'server/edge-2/cpu': climb(120, 97) };
  const others = { 'total/out': climb(600), 'group/edge-1/cpu': climb(300) };
  const all = new Map(Object.entries({ ...others, ...servers }));
  expect(climbLines(all, NOW)).toEqual([
    'server edge-1 cpu at 50%, +12%/min, full',
    'server edge-2 cpu at 50%, +12%/min, 97% in 2m',
    'group edge-1 cpu at 50%, +12%/min, full in 5m',
    'cluster out at 50%, +12%/min, full in 10m',
  ]);
  expect([...climbsOf(all, { kind: 'server', name: 'edge-1' }).keys()]).toEqual(['server/edge-1/cpu']);
});
