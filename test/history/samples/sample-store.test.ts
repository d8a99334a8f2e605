import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import type { HistoryDatabase } from '../../../src/history/database.ts';
import { createSampleStore } from '../../../src/history/samples/sample-store.ts';
import { rollUpDue, seal } from '../../../src/history/samples/seal.ts';
import { createSeriesReader } from '../../../src/history/samples/series.ts';
import { edgeCpu, openSamples, openTestHistory } from '../rig.ts';

const START = Date.UTC(2026, 9, 24);

/** CPU of one server: a saw tooth over an hour, so that each moment has its own value. */
const cpuAt = (at: number) => ((at - START) % HOUR_MS) / MINUTE_MS;

/** Writes a sample every `stepMs`, ten minutes at once, and does the upkeep like the writer. */
async function fill(db: HistoryDatabase, from: number, to: number, stepMs = 10_000): Promise<void> {
  const store = createSampleStore(db);
  const rows = (at: number) => new Map([['edge-1', [cpuAt(at), 50, 1, 2, null, null, 3, 4]]]);
  for (let at = from; at < to; ) {
    const until = Math.min(to, at + 10 * MINUTE_MS);
    db.transaction(() => {
      for (; at < until; at += stepMs) store.addFrame({ kind: 'server', at, rows: rows(at) });
    });
    await seal(db, store, at);
    await rollUpDue(db, store, at);
  }
}

test('no later sample is lost when the clock was set back', async () => {
  const db = await openTestHistory();
  await fill(db, START, START + HOUR_MS);
  await fill(db, START + 30 * MINUTE_MS, START + 2 * HOUR_MS);
  const { points } = createSeriesReader(db).read(edgeCpu, START - 1, START + 2 * HOUR_MS);
  expect(points.length).toBe(720);
});

test('moments between two milliseconds are kept to the millisecond, and no block loses samples', async () => {
  const db = await openTestHistory();
  await fill(db, START + 0.5, START + 2 * HOUR_MS, 7_000.3);
  const { points } = createSeriesReader(db).read(edgeCpu, START - 1, START + 2 * HOUR_MS);
  expect(points.length).toBe(1_029);
  const isNext = (at: number, before = 0) => at > before && Number.isInteger(at);
  expect(points.every(({ at }, index) => isNext(at, points[index - 1]?.at))).toBe(true);
});

/** Frames of this many servers, two seconds apart; each figure contains its server and its time. */
function addServers(db: HistoryDatabase, servers: number, from: number, frames: number): void {
  const store = createSampleStore(db);
  db.transaction(() => {
    for (let frame = 0; frame < frames; frame++) {
      const figures = (server: number) => [server, frame, server + frame, 1, null, null, 2, 3];
      const rows = Array.from({ length: servers }, (_, nth) => [`edge-${nth}`, figures(nth)] as const);
      store.addFrame({ kind: 'server', at: from + frame * 2_000, rows: new Map(rows) });
    }
  });
}

const figuresOf = (db: HistoryDatabase, name: string, column: string, until: number) =>
  createSeriesReader(db)
    .read({ kind: 'server', name, column }, START - 1, until)
    .points.map(({ mean }) => mean);

test('a large cluster is sorted in parts, and each part is found again', async () => {
  const { db, store } = await openSamples();
  addServers(db, 450, START, 90);
  await seal(db, store, START + 10 * MINUTE_MS);
  expect(store.framesBefore('server', START + DAY_MS).ids).toEqual([]);
  for (const server of [0, 7, 8, 167, 168, 169, 449]) {
    const expected = Array.from({ length: 90 }, (_, frame) => server + frame);
    expect(figuresOf(db, `edge-${server}`, 'in', START + HOUR_MS)).toEqual(expected);
  }
});

test('an interrupted sorting starts again, and no sample counts twice', async () => {
  const { db, store } = await openSamples();
  addServers(db, 3, START, 300);
  const dropFrames = () => {
    throw new Error('killed');
  };
  await expect(seal(db, { ...store, dropFrames }, START + 10 * MINUTE_MS)).rejects.toThrow('killed');
  const expected = Array.from({ length: 300 }, (_, frame) => frame);
  expect(figuresOf(db, 'edge-2', 'mem', START + HOUR_MS)).toEqual(expected);
  await seal(db, store, START + 10 * MINUTE_MS);
  expect(figuresOf(db, 'edge-2', 'mem', START + HOUR_MS)).toEqual(expected);
  expect(store.framesBefore('server', START + DAY_MS).ids).toEqual([]);
});

test('a frame that arrives while others are sorted is kept', async () => {
  const { db, store } = await openSamples();
  addServers(db, 3, START, 10);
  const sealed = seal(db, store, START + 10 * MINUTE_MS);
  addServers(db, 3, START + 9 * MINUTE_MS, 1);
  await sealed;
  expect(figuresOf(db, 'edge-1', 'mem', START + HOUR_MS)).toEqual([...Array(10).keys(), 0]);
});

test('a name whose figures were removed has figures again when it comes back', async () => {
  const { db, store } = await openSamples();
  addServers(db, 1, START, 1);
  store.idOf('server', 'edge-0');
  store.dropFrames(store.framesBefore('server', START + 1).ids);
  store.dropUnused();
  expect(store.names('server')).toEqual([]);
  store.addFrame({ kind: 'server', at: START + 2_000, rows: new Map([['edge-0', [7]]]) });
  expect(figuresOf(db, 'edge-0', 'cpu', START + HOUR_MS)).toEqual([7]);
});

test('holds a limited number of ids when all names are new, and each name keeps its id', async () => {
  const { db, store } = await openSamples();
  const figures = [1, 50, 1, 2, null, null, 3, 4];
  const first = store.ensureId('server', 'new-0-0');
  db.transaction(() => {
    for (let round = 0; round < 11; round++) {
      const names = Array.from({ length: 2_000 }, (_, index) => [`new-${round}-${index}`, figures] as const);
      store.addFrame({ kind: 'server', at: START + round, rows: new Map(names) });
      expect(store.held).toBeLessThanOrEqual(20_000);
    }
  });
  expect(store.idOf('server', 'new-0-0')).toBe(first);
});
