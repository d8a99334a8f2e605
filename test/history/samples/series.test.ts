import { copyFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import { type HistoryDatabase, openDatabase } from '../../../src/history/database.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { createSampleStore } from '../../../src/history/samples/sample-store.ts';
import { rollUpDue, seal } from '../../../src/history/samples/seal.ts';
import { edgeCpu, historyPath, openTestHistory } from '../rig.ts';

const START = Date.UTC(2026, 9, 20);
const QUARTER_MS = 15 * MINUTE_MS;

/** Five days of a server and a stream, a sample every five minutes; figures count the samples. */
let template = '';
beforeAll(async () => {
  template = await historyPath();
  const db = await openDatabase(template, { create: true });
  const store = createSampleStore(db);
  const end = START + 5 * DAY_MS;
  db.transaction(() => {
    let count = 0;
    for (let at = START + 5 * MINUTE_MS; at <= end; at += 5 * MINUTE_MS) {
      count++;
      const server = [count, 50, null, 2, null, null, 3, 4];
      store.addFrame({ kind: 'server', at, rows: new Map([['edge-1', server]]) });
      store.addFrame({ kind: 'stream', at, rows: new Map([['live/one', [count, 1, 2, 90]]]) });
    }
  });
  await seal(db, store, end);
  await rollUpDue(db, store, end + HOUR_MS);
  db.close();
});

/** A copy of them. */
async function fiveDays(): Promise<HistoryDatabase> {
  const path = await historyPath();
  copyFileSync(template, path);
  return openTestHistory(path);
}

test.each([
  ['six hours at full resolution', 'server', 6 * HOUR_MS, undefined, 72, 5 * MINUTE_MS],
  ['more than six hours by the minute', 'server', 6 * HOUR_MS + 1, MINUTE_MS, 73, 5 * MINUTE_MS],
  ['three days by the minute', 'server', 3 * DAY_MS, MINUTE_MS, 864, 5 * MINUTE_MS],
  ['more than three days by the quarter of an hour', 'server', 3 * DAY_MS + 1, QUARTER_MS, 289, QUARTER_MS],
  ['a stream has no minutes', 'stream', 7 * HOUR_MS, QUARTER_MS, 30, QUARTER_MS],
] as const)('the resolution of a range: %s', async (_what, kind, lengthMs, resolution, length, stepMs) => {
  const { series } = createHistoryReader(await fiveDays());
  // Windows that are rolled up.
  const to = START + 4 * DAY_MS;
  const column = kind === 'server' ? 'cpu' : 'in';
  const read = series.read({ kind, name: series.names(kind)[0] ?? '', column }, to - lengthMs, to);
  expect(read.resolution).toBe(resolution);
  expect(read.points).toHaveLength(length);
  // The first ones may come from another resolution.
  const distances = read.points.slice(3).map(({ at }, index) => at - (read.points[index + 2]?.at ?? 0));
  expect(new Set(distances)).toEqual(new Set([stepMs]));
});

test('each figure is read from its own columns at each resolution', async () => {
  const { series } = createHistoryReader(await fiveDays());
  const last = (column: string, lengthMs: number) => {
    const to = START + 4 * DAY_MS;
    return series.read({ kind: 'server', name: 'edge-1', column }, to - lengthMs, to).points.at(-1);
  };
  const at = START + 4 * DAY_MS;
  // 1,152 samples by then.
  expect(last('cpu', HOUR_MS)).toEqual({ at, mean: 1_152, least: 1_152, most: 1_152 });
  expect(last('cpu', 4 * DAY_MS)).toEqual({ at, mean: 1_151, least: 1_150, most: 1_152 });
  expect(last('out', 4 * DAY_MS)).toEqual({ at, mean: 2, least: 2, most: 2 });
  expect(last('streams', HOUR_MS)).toEqual({ at, mean: 4, least: 4, most: 4 });
  for (const lengthMs of [HOUR_MS, 4 * DAY_MS])
    expect(last('in', lengthMs)).toEqual({ at, mean: null, least: null, most: null });
});

test('an unknown name has no points', async () => {
  const { series } = createHistoryReader(await fiveDays());
  const of = (own: object, day = 0) =>
    series.read({ ...edgeCpu, ...own }, START + day * DAY_MS, START + (day + 1) * DAY_MS);
  expect(of({}).points.length).toBeGreaterThan(0);
  const unknown = [{ name: 'edge-9' }, { kind: 'stream', column: 'in' }, { column: 'viewersLimit' }];
  for (const read of [...unknown.map((own) => of(own)), of({}, -1), of({}, 10)])
    expect(read).toEqual({ points: [], resolution: undefined });
});

test('a time range excludes its beginning and includes its end', async () => {
  const { series } = createHistoryReader(await fiveDays());
  const at = (from: number, to: number) =>
    series.read(edgeCpu, START + from, START + to).points.map((point) => point.at - START);
  const five = 5 * MINUTE_MS;
  expect(at(five, 3 * five)).toEqual([2 * five, 3 * five]);
  expect(at(five - 1, 3 * five - 1)).toEqual([five, 2 * five]);
});

test('where part of the finest figures is gone, coarser ones replace it', async () => {
  const db = await fiveDays();
  const { series } = createHistoryReader(db);
  const middle = START + 12 * HOUR_MS;
  db.sql("DELETE FROM block WHERE tier = 'raw' AND ends_at <= ?").run(middle);
  const { points, resolution } = series.read(edgeCpu, middle - HOUR_MS, middle + HOUR_MS);
  expect(resolution).toBe(MINUTE_MS);
  expect(points.map(({ at }) => (at - middle) / (5 * MINUTE_MS))).toEqual(
    Array.from({ length: 24 }, (_, index) => index - 11),
  );
});

test('samples that are not rolled up yet follow at full resolution', async () => {
  const db = await fiveDays();
  const store = createSampleStore(db);
  const end = START + 5 * DAY_MS;
  store.addFrame({ kind: 'server', at: end + 7_000, rows: new Map([['edge-1', [9]]]) });
  const read = createHistoryReader(db).series.read(edgeCpu, START, end + MINUTE_MS);
  expect(read.resolution).toBe(QUARTER_MS);
  expect(read.points.at(-1)).toEqual({ at: end + 7_000, mean: 9, least: 9, most: 9 });
  expect(read.points.at(-2)?.at).toBe(end);
});
