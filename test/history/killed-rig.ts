import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { openDatabase } from '../../src/history/database.ts';
import { createHistoryReader } from '../../src/history/reader.ts';

/** Journal entries of one transaction. */
export const BATCH = 97;
const START = Date.UTC(2026, 9, 24);

/** The times of batches: minutes, so that windows of 12 hours are rolled up in between. */
export const batchAt = (batch: number) => START + (batch + 1) * MINUTE_MS;

/** Starts a writer, kills it after this many commits, whatever it does then, and reads what it left. */
export async function killWriter(path: string, from: number, commits: number) {
  const child: ChildProcess = fork(new URL('./killed-child.ts', import.meta.url), [path, String(from)]);
  /** Batches that the writer reported as written. */
  let said = from;
  await new Promise<void>((resolve) => {
    let left = commits;
    child.on('message', (written: number) => {
      said = written;
      if (--left === 0) resolve();
    });
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const db = await openDatabase(path, { create: false });
  const integrity = db.sql('PRAGMA integrity_check').get()?.integrity_check;
  const reader = createHistoryReader(db);
  const entries = reader.journal(0, Number.MAX_SAFE_INTEGER).map(({ id }) => Number(id));
  /** Moments with figures in full resolution. */
  const samples: number[] = [];
  for (let at = START; at < batchAt(said) + DAY_MS; at += 6 * HOUR_MS) {
    const { points } = reader.series.read(
      { kind: 'server', name: 'edge-1', column: 'cpu' },
      at,
      at + 6 * HOUR_MS,
    );
    for (const { mean } of points) samples.push(mean ?? Number.NaN);
  }
  db.close();
  return { said, integrity, entries, samples };
}
