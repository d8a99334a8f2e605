import { spawn } from 'node:child_process';
import type { Clock } from './clock.ts';

export interface ProgramRun {
  /** The program and its words; a text runs in a shell. */
  readonly argv: readonly string[] | string;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** It is ended after this time, ms. */
  readonly timeout: number;
  /** Ends it, too. */
  readonly signal?: AbortSignal | undefined;
  /** Given on its standard input. */
  readonly input?: string | undefined;
  readonly hear: (chunk: Buffer, from: 'stdout' | 'stderr') => void;
}

export interface ProgramEnd {
  readonly isGood: boolean;
  /** Such as `exit code 3` or `did not end within 30 s`. */
  readonly how: string;
}

/** Runs a program beside this one to its end. Rejects with the error of the system if it cannot be started. */
export function runProgram({
  argv,
  env,
  clock,
  timeout,
  signal,
  input,
  hear,
}: ProgramRun): Promise<ProgramEnd> {
  const [program = '', ...words] = typeof argv === 'string' ? [argv] : argv;
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      shell: typeof argv === 'string',
      env,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
      // A process group of its own, so that the time limit also ends what it started.
      detached: process.platform !== 'win32',
    });
    const { stdin, stdout, stderr } = child;
    const finish = (how: string, isGood = false) => {
      cancel();
      signal?.removeEventListener('abort', onAbort);
      // What it started may keep the pipes open.
      stdout?.destroy();
      stderr?.destroy();
      resolve({ isGood, how });
    };
    const stop = (how: string) => {
      endGroup(child.pid);
      finish(how);
    };
    const onAbort = () => stop('called off');
    const cancel = clock.after(timeout, () => stop(`did not end within ${Math.round(timeout / 1_000)} s`));
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    stdout?.on('data', (chunk: Buffer) => hear(chunk, 'stdout'));
    stderr?.on('data', (chunk: Buffer) => hear(chunk, 'stderr'));
    // A program that does not read its input closes the pipe early.
    stdin?.on('error', () => {});
    child.on('error', (error) => {
      reject(error);
      finish('');
    });
    child.on('close', (code, by) => finish(by ? `ended by ${by}` : `exit code ${code}`, code === 0));
    stdin?.end(input);
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
