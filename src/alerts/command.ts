import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { runProgram } from '../base/run-program.ts';
import { safeJson } from '../base/safe-markup.ts';
import { oneLine } from '../base/safe-text.ts';
import { systemReason } from '../base/system-error.ts';
import type { Way } from './post-office.ts';

export interface CommandOptions {
  /** The program and its words. No shell runs it, and no text of a server is among them. */
  readonly argv: readonly string[];
  /** Its environment, without secrets. */
  readonly env: NodeJS.ProcessEnv;
  /** It is ended after this time, ms. */
  readonly timeout: number;
  readonly clock: Clock;
}

/** Most output of the command that is read, bytes. */
const MOST_OUTPUT = 4_096;

/**
 * Runs a command for each message, with the message as JSON on its standard input and the event in `CASTWATCH_EVENT`.
 * An exit code other than 0 is tried again.
 */
export function createCommand({ argv, env, timeout, clock }: CommandOptions): Way {
  const stop = new AbortController();
  return {
    target: argv[0] ?? '',
    async deliver(id, message) {
      let output = '';
      const hear = (chunk: Buffer) => {
        if (output.length < MOST_OUTPUT) output += chunk.toString('utf8').slice(0, MOST_OUTPUT);
      };
      const own = { ...env, CASTWATCH_EVENT: message.event, CASTWATCH_MESSAGE_ID: id };
      const run = { argv, env: own, timeout, clock, input: safeJson(message, 'line'), hear };
      const { isGood, how } = await runProgram({ ...run, signal: stop.signal }).catch((error: unknown) => ({
        isGood: false,
        how: `could not be run: ${systemReason(error)}`,
      }));
      const said = oneLine(output, 200);
      return { kind: isGood ? 'sent' : 'later', outcome: `${how}${said === '' ? '' : `: ${said}`}` };
    },
    async reach() {
      const [program = ''] = argv;
      const { PATH = '' } = env;
      const folders = program.includes('/') ? [''] : PATH.split(delimiter);
      const isThere = (folder: string) => access(join(folder, program), constants.X_OK);
      return Promise.any(folders.map(isThere)).then(
        () => ({ kind: 'sent', outcome: 'can be run' }),
        () => ({ kind: 'refused', outcome: 'is not found, or may not be run' }),
      );
    },
    async close() {
      stop.abort();
    },
  };
}
