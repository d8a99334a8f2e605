import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/*
 * A file system, and SQLite on it, of which one operation fails. It replaces functions of Node, so that the program knows
 * nothing of it, and looks only at paths below one directory.
 */

/** Which operations fail; the first one is 1. */
export type Fails = (nth: number) => boolean;

type Method = (this: unknown, ...args: unknown[]) => unknown;
type Methods = Record<string, Method>;

const BY_PATH =
  'open readFile writeFile appendFile stat lstat rename rm unlink mkdir readdir utimes access chmod realpath copyFile'.split(
    ' ',
  );
const BY_FILE = 'read write fsync fstat fchmod ftruncate'.split(' ');
const BY_HANDLE = 'read readFile write writeFile appendFile stat sync datasync chmod truncate'.split(' ');

/** What a disk answers to an operation that changes it, and to one that only reads. */
const FAULTS = {
  write: ['EIO: i/o error', 'ENOSPC: no space left on device', 'EACCES: permission denied'],
  read: ['EIO: i/o error', 'EACCES: permission denied'],
};
const WRITES = /write|append|sync|rename|rm|unlink|mkdir|utimes|chmod|truncate|copy/i;
const SQL_FAULTS = [
  [10, 'disk I/O error'],
  [13, 'database or disk is full'],
  [14, 'unable to open database file'],
  [11, 'database disk image is malformed'],
] as const;

/** Runs `work` with failing operations below `directory`; returns its result, and what was done there. */
export async function onFailingDisk<T>(directory: string, fails: Fails, work: () => Promise<T>) {
  const done: string[] = [];
  const undo: (() => void)[] = [];
  const files = new Map<unknown, string>();
  // The terminal is no disk.
  const isBelow = (path: unknown): path is string =>
    String(path).startsWith(directory) && !String(path).endsWith('/terminal');
  /** Whether this operation fails. */
  const step = (operation: string, path: string) =>
    fails(done.push(`${operation} ${path.slice(directory.length)}`));
  const fault = (operation: string, path: string) => {
    const faults = FAULTS[WRITES.test(operation) ? 'write' : 'read'];
    const words = faults[done.length % faults.length];
    return Object.assign(new Error(`${words}, ${operation} '${path}'`), {
      code: words?.split(':', 1)[0],
      path,
    });
  };
  const sqlFault = () => {
    const [errcode, errstr] = SQL_FAULTS[done.length % SQL_FAULTS.length] ?? SQL_FAULTS[0];
    return Object.assign(new Error(errstr), { code: 'ERR_SQLITE_ERROR', errcode, errstr });
  };
  const replace = (owner: object, name: string, make: (own: Method) => Method) => {
    const own = (owner as Methods)[name];
    if (!own) return;
    (owner as Methods)[name] = make(own);
    undo.push(() => ((owner as Methods)[name] = own));
  };

  for (const name of BY_PATH) {
    replace(fs, `${name}Sync`, (own) => (path, ...rest) => {
      if (isBelow(path) && step(name, path)) throw fault(name, path);
      const result = own.call(fs, path, ...rest);
      if (name === 'open' && isBelow(path)) files.set(result, path);
      return result;
    });
    replace(promises, name, (own) => async (path, ...rest) => {
      if (isBelow(path) && step(name, path)) throw fault(name, path);
      const result = await own.call(promises, path, ...rest);
      if (name === 'open' && isBelow(path)) files.set(result, path);
      return result;
    });
  }
  replace(fs, 'existsSync', (own) => (path) => !(isBelow(path) && step('exists', path)) && own(path));
  replace(fs, 'closeSync', (own) => (file) => {
    files.delete(file);
    return own(file);
  });
  for (const name of BY_FILE) {
    replace(fs, `${name}Sync`, (own) => (file, ...rest) => {
      const path = files.get(file);
      if (path !== undefined && step(name, path)) throw fault(name, path);
      return own(file, ...rest);
    });
  }
  const handle: FileHandle = await promises.open('/dev/null');
  for (const name of BY_HANDLE) {
    replace(
      Object.getPrototypeOf(handle),
      name,
      (own) =>
        async function (...args) {
          const path = files.get(this);
          if (path !== undefined && step(name, path)) throw fault(name, path);
          return own.apply(this, args);
        },
    );
  }
  await handle.close();

  const sqlite = process.getBuiltinModule('node:sqlite');
  const { DatabaseSync, StatementSync } = sqlite;
  /** The histories below the directory, and their statements. */
  const own = new WeakMap<object, string>();
  const failing = (name: string) => (work: Method) =>
    function (this: unknown, ...args: unknown[]) {
      const path = own.get(this as object);
      if (path !== undefined && step(`sqlite ${name}`, path)) throw sqlFault();
      const result = work.apply(this, args);
      if (path !== undefined && name === 'prepare') own.set(result as object, path);
      return result;
    };
  for (const name of ['exec', 'prepare']) replace(DatabaseSync.prototype, name, failing(name));
  for (const name of ['get', 'all', 'run', 'iterate']) replace(StatementSync.prototype, name, failing(name));
  sqlite.DatabaseSync = class extends DatabaseSync {
    constructor(...args: ConstructorParameters<typeof DatabaseSync>) {
      const [path] = args;
      if (isBelow(path) && step('sqlite open', path)) throw sqlFault();
      super(...args);
      if (isBelow(path)) own.set(this, path);
    }
  };
  undo.push(() => (sqlite.DatabaseSync = DatabaseSync));

  syncBuiltinESMExports();
  try {
    return { result: await work(), done };
  } finally {
    for (const restore of undo) restore();
    syncBuiltinESMExports();
  }
}
