import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import { errorMessage, systemCode } from '../base/system-error.ts';
import { isBusy } from '../history/error.ts';
import { type FilePlace, filePlace } from '../history/file-place.ts';
import { loadSqlite } from '../history/load-sqlite.ts';

/** Which of several programs of a user that watch a cluster sends its messages: the first recorder, without one a monitor. */
export interface Turn {
  /** Whether this program sends now. Once it is not, it ends what it is sending and gives up. */
  isOurs(): boolean;
  giveUp(): void;
}

export interface TurnOptions {
  /** Where the locks are; one place for each cluster. */
  readonly path: string;
  /** A recorder takes the turn from a monitor. */
  readonly isRecorder: boolean;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** A monitor that does not give up within this time is suspended, and sends nothing when it goes on, ms. */
const GIVES_UP_WITHIN_MS = MINUTE_MS;

/**
 * The locks are independent of the history: who pages must depend neither on who writes nor on room on a disk. A recorder
 * holds one of its own, by which monitors see it.
 */
export function createTurn({ path, isRecorder, clock, log }: TurnOptions): Turn {
  const recorder = createFileLock(`${path}.recorder`);
  const pager = createFileLock(`${path}.pager`);
  let isPaging = false;
  let waitsSince: number | undefined;
  let told = '';
  const tell = (line: string) => {
    if (line !== '' && line !== told) log(line);
    told = line;
  };
  const asRecorder = () => {
    if (!recorder.take()) {
      tell('another castwatch record sends the messages of this cluster');
      return false;
    }
    tell('');
    if (pager.take()) return true;
    waitsSince ??= clock.monotonic();
    return clock.monotonic() - waitsSince >= GIVES_UP_WITHIN_MS;
  };
  const asMonitor = () => {
    if (!pager.take()) return false;
    const isFree = recorder.take();
    if (isFree) recorder.giveUp();
    else if (!isPaging) pager.giveUp();
    return isFree;
  };
  return {
    isOurs() {
      try {
        isPaging = isRecorder ? asRecorder() : asMonitor();
      } catch (error) {
        // Two that send are better than none.
        isPaging = isRecorder;
        tell(
          `whether another castwatch sends the messages of this cluster is not known: ${errorMessage(error)}`,
        );
      }
      return isPaging;
    },
    giveUp() {
      isPaging = false;
      waitsSince = undefined;
      recorder.giveUp();
      pager.giveUp();
    },
  };
}

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
