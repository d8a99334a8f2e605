import { expect, test } from 'vitest';
import type { Capacity } from '../../../src/history/report/capacity.ts';
import { textTable } from '../../../src/views/formats/text-table.ts';
import * as capacity from '../../../src/views/report/capacity.ts';
import { textOf } from '../../support/drawn-table.ts';

const { capacityColumns, capacityLines, capacityMethod, reachedText } = capacity;
const day = (date: number) => Date.UTC(2026, 11, date, 12);
const known = {
  kind: 'total',
  name: 'cluster',
  figure: 'viewers',
  limit: 1_000,
  days: 30,
  peak: 800,
} as const;
const never = { exceededSince: undefined, exceededLast: undefined };
const growing = { growth: 10, growthRange: [5, 20], reachedAt: day(24) } as const;
const viewers: Capacity = { ...known, ...never, ...growing, reachedRange: [day(10), day(30)] };

test('tells when a limit is reached, and how sure that is', () => {
  expect(reachedText(viewers)).toBe('2026-12-24 (2026-12-10 to 2026-12-30)');
  expect(reachedText({ ...viewers, reachedRange: [day(24), day(24)] })).toBe('2026-12-24');
  const late = reachedText({ ...viewers, reachedRange: [day(10), Infinity] });
  expect(late).toBe('2026-12-24 (2026-12-10 to never)');
  expect(reachedText({ ...viewers, reachedAt: Infinity, reachedRange: [Infinity, Infinity] })).toBe('never');
  expect(reachedText({ ...viewers, exceededSince: day(3) })).toBe('exceeded since 2026-12-03');
  const slope = { growth: undefined, growthRange: undefined };
  const unknown = { ...slope, reachedAt: undefined, reachedRange: undefined };
  expect(reachedText({ ...viewers, days: 3, ...unknown })).toBe('—');
  const young = [unknown, { reachedAt: undefined }].map((more) => ({ ...viewers, days: 1, ...more }));
  expect(young.map(reachedText)).toEqual(['—', '—']);
  const [why, ...method] = capacityMethod(young);
  expect(why).toBe('—: a date needs a week of history, there is 1 day.');
  expect(capacityMethod([viewers])).toEqual(method);
});

test('each limit has a row, shortened in a narrow window', () => {
  const rows: Capacity[] = [
    viewers,
    { ...viewers, kind: 'server', name: 'edge-1', figure: 'out', limit: 1e9, peak: 5e8, growth: -1e6 },
  ];
  const of = { kind: 'application', name: 'app-0008', place: 'live on edge-1' } as const;
  expect(textTable(capacityColumns, [{ ...viewers, ...of }])[1]).toMatch(/^live on edge-1 viewers /);
  const [, total, server] = textTable(capacityColumns, rows);
  expect(total).toMatch(/^cluster viewers +800 +1\.00k +80% +10 +2026-12-24/);
  expect(server).toMatch(/^edge-1 outgoing +4\.00 Gbit\/s +8\.00 Gbit\/s +50% +−8\.00 Mbit\/s/);
  const header = (width: number) => textOf(capacityLines(rows, width)[0]);
  expect(header(96)).toContain('Growth a day');
  expect(header(95)).toMatch(/^What +Used +Full$/);
  expect(capacityLines([], 80)[0]?.[0]?.text).toMatch(/^The history has no figures/);
});
