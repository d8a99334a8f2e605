import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/base/durations.ts';
import { capacityOf } from '../../src/history/capacity.ts';
import { createSampleStore } from '../../src/history/sample-store.ts';
import { rollUpDue, seal } from '../../src/history/seal.ts';
import { createSeriesReader } from '../../src/history/series.ts';
import { reachedText } from '../../src/views/report/capacity.ts';
import { openTestHistory } from './rig.ts';

const START = Date.UTC(2026, 8, 1);

/** Viewers of a whole cluster, hour by hour, with `peakOf(day)` at noon. */
async function history(days: number, peakOf: (day: number) => number, stepMs = (_day: number) => HOUR_MS) {
  const db = await openTestHistory();
  const store = createSampleStore(db);
  const end = START + days * DAY_MS;
  for (let at = START; at < end; at += stepMs(Math.floor((at - START) / DAY_MS))) {
    const day = Math.floor((at - START) / DAY_MS);
    const viewers = Math.round(peakOf(day) * ((at - START) % DAY_MS === DAY_MS / 2 ? 1 : 0.5));
    const row = [viewers, null, null, null, null, 2_000, null, null, null, null];
    store.addFrame({ kind: 'total', at, rows: new Map([['cluster', row]]) });
  }
  await seal(db, store, end);
  await rollUpDue(db, store, end);
  return (await capacityOf(createSeriesReader(db), end))[0];
}

test('a peak that grows by 10 a day reaches its limit when it must, whatever one odd day says', async () => {
  const capacity = await history(30, (day) => (day === 12 ? 1_900 : 1_000 + 10 * day));
  expect(capacity).toMatchObject({ figure: 'viewers', limit: 2_000, peak: 1_290, days: 30 });
  expect(capacity?.growth).toBeCloseTo(10, 0);
  // 1,290 on the last day, 71 days of 10 to go.
  const inDays = ((capacity?.reachedAt ?? 0) - (START + 30 * DAY_MS)) / DAY_MS;
  expect(inDays).toBeGreaterThan(68);
  expect(inDays).toBeLessThan(75);
});

test('what does not grow is never full, and a week too short says so', async () => {
  expect((await history(20, () => 1_000))?.reachedAt).toBe(Number.POSITIVE_INFINITY);
  const short = await history(4, (day) => 1_000 + 100 * day);
  expect(short?.reachedAt).toBeUndefined();
  expect(short && reachedText(short)).toBe('not enough history (4 days)');
});

test('the last day, which is known more finely, does not push the others out', async () => {
  const fine = await history(
    30,
    (day) => 1_000 + 10 * day,
    (day) => (day === 29 ? HOUR_MS / 60 : HOUR_MS / 4),
  );
  expect(fine?.days).toBe(30);
});
