import { once } from 'node:events';
import { systemClock } from '../../base/clock.ts';
import { endingSignals } from '../../base/ending-signals.ts';
import { ownCommand } from '../../base/own-command.ts';
import { UsageError } from '../options/options.ts';

/** Tells a process that another one limits its time. */
export const TIMED = 'CASTWATCH_TIMED';

/**
 * Runs the program again with these arguments in a child process. Whatever hangs there, in code or in a file
 * system, the timer of this process still fires. Undefined if the child did not end in time; it is killed then.
 * Rejects if something else ended it.
 */
export async function runTimed(
  seconds: number,
  env: NodeJS.ProcessEnv,
  argv: readonly string[],
): Promise<{ readonly output: string; readonly code: number } | undefined> {
  const { spawn } = await import('node:child_process');
  const { text } = await import('node:stream/consumers');
  const [program = process.execPath, ...file] = ownCommand();
  const child = spawn(program, [...process.execArgv, ...file, ...argv], {
    env: { ...env, [TIMED]: '1' },
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  const late = Promise.withResolvers<undefined>();
  const cancel = systemClock.after(seconds * 1_000, () => late.resolve(undefined));
  const listeners = endingSignals.map(({ signal, exitCode }) => {
    const end = () => {
      child.kill('SIGKILL');
      process.exit(exitCode);
    };
    process.on(signal, end);
    return () => process.off(signal, end);
  });
  try {
    const ended = await Promise.race([Promise.all([once(child, 'exit'), text(child.stdout)]), late.promise]);
    if (!ended) return undefined;
    const [[code, signal], output] = ended;
    if (typeof code !== 'number') throw new UsageError(`the check was ended by ${signal}`);
    return { output, code };
  } finally {
    cancel();
    for (const off of listeners) off();
    child.kill('SIGKILL');
    child.stdout.destroy();
    child.unref();
  }
}
