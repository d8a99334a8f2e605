import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { type Clock, systemClock } from '../../base/clock.ts';
import { plainText } from '../../base/safe-text.ts';
import { systemReason } from '../../base/system-error.ts';
import type { OwnResult, OwnRun } from '../../ui/services.ts';
import { stopReading } from './edit-text.ts';

/** Most output of a program that is kept, characters. */
const MOST_OUTPUT = 64 * 1024;

/**
 * Runs a program of the user beside the screen, with its output kept, and ends it after its time. Rejects with a message
 * that can be shown if it cannot be started.
 */
export function runBeside(
  { name, argv, timeout }: OwnRun,
  env: NodeJS.ProcessEnv,
  clock: Clock = systemClock,
): Promise<OwnResult> {
  const [program = '', ...words] = argv;
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      shell: false,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      // A process group of its own, so that the time limit also ends what it started.
      detached: process.platform !== 'win32',
    });
    let output = '';
    let late = false;
    const hear = (chunk: string) => {
      if (output.length <= MOST_OUTPUT) output += chunk;
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear);
    const cancel = clock.after(timeout, () => {
      late = true;
      endGroup(child.pid);
      // What it started may keep the pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
    });
    child.on('error', (error) => {
      cancel();
      reject(new Error(`${program} could not be run: ${systemReason(error)}.`));
    });
    child.on('close', (code, signal) => {
      cancel();
      const ended = signal ? `ended by ${signal}` : `exit code ${code}`;
      const outcome = late ? `ended after its limit of ${Math.round(timeout / 1_000)} s` : ended;
      const cut = output.length > MOST_OUTPUT ? `${output.slice(0, MOST_OUTPUT)}\n… (cut)` : output;
      resolve({ name, outcome, failed: late || code !== 0, output: plainText(cut) });
    });
  });
}

/** Runs a program with the terminal, which must have been released. A failure stays on the screen until Enter. */
export async function runInTerminal({ name, argv }: OwnRun, env: NodeJS.ProcessEnv): Promise<OwnResult> {
  const [program = '', ...words] = argv;
  await stopReading(process.stdin);
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>(
    (resolve, reject) => {
      const child = spawn(program, words, { shell: false, stdio: 'inherit', env });
      child.on('error', (error) => reject(new Error(`${program} could not be run: ${systemReason(error)}.`)));
      child.on('exit', (code, signal) => resolve({ code, signal }));
    },
  );
  const outcome = signal ? `ended by ${signal}` : `exit code ${code}`;
  if (code !== 0) {
    const asking = createInterface({ input: process.stdin, output: process.stdout });
    await asking.question(`\n${name}: ${outcome}. Enter returns to castwatch. `);
    asking.close();
    await stopReading(process.stdin);
  }
  return { name, outcome, failed: code !== 0, output: '' };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
