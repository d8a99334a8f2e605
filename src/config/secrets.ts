import type { Stats } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { isForeign } from '../base/private-file.ts';
import { systemReason } from '../base/system-error.ts';
import { childEnvironment } from './child-environment.ts';
import { ConfigError } from './error.ts';
import { Secret, type SecretSource } from './secret.ts';
import { shellWord } from './shell-word.ts';

export interface SecretContext {
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
  /** Names of environment variables with secrets of this configuration; commands do not get them. */
  readonly secretVariables?: readonly string[] | undefined;
  /**
   * Asks on the terminal without echo; undefined if there is no terminal. Resolves to undefined if the user
   * cancels.
   */
  readonly prompt?: ((question: string) => Promise<string | undefined>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const MAX_BYTES = 64 * 1024;

/**
 * Reads a secret. `what` is its description for messages: `password of production`. Throws a `ConfigError` that
 * never contains the secret.
 */
export async function readSecret(
  source: SecretSource,
  what: string,
  context: SecretContext,
): Promise<Secret> {
  const text = cutNewline(await readSource(source, what, context));
  if (text === '') throw new ConfigError('secret', `${what}: ${describeSource(source)} is empty`);
  return new Secret(text);
}

/** Where the secret comes from, for messages. */
function describeSource(source: SecretSource): string {
  switch (source.kind) {
    case 'file':
      return `the file ${source.path}`;
    case 'command':
      return 'the output of its command';
    case 'env':
      return `the environment variable ${source.name}`;
    case 'prompt':
      return 'what was typed';
  }
}

async function readSource(source: SecretSource, what: string, context: SecretContext): Promise<string> {
  switch (source.kind) {
    case 'file':
      return readSecretFile(source.path, what);
    case 'command': {
      const env = childEnvironment(context.env, context.secretVariables);
      // Loaded late, because most secrets come from elsewhere, and starting processes needs code that takes 3 ms to
      // load.
      const { runSecretCommand } = await import('./secret-command.ts');
      return runSecretCommand(source.command, what, { clock: context.clock, env, signal: context.signal });
    }
    case 'env': {
      const value = context.env[source.name];
      if (value !== undefined) return value;
      throw new ConfigError('secret', `${what}: the environment variable ${source.name} is not set`);
    }
    case 'prompt': {
      const answer = await context.prompt?.(`${what}: `);
      if (answer !== undefined) return answer;
      throw new ConfigError(
        'secret',
        context.prompt
          ? `${what}: nothing was typed`
          : `${what}: none is given and there is no terminal to ask on; use a file, a command or the environment`,
      );
    }
  }
}

async function readSecretFile(path: string, what: string): Promise<string> {
  try {
    const handle = await open(path, 'r');
    try {
      const file = await handle.stat();
      // A pipe is accepted, too: `--password-file <(pass show cluster)`.
      if (!file.isFile() && !file.isFIFO()) throw new ConfigError('secret', `${what}: ${path} is not a file`);
      if (process.platform !== 'win32' && file.isFile() && (file.mode & 0o077) !== 0) {
        throw new ConfigError(
          'secret',
          `${what}: other users can read ${path}; fix it with: chmod 600 ${shellWord(path)}`,
        );
      }
      if (file.isFile()) await assertOwnPlace(path, file, what);
      const buffer = Buffer.alloc(MAX_BYTES + 1);
      let length = 0;
      for (;;) {
        const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
        length += bytesRead;
        if (bytesRead === 0 || length === buffer.length) break;
      }
      if (length > MAX_BYTES) throw new ConfigError('secret', `${what}: ${path} is larger than 64 KB`);
      return buffer.toString('utf8', 0, length);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError('secret', `${what}: cannot read ${path}: ${systemReason(error)}`, error);
  }
}

/** Refuses a file that another user put there or could replace. The path may be a link. */
async function assertOwnPlace(path: string, file: Stats, what: string): Promise<void> {
  if (isForeign(file)) throw new ConfigError('secret', `${what}: ${path} belongs to another user`);
  const folder = dirname(await realpath(path));
  const about = await stat(folder);
  // In a sticky directory such as /tmp nobody can replace the files of others.
  const isOpen = process.platform !== 'win32' && (about.mode & 0o1002) === 0o002;
  if (isForeign(about)) {
    throw new ConfigError('secret', `${what}: the directory of ${path} belongs to another user`);
  }
  if (isOpen) {
    throw new ConfigError(
      'secret',
      `${what}: other users can replace ${path}; fix it with: chmod o-w ${shellWord(folder)}`,
    );
  }
}

/** Removes the single newline that editors and `echo` put at the end of a file. */
function cutNewline(text: string): string {
  return text.replace(/\r?\n$/, '');
}
