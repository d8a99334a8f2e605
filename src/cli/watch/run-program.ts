import { createInterface } from 'node:readline/promises';
import { systemClock } from '../../base/clock.ts';
import { runProgram } from '../../base/run-program.ts';
import { plainText } from '../../base/safe-text.ts';
import { systemReason } from '../../base/system-error.ts';
import type { OwnResult, OwnRun } from '../../ui/services.ts';
import { runOnTerminal, stopReading } from './edit-text.ts';

/** Most output of a program that is kept, characters. */
const MOST_OUTPUT = 64 * 1024;

/**
 * Runs a program of the user beside the screen, with its output kept, and ends it after its time. Rejects with a message
 * that can be shown if it cannot be started.
 */
export async function runBeside({ name, argv, timeout }: OwnRun, env: NodeJS.ProcessEnv): Promise<OwnResult> {
  let output = '';
  const hear = (chunk: Buffer) => {
    if (output.length <= MOST_OUTPUT) output += chunk.toString('utf8');
  };
  const { isGood, how } = await runProgram({ argv, env, clock: systemClock, timeout, hear }).catch(
    notRun(argv),
  );
  const cut = output.length > MOST_OUTPUT ? `${output.slice(0, MOST_OUTPUT)}\n… (cut)` : output;
  return { name, outcome: how, failed: !isGood, output: plainText(cut) };
}

/** Runs a program with the terminal, which must have been released. A failure stays on the screen until Enter. */
export async function runInTerminal({ name, argv }: OwnRun, env: NodeJS.ProcessEnv): Promise<OwnResult> {
  const { code, signal } = await runOnTerminal(argv, env).catch(notRun(argv));
  const outcome = signal ? `ended by ${signal}` : `exit code ${code}`;
  if (code !== 0) {
    const asking = createInterface({ input: process.stdin, output: process.stdout });
    await asking.question(`\n${name}: ${outcome}. Enter returns to castwatch. `);
    asking.close();
    await stopReading(process.stdin);
  }
  return { name, outcome, failed: code !== 0, output: '' };
}

const notRun =
  ([program]: readonly string[]) =>
  (error: unknown) => {
    throw new Error(`${program} could not be run: ${systemReason(error)}.`);
  };
