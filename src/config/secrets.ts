import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Clock, sleep } from '../base/clock.ts';
import { isForeign } from '../base/private-file.ts';
import { shellWord } from '../base/quoting.ts';
import { systemCode, systemReason } from '../base/system-error.ts';
import { childEnvironment } from './child-environment.ts';
import { ConfigError } from './error.ts';
import { Secret, type SecretSource } from './secret.ts';

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

const refused = (what: string, why: string, cause?: unknown) =>
  new ConfigError('secret', `${what}: ${why}`, cause);

const { O_NONBLOCK, O_RDONLY } = constants;
const MAX_BYTES = 64 * 1024;
/** A secret in a pipe is waited for as long as one of a command. */
const TIME_LIMIT_MS = 30_000;
const LOOK_AGAIN_MS = 20;

/**
 * Reads a secret. `what` is its description for messages: `password of production`. Throws a `ConfigError` that
 * never contains the secret.
 */
export async function readSecret(
  source: SecretSource,
  what: string,
  context: SecretContext,
): Promise<Secret> {
  // Editors and `echo` put a single newline at the end of a file.
  const text = (await readSource(source, what, context)).replace(/\r?\n$/, '');
  if (text === '') throw refused(what, `${describeSource(source)} is empty`);
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
      return readSecretFile(source.path, what, context);
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
      throw refused(what, `the environment variable ${source.name} is not set`);
    }
    case 'prompt': {
      const answer = await context.prompt?.(`${what}: `);
      if (answer !== undefined) return answer;
      throw refused(
        what,
        context.prompt
          ? 'nothing was typed'
          : 'none is given and there is no terminal to ask on; use a file, a command or the environment',
      );
    }
  }
}

async function readSecretFile(
  path: string,
  what: string,
  context: Pick<SecretContext, 'clock' | 'signal'>,
): Promise<string> {
  try {
    const handle = await open(path, O_RDONLY | (O_NONBLOCK ?? 0));
    try {
      const file = await handle.stat();
      // A pipe is accepted, too: `--password-file <(pass show cluster)`.
      if (!file.isFile() && !file.isFIFO()) throw refused(what, `${path} is not a file`);
      if (file.isFile() && isReadableByOthers(file) && !(await isFromSystem(path, file)))
        throw refused(what, `other users can read ${path}; fix it with: chmod 600 ${shellWord(path)}`);
      if (file.isFile()) await assertOwnPlace(path, file, what);
      const text = await readToEnd(handle, (got) => !file.isFIFO() || got > 0 || isInherited(path), context);
      if (text.length > MAX_BYTES) throw refused(what, `${path} is larger than 64 KB`);
      return text.toString('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw refused(what, `cannot read ${path}: ${systemReason(error)}`, error);
  }
}

/** Whether a path names a file that was open at the start, such as the pipe of `<(pass show cluster)`. */
function isInherited(path: string): boolean {
  return /^\/(?:dev|proc\/self)\/(?:fd\/|stdin$)/.test(path);
}

/**
 * The bytes up to the end, at most one more than the limit. A pipe without a writer reads as empty, so `isEnd` says
 * whether nothing to read after `got` bytes is the end. Waiting for a pipe ends after 30 s.
 */
async function readToEnd(
  handle: FileHandle,
  isEnd: (got: number) => boolean,
  { clock, signal }: Pick<SecretContext, 'clock' | 'signal'>,
): Promise<Buffer> {
  const buffer = Buffer.alloc(MAX_BYTES + 1);
  const until = clock.monotonic() + TIME_LIMIT_MS;
  let length = 0;
  while (length < buffer.length) {
    const got = await handle
      .read(buffer, length, buffer.length - length, null)
      .then(({ bytesRead }) => bytesRead)
      // The pipe is open elsewhere, and nothing was written yet.
      .catch((error) => (systemCode(error) === 'EAGAIN' ? undefined : Promise.reject(error)));
    length += got ?? 0;
    if (got === 0 && isEnd(length)) break;
    if (got) continue;
    if (clock.monotonic() > until)
      throw new Error(`nothing came through this pipe for ${TIME_LIMIT_MS / 1000} s`);
    await sleep(clock, LOOK_AGAIN_MS, signal);
  }
  return buffer.subarray(0, length);
}

function isReadableByOthers({ mode }: Stats): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0;
}

/**
 * Whether the system handed this file to one user or one group: root wrote it for reading only, into a directory that
 * only root can write. A credential of systemd is so where an access control list names the user, and so is a secret
 * of Kubernetes with `fsGroup`.
 */
async function isFromSystem(path: string, { uid, mode }: Stats): Promise<boolean> {
  if (uid !== 0 || (mode & 0o777) !== 0o440) return false;
  const folder = await stat(dirname(await realpath(path)));
  return folder.uid === 0 && (folder.mode & 0o002) === 0;
}

/** Refuses a file that another user put there or could replace. The path may be a link. */
async function assertOwnPlace(path: string, file: Stats, what: string): Promise<void> {
  if (isForeign(file)) throw refused(what, `${path} belongs to another user`);
  const folder = dirname(await realpath(path));
  const about = await stat(folder);
  // In a sticky directory such as /tmp nobody can replace the files of others.
  const isOpen = process.platform !== 'win32' && (about.mode & 0o1002) === 0o002;
  if (isForeign(about)) throw refused(what, `the directory of ${path} belongs to another user`);
  if (isOpen)
    throw refused(what, `other users can replace ${path}; fix it with: chmod o-w ${shellWord(folder)}`);
}
