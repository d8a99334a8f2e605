import { constants } from 'node:os';

/**
 * Signals that end the process by default; not every system has all of them. Left out: `SIGUSR1`, which Node uses
 * (`main.ts`); `SIGXFSZ`, because the write then fails and the error is reported; `SIGPROF`, which profilers use.
 */
const NAMES = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
  'SIGABRT',
  'SIGALRM',
  'SIGIO',
  // Another name of SIGIO. Without this listener, a listener of a library would end the program.
  'SIGPOLL',
  'SIGPWR',
  'SIGSTKFLT',
  'SIGSYS',
  'SIGTRAP',
  'SIGUSR2',
  'SIGVTALRM',
  'SIGXCPU',
] as const satisfies readonly NodeJS.Signals[];

/** The signals that this system has, with the exit code that a shell reports for each. */
export const endingSignals: readonly { readonly signal: NodeJS.Signals; readonly exitCode: number }[] =
  NAMES.flatMap((signal) => {
    const number: number | undefined = constants.signals[signal];
    return number === undefined ? [] : [{ signal, exitCode: 128 + number }];
  });

/** Resolves at the first signal of a terminal or a service manager, or when `end` does. */
export async function untilSignal(end?: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, resolve);
  await Promise.race([promise, end ?? promise]);
  for (const signal of signals) process.off(signal, resolve);
}
