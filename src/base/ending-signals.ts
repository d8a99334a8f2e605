import { constants } from 'node:os';

/**
 * Signals whose default is to end the process; not all systems have all of them. `SIGUSR1` is Node's (`main.ts`).
 * Not among them: `SIGXFSZ` of a file that may not grow, because the write then fails and is told; `SIGPROF` of profilers.
 */
const NAMES = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
  'SIGABRT',
  'SIGALRM',
  'SIGIO',
  // Another name of SIGIO: without a listener for it, the one of a library would end the program in its own way.
  'SIGPOLL',
  'SIGPWR',
  'SIGSTKFLT',
  'SIGSYS',
  'SIGTRAP',
  'SIGUSR2',
  'SIGVTALRM',
  'SIGXCPU',
] as const satisfies readonly NodeJS.Signals[];

/** Those that this system has, with the exit code that a shell gives for each. */
export const endingSignals: readonly { readonly signal: NodeJS.Signals; readonly exitCode: number }[] =
  NAMES.flatMap((signal) => {
    const number: number | undefined = constants.signals[signal];
    return number === undefined ? [] : [{ signal, exitCode: 128 + number }];
  });
