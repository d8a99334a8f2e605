import type { Stats } from 'node:fs';
import { isForeign, readNamedFile } from '../base/private-file.ts';
import { shellWord } from '../base/quoting.ts';
import { systemCode, systemReason } from '../base/system-error.ts';
import { readablePath } from './credentials.ts';
import { ConfigError } from './error.ts';
import type { KnownNames } from './parse.ts';
import type { ConfigFile } from './profile-schema.ts';

/** A configuration, and the path of its file; undefined if there is none. */
export interface Config {
  readonly path: string | undefined;
  readonly file: ConfigFile;
}

/** Room for a thousand clusters. Ill-formed text takes the parser seconds for each megabyte, and hundreds of bytes for each one. */
const MAX_BYTES = 256 * 1024;

/**
 * Reads the configuration. `required` is false for the default path, where a missing file counts as an empty one.
 * All errors of the file are reported together, each as `file:line:column: what, and what is allowed`. Throws a
 * `ConfigError`.
 */
export async function loadConfig(path: string, required: boolean, known: KnownNames = {}): Promise<Config> {
  let text: string;
  try {
    text = readConfigText(path);
  } catch (error) {
    const isMissing = error instanceof ConfigError && systemCode(error.cause) === 'ENOENT';
    if (!required && isMissing) return { path: undefined, file: {} };
    throw error;
  }
  // The parser is loaded only if there is a configuration.
  const { parseConfig } = await import('./parse.ts');
  return { path, file: parseConfig(text, path, known) };
}

/**
 * The text of a configuration. Throws a `ConfigError`. Synchronous: there is nothing else to do yet, and loading the
 * asynchronous module takes longer.
 */
export function readConfigText(path: string): string {
  try {
    return readNamedFile(readablePath(path), MAX_BYTES, (stat) => assertOwn(path, stat));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError('config-file', `cannot read ${path}: ${systemReason(error)}`, error);
  }
}

/** The file may contain commands: any user who can write to it could run them as this user. */
function assertOwn(path: string, stat: Stats): void {
  if (isForeign(stat)) {
    throw new ConfigError(
      'config-file',
      `${path} belongs to another user, and it names commands that castwatch runs; make it your own with: chown "$USER" ${shellWord(path)}`,
    );
  }
  if (process.platform !== 'win32' && stat.isFile() && (stat.mode & 0o022) !== 0) {
    throw new ConfigError(
      'config-file',
      `${path} can be changed by other users, and it names commands that castwatch runs; fix it with: chmod go-w ${shellWord(path)}`,
    );
  }
}
