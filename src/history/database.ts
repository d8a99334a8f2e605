import { closeSync, constants, existsSync, fchmodSync, fstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fileId } from '../base/file-id.ts';
import { isOpenToWriters } from '../base/private-file.ts';
import { HistoryError, historyError, unusable } from './error.ts';
import { filePlace, IN_MEMORY } from './file-place.ts';
import { loadSqlite } from './load-sqlite.ts';
import { migrations } from './schema.ts';
import { assertLocal, SHARED_MODE, sharedOwner } from './shared-directory.ts';
import { type Damage, guardRows, verifyRows } from './sums.ts';

/**
 * How long to wait for another writer's transaction, ms. Most take a few ms; a checkpoint of a large file takes longer.
 */
const BUSY_TIMEOUT_MS = 2_000;
/** Page cache, KiB. Small, because a monitor runs for weeks beside other programs. */
const CACHE_KIB = 2_048;

/** The write-ahead log is cut to this size after a large transaction. */
const MOST_LOG_BYTES = 33_000_000;

/**
 * Size of a page in a new file, bytes. Each transaction writes whole pages, of which only a part has changed: with pages of 4 KB
 * that is twice as much.
 */
const PAGE_BYTES = 1_024;

/**
 * The write-ahead log is copied to the file at this size, bytes: most pages are written again and again, and only their last
 * state is copied. On a large cluster that is each hour.
 */
const LOG_BYTES = 32_000_000;

/** A row as SQLite returns it; the types of its columns are not checked yet. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Each throws a `HistoryError`. */
interface Statement {
  get(...values: SQLInputValue[]): StoredRow | undefined;
  all(...values: SQLInputValue[]): readonly StoredRow[];
  run(...values: SQLInputValue[]): {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
}

export interface OpenOptions {
  /** Create the file if it does not exist. */
  readonly create: boolean;
  /** How long to wait for another program's lock, ms; the default suits commands that may take long. */
  readonly waitMs?: number | undefined;
  /** The migrations to the current schema. */
  readonly versions?: typeof migrations;
  /** In a shared directory, whose owner writes and whose group reads. */
  readonly shared?: boolean | undefined;
}

/** Path of the history of the cluster with this base URL, below `stateDir`. */
export function historyFile(stateDir: string, url: string): string {
  return join(stateDir, `history-${fileId(url)}.db`);
}

/**
 * Opens a history (mode 0600, shared 0640) and migrates it to the current schema. Throws a
 * `HistoryError` if the file is damaged, newer than this program, or owned by somebody else.
 */
export async function openDatabase(path: string, options: OpenOptions): Promise<HistoryDatabase> {
  const { DatabaseSync } = loadSqlite();
  const { shared = false } = options;
  let db: DatabaseSync | undefined;
  try {
    if (path !== IN_MEMORY) {
      assertLocal(path);
      assertSafeFile(path, options);
    }
    db = new DatabaseSync(path, { timeout: options.waitMs ?? BUSY_TIMEOUT_MS });
    // Expressions in a file from another source must not call functions with side effects.
    db.exec('PRAGMA trusted_schema = OFF');
    assertHistory(db, path, options.create);
    // Only for a new file. Tables of its pages, with which a file could shrink step by step, were a tenth of what is written.
    db.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA auto_vacuum = NONE`);
    // NORMAL loses the last transactions when the power fails, and nothing when the program is killed.
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${CACHE_KIB};`);
    const { page_size } = db.prepare('PRAGMA page_size').get() ?? {};
    const pages = Math.floor(LOG_BYTES / Number(page_size ?? PAGE_BYTES));
    db.exec(`PRAGMA journal_size_limit = ${MOST_LOG_BYTES}; PRAGMA wal_autocheckpoint = ${pages}`);
    migrate(db, path, options.versions);
    return wrapDatabase(db, path, shared ? 'shared' : 'own');
  } catch (error) {
    db?.close();
    throw historyError(path, error);
  }
}

/**
 * Opens the history of another program, only for reading: nothing is created, upgraded or changed. One of this user must
 * be in use by its writer; a shared one can be read at any time. Throws a `HistoryError`, also if its schema is a
 * different one.
 */
export function openReadOnly(path: string, { shared = false } = {}): HistoryDatabase {
  const { DatabaseSync } = loadSqlite();
  let db: DatabaseSync | undefined;
  try {
    assertLocal(path);
    assertSafeFile(path, { create: false, readOnly: true, shared });
    // Without the writer's index of the log, SQLite would create one and leave it behind.
    if (!shared && !existsSync(`${path}-shm`)) throw unusable(`nothing writes the history ${path} now`);
    db = new DatabaseSync(readablePlace(path), { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    db.exec('PRAGMA trusted_schema = OFF');
    assertHistory(db, path, false);
    if (versionOf(db) !== migrations.length)
      throw unusable(`the history ${path} was written by another version of castwatch`);
    return wrapDatabase(db, path, 'read');
  } catch (error) {
    db?.close();
    throw historyError(path, error);
  }
}

/** Where a file says how it is written; 2 stands for a write-ahead log. */
const FORMAT_AT = 18;

/**
 * A file that says it has a write-ahead log, without one beside it, was put there or left by a writer that had no time to
 * finish. SQLite would create the log to read it, which a reader may not, so it is read as a file that nobody changes. The
 * log appears with the next writer, and `isInPlace` is false from then on.
 */
function readablePlace(path: string): string | URL {
  if (existsSync(`${path}-wal`)) return path;
  const format = Buffer.alloc(1);
  const file = openSync(path, constants.O_RDONLY);
  readSync(file, format, 0, 1, FORMAT_AT);
  closeSync(file);
  if (format[0] !== 2) return path;
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

/**
 * The file must belong to this user, or to the owner of the shared directory, be writable for its owner only, and not be
 * a link. If more users than meant can read it, its owner changes its mode. SQLite gives its -wal and -shm files the same
 * mode, whatever the umask.
 */
function assertSafeFile(
  path: string,
  { create, readOnly = false, shared = false }: OpenOptions & { readonly readOnly?: boolean },
): void {
  const access = readOnly ? constants.O_RDONLY : constants.O_RDWR;
  // Without O_NONBLOCK a pipe in its place would be waited for.
  const flags = access | constants.O_NOFOLLOW | constants.O_NONBLOCK | (create ? constants.O_CREAT : 0);
  const mode = shared ? SHARED_MODE : 0o600;
  const user = process.geteuid?.();
  const owner = shared ? sharedOwner(dirname(path)) : user;
  if (!readOnly && owner !== user)
    throw unusable(`only the owner of the shared directory ${dirname(path)} writes histories there`);
  let file: number;
  try {
    file = openSync(path, flags, mode);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') throw new HistoryError('MISSING', `there is no history ${path} yet`, error);
    if (code === 'ELOOP') throw unusable(`the history ${path} is a link: name the file itself`);
    throw error;
  }
  try {
    const about = fstatSync(file);
    if (!about.isFile()) throw unusable(`the history ${path} is not an ordinary file`);
    if (user !== undefined && about.uid !== owner)
      throw unusable(`the history ${path} belongs to another user`);
    if (about.nlink > 1)
      throw unusable(`the history ${path} has a second name (a hard link): copy it instead`);
    if (isOpenToWriters(about)) {
      const advice = `fix it with: chmod ${mode.toString(8)} ${path}`;
      throw unusable(`other users can write to the history ${path}; ${advice}`);
    }
    const isOther = shared ? (about.mode & 0o777) !== mode : (about.mode & 0o044) !== 0;
    if (!readOnly && user !== undefined && isOther) fchmodSync(file, mode);
  } finally {
    closeSync(file);
  }
}

/** What a history never contains. It would run, or be computed without end, whenever a table is read or written. */
const FOREIGN = `
  SELECT 1 FROM sqlite_master WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'
  UNION ALL
  SELECT 1 FROM sqlite_master AS made, pragma_table_xinfo(made.name) AS part
  WHERE made.type = 'table' AND part.hidden <> 0 LIMIT 1`;

/**
 * Refuses the database of another program, one with triggers, views, virtual tables or computed columns, and an empty
 * file unless a new history may be created.
 */
function assertHistory(db: DatabaseSync, path: string, create: boolean): void {
  if (db.prepare(FOREIGN).get())
    throw unusable(
      `the database ${path} has triggers, views or computed columns, which a history never has: name another file`,
    );
  const tables = db.prepare("SELECT COUNT(*) AS count FROM sqlite_master WHERE type = 'table'").get()?.count;
  if (tables === 0 && !create) throw unusable(`there is no history ${path} yet`);
  const ours = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'lease'").get();
  if (tables !== 0 && !ours) throw unusable(`the database ${path} is not a history: name another file`);
}

function migrate(db: DatabaseSync, path: string, versions = migrations): void {
  if (versionOf(db) > versions.length) {
    const advice = 'update castwatch, or name another file';
    throw new HistoryError('NEWER', `the history ${path} was written by a newer castwatch: ${advice}`);
  }
  if (versionOf(db) === versions.length) return;
  // A failure closes the database, which rolls back.
  db.exec('BEGIN IMMEDIATE');
  // Another process may have migrated it while this one waited for the lock.
  const version = versionOf(db);
  if (version > 0 && version <= versions.lastIndexOf(undefined) + 1)
    throw unusable(
      `the history ${path} was written before the first release of castwatch: move it away, and a new one is started`,
    );
  for (const step of versions.slice(version)) db.exec(step ?? '');
  db.exec(`PRAGMA user_version = ${versions.length}`);
  db.exec('COMMIT');
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

export type HistoryDatabase = ReturnType<typeof wrapDatabase>;

function wrapDatabase(db: DatabaseSync, path: string, use: 'own' | 'shared' | 'read') {
  const statements = new Map<string, Statement>();
  const damage = new Map<string, Damage>();
  guardRows(db, damage, use !== 'read');
  const place = filePlace(path);
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw historyError(path, error);
    }
  };
  const prepare = (text: string): Statement => {
    const statement = attempt(() => db.prepare(text));
    return {
      get: (...values) => attempt(() => statement.get(...values)),
      all: (...values) => attempt(() => statement.all(...values)),
      run: (...values) => attempt(() => statement.run(...values)),
    };
  };
  return {
    path,
    /** Whether the file of this path is still the one that is open. */
    isInPlace: () => attempt(place.isKept),
    /** A statement, prepared once. */
    sql(text: string): Statement {
      const statement = statements.get(text) ?? prepare(text);
      statements.set(text, statement);
      return statement;
    },
    /** All of `work` or nothing. Throws a `HistoryError`. */
    transaction: <T>(work: () => T): T =>
      attempt(() => {
        db.exec('BEGIN IMMEDIATE');
        try {
          const result = work();
          db.exec('COMMIT');
          return result;
        } catch (error) {
          if (db.isTransaction) db.exec('ROLLBACK');
          throw error;
        }
      }),
    /** Copies the write-ahead log to the file, as far as no reader needs it. */
    checkpoint: () => attempt(() => db.exec('PRAGMA wal_checkpoint(PASSIVE)')),
    /** Writes the whole history to a new file. */
    copyTo: (target: string) => attempt(() => db.prepare('VACUUM INTO ?').run(target)),
    /** Rows that were found damaged when they were read; `verify` reads all of them. */
    damage,
    verify: () => attempt(() => verifyRows(db, damage)),
    close() {
      statements.clear();
      if (use === 'shared') leaveReadable(db);
      db.close();
      if (use !== 'read') place.removeLeftovers();
    },
  };
}

/**
 * Ends the write-ahead log, because a reader that may not write cannot create one to open the file. While readers have the
 * file open, SQLite refuses that and keeps the log, which they can read.
 */
function leaveReadable(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE');
  } catch {
    // The log stays.
  }
}
