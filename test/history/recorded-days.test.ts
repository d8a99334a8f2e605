import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { openDatabase } from '../../src/history/database.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { defaultRetention } from '../../src/history/retention.ts';
import { recordDays } from '../bench/inside/recorded-days.ts';
import { clusterViewers, historyPath } from './rig.ts';

test('the real recorder writes a whole night in which the clock is set back and the program restarts', async () => {
  const path = await historyPath();
  // The night in which summer time begins; `npm run bench -- month` records thirty such days.
  const start = Date.UTC(2026, 2, 29, 0, 30);
  const length = HOUR_MS / 2;
  const runs = [
    { from: start, lengthMs: length, scenario: 'incident', clockStepMs: -10 * MINUTE_MS },
    { from: start + 5.5 * HOUR_MS, lengthMs: length, scenario: 'steady' },
  ] as const;
  await recordDays({ path, runs, roundMs: MINUTE_MS, retention: defaultRetention, servers: 8, streams: 20 });
  const db = await openDatabase(path, { create: false });
  const reader = createHistoryReader(db);
  expect(db.sql('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const { points } = reader.series.read(clusterViewers, start, start + 5 * HOUR_MS);
  expect(points.length).toBeGreaterThan(18);
  expect(points.every(({ at }, index) => at > (points[index - 1]?.at ?? 0))).toBe(true);
  const gaps = reader.gaps(0, start + 8 * HOUR_MS).filter(({ resource }) => resource === 'watching');
  expect(gaps.map(({ from, to }) => Math.round((to - from) / HOUR_MS))).toEqual([5]);
  db.close();
});
