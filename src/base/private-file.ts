import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { systemCode } from './system-error.ts';

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** `create` makes a new file; an existing one is an error (`EEXIST`). */
const FLAGS = {
  read: O_RDONLY,
  append: O_WRONLY | O_CREAT | O_APPEND,
  create: O_WRONLY | O_CREAT | O_EXCL | O_APPEND,
} as const;

/**
 * Opens a file that the program keeps for its user (0600): state, log, audit, recording, saved file. If others can
 * write to its directory, they may have planted something with its name. So a symbolic link is not followed, a FIFO
 * is not waited for, and a file of another user, one that others can write to, or one with a second name is
 * refused. A device such as `/dev/stderr` may be appended to. Rejects with the system's error, or with one that
 * says what the file is.
 */
export async function openPrivateFile(path: string, use: keyof typeof FLAGS): Promise<FileHandle> {
  // Windows has neither flag.
  const handle = await open(path, FLAGS[use] | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), 0o600);
  try {
    const stat = await handle.stat();
    if (stat.isCharacterDevice() && use === 'append') return handle;
    if (!stat.isFile()) throw new Error('it is not an ordinary file');
    if (isForeign(stat)) throw new Error('it belongs to another user');
    if (use !== 'read' && stat.nlink > 1) throw new Error('it has a second name (a hard link)');
    if (use === 'read' && isOpenToWriters(stat)) throw new Error('other users can write to it (chmod 600)');
    // An existing file may be readable by others.
    if (use === 'append' && (stat.mode & 0o077) !== 0) await handle.chmod(0o600);
    return handle;
  } catch (error) {
    await handle.close();
    // Made here, so that it is of no use and in the way of the next try.
    if (use === 'create') await rm(path).catch(() => {});
    throw error;
  }
}

/**
 * Opens a file that the user names for reading, such as a recording. Links are followed and any owner is accepted,
 * but a FIFO, which could block, and a device are refused. Rejects as `openPrivateFile` does.
 */
export async function openNamedFile(path: string): Promise<FileHandle> {
  const handle = await open(path, O_RDONLY | (O_NONBLOCK ?? 0));
  try {
    if (!(await handle.stat()).isFile()) throw new Error('it is not an ordinary file');
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * The text of a file that the user names and that is needed at once, such as the configuration. `inspect` may refuse it by
 * throwing. A pipe is not waited for, because nothing could end that; of a device such as `/dev/null`, at most `limit`
 * bytes are read. Throws the system's error, or one that says what the file is.
 */
export function readNamedFile(path: string, limit: number, inspect?: (stat: Stats) => void): string {
  const file = openSync(path, O_RDONLY | (O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (stat.isFIFO()) throw new Error('it is a pipe, not an ordinary file');
    inspect?.(stat);
    // The size of a device is not known before it is read.
    const buffer = Buffer.alloc(Math.min(limit, stat.isFile() ? stat.size : limit) + 1);
    let length = 0;
    for (;;) {
      const got = readSync(file, buffer, length, buffer.length - length, null);
      length += got;
      if (got === 0 || length === buffer.length) break;
    }
    if (length > limit) throw new Error(`it is larger than ${limit / 1024 / 1024} MB`);
    return buffer.toString('utf8', 0, length);
  } finally {
    closeSync(file);
  }
}

/**
 * Writes a new file and flushes it to disk. If that fails, the file is removed; rejects as `openPrivateFile` does.
 */
export async function writeNewFile(path: string, text: string, mode = 0o600): Promise<void> {
  const handle = await openPrivateFile(path, 'create');
  try {
    // The umask does not change what a file for others needs.
    if (mode !== 0o600) await handle.chmod(mode);
    await handle.writeFile(text);
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true }).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * The first bytes of a file, at most `length`; undefined if it does not exist. Rejects as `openPrivateFile` does.
 */
export async function readStart(path: string, length: number): Promise<Buffer | undefined> {
  let handle: FileHandle;
  try {
    handle = await openPrivateFile(path, 'read');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Whether users other than the owner may change a file. Windows knows no such rights. */
export function isOpenToWriters(stat: { readonly mode: number }): boolean {
  return process.platform !== 'win32' && (stat.mode & 0o022) !== 0;
}

/** Whether a file belongs to another user. Files of root are accepted: root can read and change everything anyway. */
export function isForeign(stat: { readonly uid: number }): boolean {
  const user = process.geteuid?.();
  return user !== undefined && stat.uid !== user && stat.uid !== 0;
}
