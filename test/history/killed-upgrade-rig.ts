import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { openDatabase } from '../../src/history/database.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { defaultRetention, pruneHistory } from '../../src/history/retention.ts';
import { createSampleStore } from '../../src/history/samples/sample-store.ts';
import { rollUpDue, seal } from '../../src/history/samples/seal.ts';
import { migrations } from '../../src/history/schema.ts';

const START = Date.UTC(2026, 9, 24);
const SERVERS = 8;
const MINUTES = 720;
/** All of the time but the last five hours is pruned in full resolution. */
const KEPT_MS = 5 * HOUR_MS;
const END = START + MINUTES * MINUTE_MS;

/** A history as the first version left it: minutes in frames that nobody sealed, and sessions without hours. */
export async function writeOld(path: string): Promise<void> {
  const db = await openDatabase(path, { create: true, versions: migrations.slice(0, 1) });
  db.transaction(() => {
    for (let id = 1; id <= SERVERS; id++)
      db.sql("INSERT INTO entity (id, kind, name) VALUES (?, 'server', ?)").run(id, `edge-${id}`);
    const ids = JSON.stringify(Array.from({ length: SERVERS }, (_, index) => index + 1));
    for (let minute = 0; minute < MINUTES; minute++) {
      const rows = Array.from({ length: SERVERS }, (_, index) => [
        minute + index,
        50,
        1,
        2,
        null,
        null,
        3,
        4,
      ]);
      db.sql("INSERT INTO frame (kind, at, entities, samples) VALUES ('server', ?, ?, ?)").run(
        START + minute * MINUTE_MS,
        ids,
        JSON.stringify(rows),
      );
    }
    for (let key = 0; key < 2_000; key++)
      db.sql(
        `INSERT INTO stream_session (application, stream_key, published_at, seen_at, ended_at, data)
         VALUES ('live', ?, ?, ?, NULL, '{"watchedMs":60000,"peakViewers":7}')`,
      ).run(`s${key}`, START, START + MINUTE_MS);
  });
  db.close();
}

export async function upkeepOf(path: string): Promise<void> {
  const db = await openDatabase(path, { create: false });
  const samples = createSampleStore(db);
  await seal(db, samples, END + HOUR_MS);
  await rollUpDue(db, samples, END + DAY_MS);
  pruneHistory(db, { ...defaultRetention, raw: KEPT_MS }, END);
  db.close();
}

/** The figures of all servers, the sessions, and what SQLite's check of the file says. */
export async function contentOf(path: string) {
  const db = await openDatabase(path, { create: false });
  const reader = createHistoryReader(db);
  const cpu = Array.from({ length: SERVERS }, (_, index) =>
    reader.series
      .read({ kind: 'server', name: `edge-${index + 1}`, column: 'cpu' }, START - 1, END)
      .points.map(({ at, mean }) => [at, mean]),
  );
  const sessions = db
    .sql('SELECT stream_key, published_at, seen_at, data FROM stream_session ORDER BY id')
    .all();
  const integrity = db.sql('PRAGMA integrity_check').get()?.integrity_check;
  db.close();
  return { cpu, sessions, integrity };
}
