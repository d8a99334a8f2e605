import { type ChildProcess, spawn } from 'node:child_process';
import type { Clock } from '../base/clock.ts';
import { systemReason } from '../base/system-error.ts';
import { ConfigError } from './error.ts';

const TIME_LIMIT_MS = 30_000;
const MAX_OUTPUT_BYTES = 64 * 1024;
const MAX_COMPLAINT_CHARACTERS = 2048;

/**
 * Runs a command and returns its standard output. A list of words runs without a shell, a text in a shell. Ends the
 * command after 30 s, on too much output and when `signal` aborts. Throws a `ConfigError` with the first line of
 * standard error, and never with text of standard output.
 */
export function runSecretCommand(
  command: string | readonly string[],
  what: string,
  context: { clock: Clock; env: NodeJS.ProcessEnv; signal?: AbortSignal | undefined },
): Promise<string> {
  const [program = '', ...args] = typeof command === 'string' ? [command] : command;
  const name = typeof command === 'string' ? 'its command' : JSON.stringify(program);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      shell: typeof command === 'string',
      env: context.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      // A process group of its own, so that the time limit also ends processes that the shell started.
      detached: process.platform !== 'win32',
    });
    const output: Buffer[] = [];
    let size = 0;
    let complaint = '';
    const finish = (failure: string | undefined, cause?: unknown) => {
      cancel();
      context.signal?.removeEventListener('abort', onAbort);
      // A grandchild may keep the pipes open, so they are closed here.
      child.stdout.destroy();
      child.stderr.destroy();
      if (failure === undefined) resolve(Buffer.concat(output).toString('utf8'));
      else reject(new ConfigError('secret', `${what}: ${name} ${failure}`, cause));
    };
    const stop = (failure: string) => {
      endGroup(child);
      finish(failure);
    };
    const onAbort = () => stop('was called off');
    const cancel = context.clock.after(TIME_LIMIT_MS, () =>
      stop(`did not end within ${TIME_LIMIT_MS / 1000} s`),
    );
    context.signal?.addEventListener('abort', onAbort);
    if (context.signal?.aborted) onAbort();
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES) stop('printed more than 64 KB, which is no secret');
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < MAX_COMPLAINT_CHARACTERS) complaint += chunk.toString('utf8');
    });
    child.on('error', (error) => finish(`could not be run: ${systemReason(error)}`, error));
    child.on('close', (code, signal) => {
      if (code === 0) return finish(undefined);
      const said = firstLine(complaint);
      return finish(
        `${signal ? `was ended by ${signal}` : `failed with exit code ${code}`}${said && `: ${said}`}`,
      );
    });
  });
}

function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}

function firstLine(text: string): string {
  const line = text.split(/\r?\n/).find((part) => part.trim() !== '') ?? '';
  return line.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').slice(0, 200);
}
