import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { systemCode } from '../base/system-error.ts';
import { isBusy } from './error.ts';
import { type FilePlace, filePlace } from './file-place.ts';
import { loadSqlite } from './load-sqlite.ts';

/** A lock of the operating system on an empty file. It needs no room on the disk, and ends with its process, however that ends. */
export interface FileLock {
  /** Whether this process has it, now or already. Throws if the file cannot be used. */
  take(): boolean;
  giveUp(): void;
}

/** Node itself has no locks; an exclusive transaction of SQLite is one, and writes nothing before its first statement. */
export function createFileLock(path: string): FileLock {
  let open: { readonly db: DatabaseSync; readonly place: FilePlace } | undefined;
  const giveUp = () => {
    open?.db.close();
    open = undefined;
  };
  return {
    take() {
      if (open && !open.place.isKept()) giveUp();
      if (open?.db.isTransaction) return true;
      try {
        open ??= openFile(path);
        open.db.exec('BEGIN EXCLUSIVE');
        return true;
      } catch (error) {
        if (isBusy(error)) return false;
        giveUp();
        throw error;
      }
    },
    giveUp,
  };
}

function openFile(path: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    // Only a new file: to close another handle of one that this process has locked would end the lock.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  const { DatabaseSync } = loadSqlite();
  const db = new DatabaseSync(path, { timeout: 0 });
  // A journal in a file would need room on the disk.
  db.exec('PRAGMA journal_mode = MEMORY');
  return { db, place: filePlace(path) };
}
