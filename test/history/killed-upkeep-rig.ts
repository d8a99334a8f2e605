import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { openDatabase } from '../../src/history/database.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { defaultRetention, pruneHistory } from '../../src/history/retention.ts';
import { createSampleStore } from '../../src/history/samples/sample-store.ts';
import { rollUpDue, seal } from '../../src/history/samples/seal.ts';

const START = Date.UTC(2026, 9, 24);
const SERVERS = 8;
const MINUTES = 720;
/** All of the time but the last five hours is pruned in full resolution. */
const KEPT_MS = 5 * HOUR_MS;
const END = START + MINUTES * MINUTE_MS;

/** A history with minutes in frames that nobody sealed. */
export async function writeFrames(path: string): Promise<void> {
  const db = await openDatabase(path, { create: true });
  const samples = createSampleStore(db);
  db.transaction(() => {
    for (let minute = 0; minute < MINUTES; minute++) {
      const rows = Array.from(
        { length: SERVERS },
        (_, index) => [`edge-${index + 1}`, [minute + index, 50, 1, 2, null, null, 3, 4]] as const,
      );
      samples.addFrame({ kind: 'server', at: START + minute * MINUTE_MS, rows: new Map(rows) });
    }
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

/** The figures of all servers, and what SQLite's check of the file says. */
export async function contentOf(path: string) {
  const db = await openDatabase(path, { create: false });
  const reader = createHistoryReader(db);
  const cpu = Array.from({ length: SERVERS }, (_, index) =>
    reader.series
      .read({ kind: 'server', name: `edge-${index + 1}`, column: 'cpu' }, START - 1, END)
      .points.map(({ at, mean }) => [at, mean]),
  );
  const integrity = db.sql('PRAGMA integrity_check').get()?.integrity_check;
  db.close();
  return { cpu, integrity };
}
