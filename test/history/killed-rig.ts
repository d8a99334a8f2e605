import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { turn } from '../../src/base/turn.ts';
import { type HistoryDatabase, openDatabase } from '../../src/history/database.ts';
import { createJournalStore } from '../../src/history/journal-store.ts';
import { createHistoryReader } from '../../src/history/reader.ts';
import { defaultRetention, pruneHistory } from '../../src/history/retention.ts';
import { createSampleStore } from '../../src/history/samples/sample-store.ts';
import { rollUpDue, seal } from '../../src/history/samples/seal.ts';

const START = Date.UTC(2026, 9, 24);
const cpuOf = (name: string) => ({ kind: 'server', name, column: 'cpu' }) as const;
/** Journal entries of one transaction. */
export const BATCH = 97;

/** Writes entries and figures of a minute each as fast as it can, and tells the number of minutes after each commit. */
export async function writeMinutes(path: string, from: number, tell: (written: number) => void) {
  const db = await openDatabase(path, { create: true });
  const journal = createJournalStore(db);
  const samples = createSampleStore(db);
  for (let batch = from; ; batch++) {
    const at = START + (batch + 1) * MINUTE_MS;
    const entry = { objectName: 'Stream: one', message: 'Status Update: PUBLISHED', threadName: 'worker' };
    const entries = Array.from({ length: BATCH }, (_, index) => {
      return { ...entry, id: batch * BATCH + index, createDate: at + index };
    });
    db.transaction(() => {
      journal.add(entries);
      samples.addFrame({ kind: 'server', at, rows: new Map([['edge-1', [batch, 50]]]) });
    });
    tell(batch + 1);
    while (journal.pack());
    await seal(db, samples, at);
    await rollUpDue(db, samples, at);
    await turn();
  }
}

/** What such a writer left until its minute `written`, and what SQLite's check of the file says. */
export async function writtenIn(path: string, written: number) {
  const db = await openDatabase(path, { create: false });
  const reader = createHistoryReader(db);
  const entries = reader.journal(0, Number.MAX_SAFE_INTEGER).map(({ id }) => Number(id));
  /** Those in full resolution. */
  const samples: number[] = [];
  for (let at = START; at < START + written * MINUTE_MS + DAY_MS; at += 6 * HOUR_MS) {
    const { points } = reader.series.read(cpuOf('edge-1'), at, at + 6 * HOUR_MS);
    for (const { mean } of points) samples.push(mean ?? Number.NaN);
  }
  return { entries, samples, integrity: integrityOf(db) };
}

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
    reader.series.read(cpuOf(`edge-${index + 1}`), START - 1, END).points.map(({ at, mean }) => [at, mean]),
  );
  return { cpu, integrity: integrityOf(db) };
}

function integrityOf(db: HistoryDatabase): unknown {
  const integrity = db.sql('PRAGMA integrity_check').get()?.integrity_check;
  db.close();
  return integrity;
}
