import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/base/durations.ts';
import { openDatabase } from '../../../src/history/database.ts';
import { mergeHistory } from '../../../src/history/merge.ts';
import { StreamSessionStore } from '../../../src/history/sessions/session-store.ts';
import { historyPath } from '../rig.ts';
import { streamSample, sweepOf } from './sample-stream.ts';

const START = Date.UTC(2026, 9, 24);

const sampleOf = (streamKey: string) => streamSample({ streamKey, startTime: START, viewers: 60 });

/** A history in which these streams were swept once a minute. */
async function swept(keys: readonly string[], minutes: number) {
  const path = await historyPath();
  const db = await openDatabase(path, { create: true });
  const store = new StreamSessionStore(db);
  const samples = sweepOf(...keys.map(sampleOf));
  const sweep = (minute: number) =>
    db.transaction(() => store.sweep(samples, START + minute * MINUTE_MS, true));
  for (let minute = 0; minute < minutes; minute++) sweep(minute);
  const rows = () => db.sql('SELECT seen_at, data FROM stream_session ORDER BY id').all();
  return { path, db, store, sweep, rows };
}

test('a sweep leaves the rows of sessions that go on as they are, and readers still have its figures', async () => {
  const { db, sweep, rows } = await swept(['a', 'b'], 3);
  const before = rows();
  sweep(3);
  expect(rows()).toEqual(before);
  // Read by the row's time alone, they would not have been seen in this period.
  const from = START + 2.5 * MINUTE_MS;
  const read = await new StreamSessionStore(db).read(from, START + 4 * MINUTE_MS);
  expect(read.map(({ streamKey, seenAt, viewerMs }) => [streamKey, seenAt, viewerMs])).toEqual(
    ['a', 'b'].map((key) => [key, START + 3 * MINUTE_MS, 3 * 60 * MINUTE_MS]),
  );
  db.close();
});

test('a merged history has the newest figures of both', async () => {
  const [one, other] = [await swept(['a'], 4), await swept(['b'], 6)];
  mergeHistory(one.db, other.db, []);
  const read = await new StreamSessionStore(other.db).read(START - 1, START + 10 * MINUTE_MS);
  const watched = read.map(({ streamKey, watchedMs }) => [streamKey, watchedMs / MINUTE_MS]);
  expect(Object.fromEntries(watched)).toEqual({ a: 3, b: 5 });
  one.db.close();
  other.db.close();
});

test('a damaged row of newest figures costs only these', async () => {
  const { db } = await swept(['a'], 4);
  db.sql("UPDATE session_newest SET figures = x'00'").run();
  const read = await new StreamSessionStore(db).read(START - 1, START + 10 * MINUTE_MS);
  expect(read.map(({ streamKey, seenAt }) => [streamKey, seenAt])).toEqual([['a', START + MINUTE_MS]]);
  db.close();
});
