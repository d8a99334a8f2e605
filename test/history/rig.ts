import { statSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type HistoryDatabase, openDatabase } from '../../src/history/database.ts';
import { createSampleStore } from '../../src/history/samples/sample-store.ts';
import type { JournalEntry } from '../../src/protocol/journal.ts';
import { newFolder } from '../support/new-folder.ts';

/** Figures that most tests read. */
export const clusterViewers = { kind: 'total', name: 'cluster', column: 'viewers' } as const;
export const edgeCpu = { kind: 'server', name: 'edge-1', column: 'cpu' } as const;

/** A path for a history in a directory of its own. */
export const historyPath = async (): Promise<string> => join(newFolder(), 'history.db');

/** Size on disk with all data written, bytes. */
export function sizeOf(db: HistoryDatabase): number {
  db.sql('PRAGMA wal_checkpoint(TRUNCATE)').get();
  return statSync(db.path).size;
}

/** A history that is closed after the test. */
export async function openTestHistory(path?: string): Promise<HistoryDatabase> {
  const db = await openDatabase(path ?? (await historyPath()), { create: true });
  onTestFinished(() => {
    try {
      db.close();
    } catch {
      // The test has closed it.
    }
  });
  return db;
}

/** A new history, and the store of its samples. */
export async function openSamples() {
  const db = await openTestHistory();
  return { db, store: createSampleStore(db) };
}

/** An entry of the journal at that time of the server. */
export const journalEntry = (
  id: number,
  createDate: number,
  objectName: string,
  message: string,
): JournalEntry => ({ id, createDate, objectName, message, threadName: 'main' });

/** The figures of the whole cluster at a moment: its viewers with their limit and its streams, the rest is unknown. */
export function addTotals(
  samples: ReturnType<typeof createSampleStore>,
  at: number,
  viewers: number,
  streams: number | null = 20,
  viewersLimit: number | null = null,
): void {
  const row = [viewers, streams, null, null, null, viewersLimit, null, null, null, null];
  samples.addFrame({ kind: 'total', at, rows: new Map([['cluster', row]]) });
}

/** Rows of a table, or of those of its rows. */
export function count(db: HistoryDatabase, from: string): number {
  return Number(db.sql(`SELECT COUNT(*) AS count FROM ${from}`).get()?.count);
}
