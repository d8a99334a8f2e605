import { execFile } from 'node:child_process';
import { chmodSync, constants, lstatSync, mkdirSync, type Stats } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '../base/clock.ts';
import { isOpenToWriters } from '../base/private-file.ts';
import { shellWord } from '../base/quoting.ts';
import { safeText } from '../base/safe-text.ts';
import { systemCode, systemReason } from '../base/system-error.ts';
import { ConfigError } from './error.ts';
import { replaceFile, withLock } from './locked-file.ts';

/** Files in the directory are for its group to read; who may enter it is decided by the directory. */
const TEAM_FILE_MODE = 0o644;
const DIRECTORY_MODE = 0o1770;
/** Most files that are refused in words. */
const MOST_REFUSED = 3;
/** A longer file is neither read nor written, bytes. */
export const MOST_TEAM_BYTES = 256 * 1024;
const TOO_LARGE = `larger than ${MOST_TEAM_BYTES / 1024} KB`;
const MOST_NAME = 40;

export type TeamDirectory = ReturnType<typeof openTeamDirectory>;

/**
 * The directory `team` below a shared history, where each user of its group keeps files of their own that all read, such
 * as `maintenance.1002`, or `maintenance.1002-3f9a` where somebody else has taken that name. The sticky bit keeps users from
 * each other's files, and a file counts only if its owner is the user in its name. Opens
 * it; `isOwner` creates it if it is missing, which only the owner of the shared directory may do. Throws a
 * `ConfigError` if it cannot be used.
 */
export function openTeamDirectory(shared: string, isOwner: boolean) {
  const path = join(shared, 'team');
  assertUsable(path, isOwner);
  const own = process.geteuid?.() ?? 0;

  const readOne = async (file: string, uid: number) => {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    const handle = await open(join(path, file), O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
    try {
      const stat = await handle.stat();
      assertOf(stat, uid);
      const [text, by] = [await handle.readFile('utf8'), await userName(uid)];
      // `by` is the system's name: what the text says of its owner is not believed. And `at` is by a time that nobody
      // can set: nothing in it was decided later.
      return { uid, by, file, text, at: Math.min(stat.mtimeMs, stat.ctimeMs) };
    } finally {
      await handle.close();
    }
  };
  const readAll = async (name: string, only?: number) => {
    const files = new Map<number, Awaited<ReturnType<typeof readOne>>>();
    const refused: string[] = [];
    const names = await readdir(path).catch((error: unknown) => {
      throw new ConfigError('state', `cannot read the directory ${path}: ${systemReason(error)}`, error);
    });
    for (const file of names.sort()) {
      const uid = file.startsWith(`${name}.`) ? Number(OWNED.exec(file.slice(name.length))?.[1] ?? -1) : -1;
      // One of each user, and only if it counts: nobody can push out what others decided.
      if (uid < 0 || files.has(uid) || (only ?? uid) !== uid) continue;
      try {
        files.set(uid, await readOne(file, uid));
      } catch (error) {
        // A file that its user just removed was never there.
        if (systemCode(error) === 'ENOENT') continue;
        // What this user decided is not replaced unread.
        if (only !== undefined) assertNotOf(join(path, file), only, error);
        refused.push(`${join(path, file)}: ${systemReason(error)}`);
      }
    }
    return { files: [...files.values()], refused: refused.slice(0, MOST_REFUSED) };
  };

  return {
    path,
    /**
     * The file of each user, and in words why others are not believed; or only that of this one, which is then not
     * passed over. Throws a `ConfigError` if the directory cannot be read.
     */
    readAll,
    /** Changes this user's file of that name, whose text is empty at first. Throws a `ConfigError`. */
    change: (name: string, clock: Clock, edit: (text: string) => string) =>
      withLock(join(path, `${name}.${own}`), clock, async () => {
        const [mine] = (await readAll(name, own)).files;
        const file = mine?.file ?? `${name}.${own}`;
        const text = edit(mine?.text ?? '');
        if (Buffer.byteLength(text) > MOST_TEAM_BYTES)
          throw new ConfigError('state', `cannot change ${join(path, file)}: it would be ${TOO_LARGE}`);
        const replace = (at: string) => replaceFile(join(path, at), text, TEAM_FILE_MODE);
        if (mine) return replace(file);
        // Somebody else may have taken the name.
        await replace(file).catch(() => replace(`${name}.${own}-${crypto.randomUUID().slice(0, 8)}`));
      }),
  };
}

/** What follows the name of a file: the id of its user, and what tells it apart from one that somebody else made. */
const OWNED = /^\.(\d{1,10})(?:-[0-9a-f]{8})?$/;

function assertOf(stat: Stats, uid: number): void {
  if (!stat.isFile() || stat.nlink > 1) throw new Error('it is not an ordinary file');
  if (stat.uid !== uid) throw new Error('it belongs to another user than its name says');
  if (isOpenToWriters(stat)) throw new Error('other users can write to it (chmod 644)');
  if (stat.size > MOST_TEAM_BYTES) throw new Error(`it is ${TOO_LARGE}`);
}

/** Throws a `ConfigError` if this is an ordinary file of this user, which could not be read. */
function assertNotOf(path: string, uid: number, why: unknown): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() && stat.nlink === 1 && stat.uid === uid)
    throw new ConfigError('state', `cannot read ${path}: ${systemReason(why)}`, why);
}

function assertUsable(path: string, isOwner: boolean): void {
  try {
    if (isOwner) create(path);
    const stat = lstatSync(path);
    if (!stat.isDirectory()) throw new Error('it is not a directory');
    const isSticky = process.platform === 'win32' || (stat.mode & 0o1000) !== 0;
    if (isOpenToWriters(stat) && !isSticky) {
      throw new Error(`users could replace each other's files: chmod +t ${shellWord(path)}`);
    }
  } catch (error) {
    const isMissing = systemCode(error) === 'ENOENT';
    const reason = isMissing ? 'it is missing; the program that records creates it' : systemReason(error);
    throw new ConfigError('state', `cannot use the directory ${path}: ${reason}`, error);
  }
}

function create(path: string): void {
  try {
    mkdirSync(path);
    chmodSync(path, DIRECTORY_MODE);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

/** The name of this user, as others see it; `user 1002` if the system knows none. */
export function ownUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.geteuid?.() ?? 0}`;
  }
}

const names = new Map<number, string>();

/** The name that the system has for a user. */
async function userName(uid: number): Promise<string> {
  if (uid === process.geteuid?.()) return ownUserName();
  const asked =
    names.get(uid) ?? (await promisify(execFile)('id', ['-nu', `${uid}`]).catch(() => {}))?.stdout;
  const name = safeText(asked?.trim() || `user ${uid}`, MOST_NAME);
  names.set(uid, name);
  return name;
}
