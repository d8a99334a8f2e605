import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ConfigError } from '../config/error.ts';

/** Asks on the terminal; a `ConfigError` where there is none. Questions go to standard error, so that output stays clean. */
export async function askLine(question: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new ConfigError(
      'secret',
      `${question.trim()} none is given and there is no terminal to ask on; use --username or CASTWATCH_USERNAME`,
    );
  }
  const answer = await ask(question, process.stderr);
  if (answer === undefined || answer === '')
    throw new ConfigError('secret', `${question.trim()} nothing was typed`);
  return answer;
}

/** Asks without echo, or undefined where there is no terminal. */
export function askSecret(): ((question: string) => Promise<string | undefined>) | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return async (question) => {
    process.stderr.write(question);
    // readline echoes through its output: into nothing.
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const answer = await ask('', silent);
    process.stderr.write('\n');
    return answer;
  };
}

async function ask(question: string, output: NodeJS.WritableStream): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const gone = new AbortController();
  lines.on('SIGINT', () => gone.abort());
  lines.on('close', () => gone.abort());
  try {
    return await lines.question(question, { signal: gone.signal });
  } catch {
    return undefined;
  } finally {
    lines.close();
  }
}
