import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { newFolder } from '../support/new-folder.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../world/start.ts';
import { bundle, homeEnv } from './driver.ts';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Child = ChildProcessByStdio<null, Readable, Readable>;

/** A simulated cluster that ends with the test. One for each program, because logins of one address are counted together. */
export async function simulate(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return simulator;
}

/** Arguments and environment to reach a simulated cluster. */
export function access({ url, username, password }: Simulator) {
  return { args: ['--url', url, '--username', username], env: { CASTWATCH_PASSWORD: password } };
}

export const builtProgram: readonly string[] = [process.execPath, bundle];

/** The real program, or another command, without a terminal and in a home of its own. */
export function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  [file = '', ...first] = builtProgram,
): Child {
  const home = newFolder();
  const child = spawn(file, [...first, ...args], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...homeEnv(home), ...env },
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return child;
}

/** Runs it to its end. */
export async function runProgram(...started: Parameters<typeof start>): Promise<Outcome> {
  const child = start(...started);
  const [out, told] = [heard(child.stdout), heard(child.stderr)];
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: out(), stderr: told() };
}

/** What a stream has said so far. */
export function heard(stream: Readable): () => string {
  let all = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    all += text;
  });
  return () => all;
}

/** Control characters except the line end: none may be printed where there is no terminal. */
export const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
