import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { endingSignals } from '../base/ending-signals.ts';
import { safeText } from '../base/safe-text.ts';
import { ConfigError } from '../config/error.ts';

/**
 * Asks on the terminal; nothing typed is `standard`. A `ConfigError` where there is no terminal, which says what to use
 * `instead`, or no answer. Questions go to standard error, so that output stays clean.
 */
export async function askLine(
  question: string,
  { standard, instead = 'run it on a terminal' }: { standard?: string; instead?: string } = {},
): Promise<string> {
  const what = question.trim();
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new ConfigError('secret', `${what} none is given and there is no terminal to ask on; ${instead}`);
  const answer = await ask(safeText(question), process.stderr);
  const given = answer === '' ? standard : answer;
  if (given === undefined || given === '') throw new ConfigError('secret', `${what} nothing was typed`);
  return given;
}

/** Asks without echo, or undefined where there is no terminal. */
export function askSecret(): ((question: string) => Promise<string | undefined>) | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return async (question) => {
    process.stderr.write(safeText(question));
    // readline echoes through its output: into nothing.
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const answer = await ask('', silent);
    process.stderr.write('\n');
    return answer;
  };
}

/** The answer, or undefined where it was broken off. A signal that ends the program leaves the terminal as it was. */
async function ask(question: string, output: NodeJS.WritableStream): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const handlers = endingSignals.map(({ signal, exitCode }) => {
    const end = () => {
      process.stderr.write('\n');
      // Node restores the modes of the terminal on its way out, but not where a signal ends it by itself.
      process.exit(exitCode);
    };
    process.on(signal, end);
    return { signal, end };
  });
  const gone = new AbortController();
  lines.on('SIGINT', () => gone.abort());
  lines.on('close', () => gone.abort());
  try {
    return await lines.question(question, { signal: gone.signal });
  } catch {
    return undefined;
  } finally {
    for (const { signal, end } of handlers) process.off(signal, end);
    lines.close();
  }
}
