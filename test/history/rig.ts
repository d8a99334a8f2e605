import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type HistoryDatabase, openDatabase } from '../../src/history/database.ts';

/** A path for a history in a directory of its own, which is removed after the test. */
export async function historyPath(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'castwatch-history-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return join(directory, 'history.db');
}

export async function openTestHistory(path?: string): Promise<HistoryDatabase> {
  return openDatabase(path ?? (await historyPath()), { create: true });
}
