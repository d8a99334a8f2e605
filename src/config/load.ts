import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { isForeign } from '../base/private-file.ts';
import { systemCode, systemReason } from '../base/system-error.ts';
import { ConfigError } from './error.ts';
import type { KnownNames } from './parse.ts';
import type { ConfigFile } from './profile-schema.ts';
import { shellWord } from './shell-word.ts';

/** A configuration, and the path of its file; undefined if there is none. */
export interface Config {
  readonly path: string | undefined;
  readonly file: ConfigFile;
}

const MAX_BYTES = 1024 * 1024;

/**
 * Reads the configuration. `required` is false for the default path, where a missing file counts as an empty one.
 * All errors of the file are reported together, each as `file:line:column: what, and what is allowed`. Throws a
 * `ConfigError`.
 */
export async function loadConfig(path: string, required: boolean, known: KnownNames = {}): Promise<Config> {
  let text: string;
  try {
    text = readBounded(path);
  } catch (error) {
    if (!required && systemCode(error) === 'ENOENT') return { path: undefined, file: {} };
    if (error instanceof ConfigError) throw error;
    throw new ConfigError('config-file', `cannot read ${path}: ${systemReason(error)}`, error);
  }
  // The parser is loaded only if there is a configuration.
  const { parseConfig } = await import('./parse.ts');
  return { path, file: parseConfig(text, path, known) };
}

/** Read synchronously: there is nothing else to do yet, and loading the asynchronous module takes longer. */
function readBounded(path: string): string {
  const file = openSync(path, 'r');
  try {
    const stat = fstatSync(file);
    // The file may contain commands: any user who can write to it could run them as this user.
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
    if (stat.size > MAX_BYTES) throw new ConfigError('config-file', `${path} is larger than 1 MB`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}
