import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/history/database.ts';
import { createProblemStore } from '../../src/history/problems/problem-store.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { ByteWriter } from '../../src/history/samples/byte-numbers.ts';
import { writeColumn, writeRising } from '../../src/history/samples/column.ts';
import { migrations } from '../../src/history/schema.ts';
import { noFigures } from '../../src/history/sessions/stream-sessions.ts';
import { sampleProblem, worded } from '../support/sample-problem.ts';
import { historyPath } from './rig.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 9, 24);

/** A block of version 1: the moments and columns of one entity. */
function single(times: readonly number[], columns: readonly (readonly (number | null)[])[]): Uint8Array {
  const out = new ByteWriter();
  writeRising(out, times);
  out.count(columns.length);
  for (const column of columns) writeColumn(out, column);
  return zstdCompressSync(out.bytes());
}

test('blocks of version 1 hold the same samples after the upgrade, for each entity', async () => {
  const path = await historyPath();
  const old = await openDatabase(path, { create: true, versions: migrations.slice(0, 1) });
  for (let id = 1; id <= 40; id++) {
    old.sql("INSERT INTO entity (id, kind, name) VALUES (?, 'server', ?)").run(id, `edge-${id}`);
    for (const block of [0, 1]) {
      const times = [0, 1, 2].map((step) => START + (10 * block + step) * MINUTE);
      old
        .sql("INSERT INTO block (tier, entity, starts_at, ends_at, samples) VALUES ('raw', ?, ?, ?, ?)")
        .run(id, START + block * 10 * MINUTE, times[2] ?? 0, single(times, [[id, null, id + block]]));
    }
  }
  old.close();

  const db = await openDatabase(path, { create: false });
  const { series } = createHistoryReader(db);
  for (const id of [1, 17, 40]) {
    const { points } = series.read(
      { kind: 'server', name: `edge-${id}`, column: 'cpu' },
      START - 1,
      START + 30 * MINUTE,
    );
    expect(points.map(({ at, mean }) => [(at - START) / MINUTE, mean])).toEqual([
      [0, id],
      [1, null],
      [2, id],
      [10, id],
      [11, null],
      [12, id + 1],
    ]);
  }
  expect(db.sql('PRAGMA user_version').get()).toEqual({ user_version: migrations.length });
  expect(db.sql('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  db.close();
});

test('a session of version 2 counts whole in the hour in which it was last seen', async () => {
  const path = await historyPath();
  const old = await openDatabase(path, { create: true, versions: migrations.slice(0, 2) });
  const seenAt = START + 90 * MINUTE;
  const identity = { application: 'live', streamKey: 'one', publishedAt: START, seenAt, startTime: START };
  const figures = {
    interruptions: 1,
    interruptedMs: 9,
    watchedMs: 90 * MINUTE,
    degradedMs: 0,
    peakViewers: 7,
    viewerMs: 5,
    viewerMsAtRisk: 0.5,
    inByteMs: 3,
    inKnownMs: 2,
  };
  const insert = old.sql(
    `INSERT INTO stream_session (application, stream_key, published_at, seen_at, ended_at, data)
     VALUES ('live', ?, ?, ?, NULL, ?)`,
  );
  insert.run('one', START, seenAt, JSON.stringify({ ...identity, ...figures }));
  insert.run('damaged', START, seenAt, 'no JSON');
  old.close();

  const db = await openDatabase(path, { create: false });
  const reader = createHistoryReader(db);
  expect(await reader.streamSessions(START, seenAt)).toEqual([
    {
      application: 'live',
      streamKey: 'one',
      publishedAt: START,
      seenAt,
      endedAt: undefined,
      startTime: START,
      ...noFigures,
      ...figures,
    },
  ]);
  expect(await reader.streamSessions(START, START + 60 * MINUTE)).toMatchObject([{ watchedMs: 0 }]);
  db.close();
});

test('the upgrade of a large file lets other work run in between, and reports its progress', async () => {
  const path = await historyPath();
  const old = await openDatabase(path, { create: true, versions: migrations.slice(0, 1) });
  const times = Array.from({ length: 120 }, (_, step) => START + step * MINUTE);
  const noise = times.map((_, step) => (step * 7_919) % 1_000);
  old.transaction(() => {
    for (let id = 1; id <= 128; id++) {
      old.sql("INSERT INTO entity (id, kind, name) VALUES (?, 'stream', ?)").run(id, `live/${id}`);
      for (let block = 0; block < 20; block++) {
        old
          .sql("INSERT INTO block (tier, entity, starts_at, ends_at, samples) VALUES ('raw', ?, ?, ?, ?)")
          .run(id, START + block * 120 * MINUTE, START, single(times, [noise, noise, noise, noise]));
      }
    }
  });
  old.close();
  let turns = 0;
  const count = () => {
    turns++;
    waiting = setImmediate(count);
  };
  let waiting = setImmediate(count);
  const shares: number[] = [];
  const db = await openDatabase(path, { create: false, onUpgrade: (share) => shares.push(share) });
  clearImmediate(waiting);
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(turns).toBeGreaterThanOrEqual(shares.length);
  expect(db.sql('SELECT COUNT(*) AS count FROM block').get()).toEqual({ count: 60 });
  db.close();
});

test('a problem that was stored as words keeps those words', async () => {
  const path = await historyPath();
  const old = await openDatabase(path, { create: true, versions: migrations.slice(0, 3) });
  const subject = { kind: 'server', name: 'edge-1' };
  const data = {
    key: 'server-hot:edge-1',
    rule: 'server-hot',
    severity: 'critical',
    subject,
    title: 'Server load',
    reason: 'edge-1: CPU 97%',
    since: 1_000,
    firedAt: 2_000,
    trend: 'steady',
    measure: 'cpu',
    folded: { count: 1, first: [{ severity: 'critical', subject, reason: 'hot' }] },
  };
  old
    .sql(
      `INSERT INTO problem (key, since, fired_at, cleared_at, seen_at, severity, worst, viewers, data)
       VALUES (?, 1000, 2000, 3000, 3000, 'critical', 'critical', NULL, ?)`,
    )
    .run(data.key, JSON.stringify(data));
  old.close();
  const db = await openDatabase(path, { create: false });
  const [problem] = createProblemStore(db).read(0, 10_000);
  expect(worded(problem)).toMatchObject({
    kind: 'worded',
    title: 'Server load',
    reason: 'edge-1: CPU 97%',
    names: [subject],
    facts: { rule: 'server-hot' },
    since: { at: 1_000, known: 'exact' },
    noticedAt: 2_000,
  });
  db.close();
});

test('a problem of version 4 keeps its beginning, viewers and streams', async () => {
  const path = await historyPath();
  const old = await openDatabase(path, { create: true, versions: migrations.slice(0, 4) });
  const streams = { count: 2, first: [{ id: 's1', streamKey: 'news' }] };
  const { hit: _, noticedAt: __, ...same } = sampleProblem();
  const problem = { ...same, since: 1_000, beganBefore: true, firedAt: 2_000, viewersAtRisk: 5, streams };
  const insert = old.sql(
    `INSERT INTO problem (key, since, fired_at, cleared_at, seen_at, severity, worst, viewers, data)
     VALUES (?, 1000, 2000, 3000, 3000, 'critical', 'critical', 5, ?)`,
  );
  insert.run(problem.key, JSON.stringify(problem));
  insert.run('damaged', 'no JSON');
  old.close();
  const db = await openDatabase(path, { create: false });
  expect(createProblemStore(db).read(0, 10_000)).toMatchObject([
    {
      key: problem.key,
      since: { at: 1_000, known: 'before' },
      noticedAt: 2_000,
      hit: { viewers: { count: 5, what: 'at risk' }, streams },
    },
  ]);
  db.close();
});
