import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { newFolder } from '../support/new-folder.ts';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  /** The output so far. */
  readonly stdout: string;
  readonly stderr: string;
  readonly ended: Promise<Outcome>;
}

interface CommandOptions {
  /** Prepares the home of a command. */
  readonly home?: string;
  /** Writes to standard output that are read; the next write finds the pipe closed. */
  readonly readerLeavesAfter?: number;
  /** The error of every write to standard output. */
  readonly failsToWrite?: string;
}

/** A home directory that is removed after the test. */
export const newHome = newFolder;

/** Writes the configuration that commands find in that home. */
export function configure(home: string, yaml: string): void {
  const folder = join(home, 'config/castwatch');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'config.yaml'), yaml, { mode: 0o600 });
}

/** The environment of a command in that home, for the whole process until the test unstubs it. */
export function stubEnvironment(home: string, env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const whole = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(home, 'cache'),
    LANG: 'C.UTF-8',
    ...env,
  };
  for (const [name, value] of Object.entries(whole)) vi.stubEnv(name, value);
  return whole;
}

/** Time that a program gets to end when it is asked to, ms; then its listeners are removed anyway. */
const END_LIMIT_MS = 5_000;

/**
 * A program that still runs at the end of the test, for example after a failure, is asked to end. Otherwise its
 * listeners would take the signals that tests of other files send, and end their worker.
 */
export function endWithTest<T>(
  start: () => Promise<T>,
  askToEnd: (own: readonly ((signal: NodeJS.Signals) => void)[]) => void,
): Promise<T> {
  const before = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
  const addedListeners = (name: string | symbol) =>
    process.rawListeners(name).filter((listener) => !before.get(name)?.includes(listener));
  let isRunning = true;
  const end = () => {
    isRunning = false;
  };
  const ended = start();
  const over = ended.then(end, end);
  onTestFinished(async () => {
    if (!isRunning) return;
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    askToEnd(addedListeners('SIGTERM') as ((signal: NodeJS.Signals) => void)[]);
    await Promise.race([over, setTimeout(END_LIMIT_MS, undefined, { ref: false })]);
    for (const name of process.eventNames()) {
      for (const listener of addedListeners(name)) process.removeListener(name, listener as () => void);
    }
    exit.mockRestore();
  });
  return ended;
}

/**
 * Starts a command of the program inside this process, without a terminal and in a home of its own that is removed after the
 * test. One at a time, because standard output belongs to the process.
 */
export function startCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  options: CommandOptions = {},
): RunningCommand {
  const { home = newHome(), readerLeavesAfter, failsToWrite } = options;
  const whole = stubEnvironment(home, env);
  const told = { stdout: '', stderr: '' };
  let writes = 0;
  const outputSpies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text, ...rest) => {
      const isClosed = name === 'stdout' && writes++ === readerLeavesAfter;
      const fault = name === 'stdout' ? (failsToWrite ?? (isClosed ? 'EPIPE' : undefined)) : undefined;
      if (fault === undefined) told[name] += text;
      const failure = fault === undefined ? undefined : Object.assign(new Error(fault), { code: fault });
      for (const done of rest) if (typeof done === 'function') done(failure);
      return true;
    }),
  );
  const start = () =>
    run(args, whole)
      .then((code) => ({ code, ...told }))
      .finally(() => {
        for (const spy of outputSpies) spy.mockRestore();
        vi.unstubAllEnvs();
      });
  const ended = endWithTest(start, (own) => {
    for (const end of own) end('SIGTERM');
  });
  return {
    get stdout() {
      return told.stdout;
    },
    get stderr() {
      return told.stderr;
    },
    ended,
  };
}

/** Runs a command to its end. */
export function runCommand(
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
  options?: CommandOptions,
): Promise<Outcome> {
  return startCommand(args, env, options).ended;
}

/** The password of every cluster of `serveWithLogin`. */
export const anyPassword = { CASTWATCH_PASSWORD: 'hunter2-secret' };

/** A command, and the words that lead it to the cluster at that address. */
export const wordsTo = (url: string, ...command: readonly string[]) =>
  [...command, '--url', url, '--username', 'op'] as const;

/** Runs a command to its end at a cluster of `serveWithLogin`. */
export const runAt = (url: string, ...command: readonly string[]) =>
  runCommand(wordsTo(url, ...command), anyPassword);

/** Ends a command that runs until a signal arrives. */
export function endBySignal(command: RunningCommand): Promise<Outcome> {
  process.emit('SIGTERM');
  return command.ended;
}
