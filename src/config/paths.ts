import { lstat, mkdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { isForeign, isOpenToWriters } from '../base/private-file.ts';
import { shellWord } from '../base/quoting.ts';
import { systemReason } from '../base/system-error.ts';
import { ConfigError } from './error.ts';

export interface Paths {
  /** The configuration file without `--config`. It need not exist. */
  readonly configFile: string;
  /** Persistent data: known users, acknowledgements, the audit. */
  readonly stateDir: string;
  /** Data that can be created again: compiled code. */
  readonly cacheDir: string;
}

/** Where this system keeps the files of a program (`~/.config/castwatch`, `~/.local/state/castwatch` on Linux). */
export function defaultPaths(platform: NodeJS.Platform = process.platform): Paths {
  const paths = envPaths('castwatch', { suffix: '' });
  // env-paths has no state directory; on systems with the XDG rules its log directory is that directory.
  const state = platform === 'darwin' || platform === 'win32' ? join(paths.data, 'state') : paths.log;
  return { configFile: join(paths.config, 'config.yaml'), stateDir: state, cacheDir: paths.cache };
}

/**
 * Creates the directory, and missing ones above it, for this user only (0700). An existing one must belong to the
 * user, as must a link to it, and no other user may write to it. Throws a `ConfigError`.
 */
export async function ensurePrivateDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const [named, directory] = [await lstat(path), await stat(path)];
    if (isForeign(named) || isForeign(directory)) throw new Error('it belongs to another user');
    if (isOpenToWriters(directory)) {
      throw new Error(`other users can write to it; fix it with: chmod go-w ${shellWord(path)}`);
    }
  } catch (error) {
    throw new ConfigError('state', `cannot use the directory ${path}: ${systemReason(error)}`, error);
  }
}

/**
 * `~/x` is below the home directory; a relative path is relative to the directory of `file` (or to the current
 * one).
 */
export function expandPath(path: string, file?: string): string {
  if (path === '~') return homedir();
  if (path.startsWith('~/')) return join(homedir(), path.slice(2));
  return file === undefined ? resolve(path) : resolve(dirname(file), path);
}
