import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/base/durations.ts';
import { mergeHistory } from '../../../src/history/merge.ts';
import { StreamSessionStore } from '../../../src/history/sessions/session-store.ts';
import { openTestHistory } from '../rig.ts';
import { streamSample, sweepOf } from './sample-stream.ts';

const START = Date.UTC(2026, 9, 24);

/** A history in which these streams were swept once a minute. */
async function swept(keys: readonly string[], minutes: number) {
  const db = await openTestHistory();
  const store = new StreamSessionStore(db);
  const own = { startTime: START, viewers: 60 };
  const samples = sweepOf(...keys.map((streamKey) => streamSample({ streamKey, ...own })));
  const sweep = (minute: number) =>
    db.transaction(() => store.sweep(samples, START + minute * MINUTE_MS, true));
  for (let minute = 0; minute < minutes; minute++) sweep(minute);
  const rows = () => db.sql('SELECT seen_at, data FROM stream_session ORDER BY id').all();
  const read = (from: number) => new StreamSessionStore(db).read(from, START + 10 * MINUTE_MS);
  return { db, sweep, rows, read };
}

test('a sweep leaves the rows of sessions that go on as they are, and readers still have its figures', async () => {
  const { sweep, rows, read } = await swept(['a', 'b'], 3);
  const before = rows();
  sweep(3);
  expect(rows()).toEqual(before);
  // Read by the row's time alone, they would not have been seen in this period.
  const found = await read(START + 2.5 * MINUTE_MS);
  expect(found.map(({ streamKey, seenAt, viewerMs }) => [streamKey, seenAt, viewerMs])).toEqual(
    ['a', 'b'].map((key) => [key, START + 3 * MINUTE_MS, 3 * 60 * MINUTE_MS]),
  );
});

test('a merged history has the newest figures of both', async () => {
  const [one, other] = [await swept(['a'], 4), await swept(['b'], 6)];
  mergeHistory(one.db, other.db, []);
  const found = await other.read(START - 1);
  const watched = found.map(({ streamKey, watchedMs }) => [streamKey, watchedMs / MINUTE_MS]);
  expect(Object.fromEntries(watched)).toEqual({ a: 3, b: 5 });
});

test('a damaged row of newest figures costs only these', async () => {
  const { db, read } = await swept(['a'], 4);
  db.sql("UPDATE session_newest SET figures = x'00'").run();
  const found = await read(START - 1);
  expect(found.map(({ streamKey, seenAt }) => [streamKey, seenAt])).toEqual([['a', START + MINUTE_MS]]);
});
