import { closeSync, mkdirSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../base/clock.ts';
import { SECOND_MS } from '../base/durations.ts';
import { errorMessage, systemCode } from '../base/system-error.ts';
import { isBusy } from '../history/error.ts';
import { type FilePlace, filePlace } from '../history/file-place.ts';
import { loadSqlite } from '../history/load-sqlite.ts';

export interface TurnOptions {
  /** Where the locks are; one place for each cluster. */
  readonly path: string;
  /** A recorder takes the turn from a monitor. */
  readonly isRecorder: boolean;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly lockAt?: typeof createFileLock;
}

/** A holder that gives no sign of life for this long hangs, ms. With a look every 5 s it is replaced within 15 s. */
const SILENT_MS = 9 * SECOND_MS;
/** Signs of life are at least this far apart, ms. */
const SIGN_MS = SECOND_MS;

export type Turn = ReturnType<typeof createTurn>;

/**
 * Which of several programs of a user that watch a cluster sends its messages: the first recorder, without one a monitor. The
 * locks are independent of the history: who pages must depend neither on who writes nor on room on a disk. A recorder
 * holds one of its own, by which monitors see it.
 */
export function createTurn(options: TurnOptions) {
  const { path, isRecorder, clock, log, lockAt = createFileLock } = options;
  const recorder = lockAt(`${path}.recorder`, clock);
  const pager = lockAt(`${path}.pager`, clock);
  let isPaging = false;
  let failingSince: number | undefined;
  let told = '';
  const tell = (line: string) => {
    if (line !== '' && line !== told) log(line);
    told = line;
  };
  const asRecorder = () => {
    const isFirst = recorder.take();
    tell(isFirst ? '' : 'another castwatch record sends the messages of this cluster');
    if (!isFirst) pager.watch();
    return isFirst && pager.take();
  };
  const asMonitor = () => {
    if (!pager.take()) return false;
    const isFree = recorder.take();
    if (isFree) recorder.giveUp();
    else if (!isPaging) pager.giveUp();
    return isFree;
  };
  return {
    /** Whether this program sends now. Asked at least every five seconds: who does not ask counts as silent. */
    isOurs() {
      try {
        isPaging = isRecorder ? asRecorder() : asMonitor();
        failingSince = undefined;
      } catch (error) {
        failingSince ??= clock.monotonic();
        // One failure changes nothing. If they last, two that send are better than none.
        if (clock.monotonic() - failingSince < SILENT_MS) return isPaging;
        isPaging = isRecorder;
        const why = errorMessage(error);
        tell(`whether another castwatch sends the messages of this cluster is not known: ${why}`);
      }
      return isPaging;
    },
    giveUp() {
      isPaging = false;
      recorder.giveUp();
      pager.giveUp();
    },
  };
}

/**
 * A lock of the operating system on an empty file. It needs no room on the disk, and ends with its process, however that ends.
 * The time of the file is the holder's sign of life. Node itself has no locks; an exclusive transaction of SQLite is one, and
 * writes nothing before its first statement.
 */
export function createFileLock(path: string, clock: Clock) {
  let open: { readonly db: DatabaseSync; readonly place: FilePlace } | undefined;
  let signedAt = Number.NEGATIVE_INFINITY;
  let seen: { readonly sign: string; readonly at: number } | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const giveUp = () => {
    open?.db.close();
    open = undefined;
  };
  const lock = () => {
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
  };
  const giveSign = () => {
    if (clock.monotonic() - signedAt < SIGN_MS) return;
    signedAt = clock.monotonic();
    try {
      const seconds = clock.now() / 1_000;
      utimesSync(path, seconds, seconds);
    } catch {
      // The lock holds all the same; it is tried again.
    }
  };
  const isSilent = () => {
    const now = clock.monotonic();
    const file = statSync(path, { throwIfNoEntry: false });
    const sign = `${file?.ino} ${file?.mtimeMs}`;
    // Who did not look itself, such as after a suspension, cannot know that the holder was silent.
    if (seen?.sign !== sign || now - lookedAt >= SILENT_MS) seen = { sign, at: now };
    lookedAt = now;
    return now - seen.at >= SILENT_MS;
  };
  return {
    /** Whether this process has it, now or already, also from a holder that hangs. Throws if the file cannot be used. */
    take() {
      let isOurs = lock();
      if (!isOurs && isSilent()) {
        // The lock of a process that hangs does not end, but it is on another file then, which it sees when it goes on.
        rmSync(path, { force: true });
        isOurs = lock();
      }
      if (isOurs) giveSign();
      return isOurs;
    },
    /** Looks for signs of life without wanting the lock now, to know later for how long there was none. */
    watch: isSilent,
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
