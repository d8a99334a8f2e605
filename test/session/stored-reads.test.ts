import { expect, test } from 'vitest';
import { turn } from '../../src/base/turn.ts';
import { createProblemStore } from '../../src/history/problem-store.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { createSampleStore } from '../../src/history/sample-store.ts';
import { createStoredReads } from '../../src/session/stored-reads.ts';
import { openTestHistory } from '../history/rig.ts';
import { sampleProblem } from '../support/sample-problem.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
const NOW = new Date(2026, 0, 15, 14, 0).getTime();

/** A cluster with 100 viewers, and 400 a week ago. */
async function charts() {
  const db = await openTestHistory();
  const samples = createSampleStore(db);
  const limits = [null, null, null, null, null];
  for (const [ago, viewers] of [
    [WEEK, 400],
    [0, 100],
  ] as const) {
    for (let minute = -60; minute <= 60; minute++) {
      const row = [viewers, 1, 1, 1, 1, ...limits];
      samples.addFrame({ kind: 'total', at: NOW - ago + minute * 60_000, rows: new Map([['cluster', row]]) });
    }
  }
  return createStoredReads({ reader: () => createHistoryReader(db), streamName: () => undefined });
}

async function read<T>(ask: () => T, reading: () => boolean): Promise<T> {
  ask();
  while (reading()) await turn();
  return ask();
}

test('a stretch of the history is read in a turn of its own, and is there at the next asking', async () => {
  const stored = await charts();
  const ask = () => stored.window('total/viewers', NOW - HOUR, NOW, 6);
  expect(ask()).toBeUndefined();
  expect(stored.reading).toBe(true);
  expect((await read(ask, () => stored.reading))?.values).toEqual([100, 100, 100, 100, 100, 100]);
});

test('what is usual is what was there at this hour in other weeks', async () => {
  const stored = await charts();
  const usual = await read(
    () => stored.usual('total/viewers', NOW + 1),
    () => stored.reading,
  );
  expect(usual).toMatchObject({ median: 400, weeks: 1, thin: true });
});

test('a stream is found by the id that the server gives it now', async () => {
  const db = await openTestHistory();
  const rows = new Map([['live/one', [1, 2, 33, 90]]]);
  createSampleStore(db).addFrame({ kind: 'stream', at: NOW - HOUR / 2, rows });
  const stored = createStoredReads({
    reader: () => createHistoryReader(db),
    streamName: (id) => (id === 'e023' ? 'live/one' : undefined),
  });
  for (const id of ['e023', 'live/one']) {
    const ask = () => stored.window(`stream/${id}/viewers`, NOW - HOUR, NOW, 1);
    expect((await read(ask, () => stored.reading))?.values).toEqual([33]);
  }
});

test('problems of a stretch are there once they are read, those that were only noted are not', async () => {
  const db = await openTestHistory();
  const problem = (key: string, hoursAgo: number, severity: 'info' | 'critical') => {
    const at = NOW - hoursAgo * HOUR;
    return sampleProblem({ key, severity, since: at, firedAt: at });
  };
  createProblemStore(db).keep(
    [problem('a', 2, 'critical'), problem('b', 1, 'info'), problem('c', 9, 'critical')],
    NOW,
  );
  const stored = createStoredReads({ reader: () => createHistoryReader(db), streamName: () => undefined });
  const found = await read(
    () => stored.problems(6 * HOUR, NOW),
    () => stored.reading,
  );
  expect(found).toMatchObject([
    { since: NOW - 2 * HOUR, severity: 'critical', subject: sampleProblem({}).subject },
  ]);
});

test('figures that are not stored are empty, and nobody waits for them', async () => {
  const stored = await charts();
  expect(stored.window('application/live/class', NOW - HOUR, NOW, 6)?.values).toEqual([]);
  const closed = createStoredReads({ reader: () => undefined, streamName: () => undefined });
  expect(closed.window('total/viewers', NOW - HOUR, NOW, 6)?.values).toEqual([]);
  expect(stored.reading).toBe(false);
});
