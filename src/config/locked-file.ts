import { lstat, rename, rm } from 'node:fs/promises';
import { type Clock, sleep } from '../base/clock.ts';
import { openPrivateFile, writeNewFile } from '../base/private-file.ts';
import { systemCode, systemReason } from '../base/system-error.ts';
import { ConfigError } from './error.ts';

/** A lock of this age belongs to a process that died, ms: locks are held for one read and one write. */
const STALE_AFTER_MS = 10_000;
const RETRY_AFTER_MS = 20;
const MAX_TRIES = 150;

/**
 * Runs `work` while no other instance does so for the same file. Throws a `ConfigError` if the lock is not
 * available within about three seconds.
 */
export async function withLock<T>(path: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  for (let tries = 0; ; tries++) {
    try {
      await (await openPrivateFile(lock, 'create')).close();
      break;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST' || tries >= MAX_TRIES) {
        const reason =
          systemCode(error) === 'EEXIST' ? `another castwatch holds ${lock}` : systemReason(error);
        throw new ConfigError('state', `cannot change ${path}: ${reason}`, error);
      }
      // Only this user changes the file, so that a lock of somebody else keeps nobody from it.
      if (await isForeignLock(lock, clock)) return work();
      await sleep(clock, RETRY_AFTER_MS);
    }
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Whether a lock belongs to another user; an own one of a process that died is removed. */
async function isForeignLock(lock: string, clock: Clock): Promise<boolean> {
  try {
    const { uid, mtimeMs } = await lstat(lock);
    if (uid !== (process.geteuid?.() ?? uid)) return true;
    if (clock.now() - mtimeMs > STALE_AFTER_MS) await rm(lock);
  } catch {
    // The lock was released meanwhile, so the next attempt gets it.
  }
  return false;
}

/** Our files are much smaller; the limit bounds memory if the path holds another file. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The text of a file; undefined if it does not exist. Throws a `ConfigError`, also if it has more than `limit`
 * bytes, or is a secret that other users can read.
 */
export async function readIfThere(
  path: string,
  { limit = MAX_BYTES, isSecret = false } = {},
): Promise<string | undefined> {
  try {
    const handle = await openPrivateFile(path, 'read');
    try {
      const { size, mode } = await handle.stat();
      if (size > limit) throw new Error(`it is larger than ${limit} bytes`);
      if (isSecret && process.platform !== 'win32' && (mode & 0o077) !== 0) {
        throw new Error('other users can read it');
      }
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new ConfigError('state', `cannot read ${path}: ${systemReason(error)}`, error);
  }
}

/**
 * Replaces the file atomically, for this user alone unless another mode is given: a reader sees either the old text or the
 * new one, also after a crash.
 */
export async function replaceFile(path: string, text: string, mode?: number): Promise<void> {
  const temporary = `${path}.${process.pid}-${crypto.randomUUID()}.new`;
  try {
    await writeNewFile(temporary, text, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary).catch(() => undefined);
    throw new ConfigError('state', `cannot write ${path}: ${systemReason(error)}`, error);
  }
}
