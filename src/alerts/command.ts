import { spawn } from 'node:child_process';
import type { Clock } from '../base/clock.ts';
import { safeJson } from '../base/safe-markup.ts';
import { oneLine } from '../base/safe-text.ts';
import { systemReason } from '../base/system-error.ts';
import type { Delivered, Way } from './way.ts';

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
export function createCommand(options: CommandOptions): Way {
  const [program = ''] = options.argv;
  let stop = () => {};
  return {
    target: program,
    deliver: (id, message) =>
      new Promise<Delivered>((resolve) => {
        const [name = '', ...words] = options.argv;
        const child = spawn(name, words, {
          shell: false,
          env: { ...options.env, CASTWATCH_EVENT: message.event, CASTWATCH_MESSAGE_ID: id },
          stdio: ['pipe', 'pipe', 'pipe'],
          windowsHide: true,
          // A process group of its own, so that the time limit also ends processes that it started.
          detached: process.platform !== 'win32',
        });
        let output = '';
        const hear = (chunk: Buffer) => {
          if (output.length < MOST_OUTPUT) output += chunk.toString('utf8').slice(0, MOST_OUTPUT);
        };
        let isOver = false;
        const finish = (kind: 'sent' | 'later', result: string) => {
          if (isOver) return;
          isOver = true;
          cancel();
          stop = () => {};
          child.stdout.destroy();
          child.stderr.destroy();
          const said = oneLine(output, 200);
          resolve({ kind, outcome: `${result}${said === '' ? '' : `: ${said}`}` });
        };
        const end = (why: string) => {
          endGroup(child.pid);
          finish('later', why);
        };
        const cancel = options.clock.after(options.timeout, () =>
          end(`did not end within ${Math.round(options.timeout / 1_000)} s`),
        );
        stop = () => end('castwatch ended');
        child.stdout.on('data', hear);
        child.stderr.on('data', hear);
        // A command that does not read its input closes the pipe early.
        child.stdin.on('error', () => {});
        child.on('error', (error) => finish('later', `could not be run: ${systemReason(error)}`));
        child.on('close', (code, signal) => {
          if (code === 0) finish('sent', 'exit code 0');
          else finish('later', signal ? `ended by ${signal}` : `exit code ${code}`);
        });
        child.stdin.end(safeJson(message, 'line'));
      }),
    async close() {
      stop();
    },
  };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
