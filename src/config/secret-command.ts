import type { Clock } from '../base/clock.ts';
import { runProgram } from '../base/run-program.ts';
import { systemReason } from '../base/system-error.ts';
import { ConfigError } from './error.ts';

const TIME_LIMIT_MS = 30_000;
const MAX_OUTPUT_BYTES = 64 * 1024;
const MAX_COMPLAINT_CHARACTERS = 2048;

/**
 * Runs a command and returns its standard output. A list of words runs without a shell, a text in a shell. Ends the
 * command after 30 s, on too much output and when `signal` aborts. Throws a `ConfigError` with the first line of
 * standard error, and never with text of standard output.
 */
export async function runSecretCommand(
  command: string | readonly string[],
  what: string,
  { signal, ...context }: { clock: Clock; env: NodeJS.ProcessEnv; signal?: AbortSignal | undefined },
): Promise<string> {
  const name = typeof command === 'string' ? 'its command' : JSON.stringify(command[0] ?? '');
  const output: Buffer[] = [];
  const tooLong = new AbortController();
  let size = 0;
  let complaint = '';
  const hear = (chunk: Buffer, from: 'stdout' | 'stderr') => {
    if (from === 'stderr') {
      if (complaint.length < MAX_COMPLAINT_CHARACTERS) complaint += chunk.toString('utf8');
      return;
    }
    size += chunk.length;
    if (size > MAX_OUTPUT_BYTES) tooLong.abort();
    else output.push(chunk);
  };
  const ends = AbortSignal.any([tooLong.signal, ...(signal ? [signal] : [])]);
  const limits = { timeout: TIME_LIMIT_MS, signal: ends, hear };
  const end = await runProgram({ argv: command, ...context, ...limits }).catch((error: unknown) => {
    throw new ConfigError('secret', `${what}: ${name} could not be run: ${systemReason(error)}`, error);
  });
  if (end.isGood) return Buffer.concat(output).toString('utf8');
  const how = tooLong.signal.aborted ? 'printed more than 64 KB, which is no secret' : end.how;
  const said = firstLine(complaint);
  throw new ConfigError('secret', `${what}: ${name} failed: ${how}${said === '' ? '' : `: ${said}`}`);
}

function firstLine(text: string): string {
  const line = text.split(/\r?\n/).find((part) => part.trim() !== '') ?? '';
  return line.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').slice(0, 200);
}
