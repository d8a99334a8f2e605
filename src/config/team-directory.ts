import { chmodSync, constants, lstatSync, mkdirSync, type Stats } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { isOpenToWriters } from '../base/private-file.ts';
import { shellWord } from '../base/shell-word.ts';
import { systemCode, systemReason } from '../base/system-error.ts';
import { ConfigError } from './error.ts';

/**
 * The directory `team` below a shared history, where each user of its group keeps files of their own that all read, such
 * as `maintenance.1002`. The sticky bit keeps users from each other's files, and a file counts only if its owner is the user
 * in its name.
 */
export interface TeamDirectory {
  readonly path: string;
  /** Where this user's file of that name is. */
  ownFile(name: string): string;
  /** Those files of all users that can be read. Throws a `ConfigError` if the directory cannot be read. */
  readAll(name: string): Promise<TeamTexts>;
}

interface TeamTexts {
  readonly files: readonly TeamText[];
  /** Files that are not believed, with the reason, in words. */
  readonly refused: readonly string[];
}

export interface TeamText {
  readonly uid: number;
  readonly file: string;
  readonly text: string;
}

/** Files in the directory are for its group to read; who may enter it is decided by the directory. */
export const TEAM_FILE_MODE = 0o644;
const DIRECTORY_MODE = 0o1770;
/** More files of one name are not read. */
const MOST_FILES = 100;
/** A longer file is not read, bytes. */
const MOST_BYTES = 256 * 1024;

/**
 * Opens the directory; `isOwner` creates it if it is missing, which only the owner of the shared directory may do. Throws a
 * `ConfigError` if it cannot be used.
 */
export function openTeamDirectory(shared: string, isOwner: boolean): TeamDirectory {
  const path = join(shared, 'team');
  assertUsable(path, isOwner);
  const own = process.geteuid?.() ?? 0;

  const readOne = async (file: string, uid: number): Promise<string> => {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    const handle = await open(join(path, file), O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
    try {
      assertOf(await handle.stat(), uid);
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  };

  return {
    path,
    ownFile: (name) => join(path, `${name}.${own}`),
    async readAll(name) {
      const names = await namesIn(path);
      const users = names.flatMap((file) => {
        const uid = file.startsWith(`${name}.`) ? file.slice(name.length + 1) : '';
        return /^\d{1,10}$/.test(uid) ? [{ file, uid: Number(uid) }] : [];
      });
      const files: TeamText[] = [];
      const refused: string[] = [];
      for (const { file, uid } of users.slice(0, MOST_FILES)) {
        try {
          files.push({ uid, file, text: await readOne(file, uid) });
        } catch (error) {
          // A file that its user just removed was never there.
          if (systemCode(error) !== 'ENOENT') refused.push(`${join(path, file)}: ${systemReason(error)}`);
        }
      }
      if (users.length > MOST_FILES) refused.push(`${path}: only ${MOST_FILES} of its files are read`);
      return { files, refused };
    },
  };
}

function assertOf(stat: Stats, uid: number): void {
  if (!stat.isFile() || stat.nlink > 1) throw new Error('it is not an ordinary file');
  if (stat.uid !== uid) throw new Error('it belongs to another user than its name says');
  if (isOpenToWriters(stat)) throw new Error('other users can write to it (chmod 644)');
  if (stat.size > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES / 1024} KB`);
}

async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    throw new ConfigError('state', `cannot read the directory ${path}: ${systemReason(error)}`, error);
  }
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
    const reason =
      systemCode(error) === 'ENOENT'
        ? 'it is missing; the program that records creates it'
        : systemReason(error);
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
