import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { run } from '../../src/cli/run.ts';
import * as foreground from '../../src/ui/terminal/tty.ts';
import { eventually } from '../support/eventually.ts';
import { FakeOutput } from '../support/fake-output.ts';
import { headless } from '../support/headless.ts';
import { Keyboard } from '../support/keyboard.ts';
import { endWithTest, newHome, stubEnvironment } from './run-command.ts';
import { simulated } from './simulated.ts';

const window = { columns: 120, rows: 40 };

/** A server of every simulated cluster: what was read is on the screen. */
export const SERVER = /(edge|origin)-fra-1/;

/** The monitor of a quiet cluster, with more words and variables, once it shows servers. */
export async function watchQuiet(words: readonly string[] = [], more: Readonly<Record<string, string>> = {}) {
  const { args, env, home } = await simulated({ scenario: 'quiet' });
  const app = startOnScreen([...words, ...args], { ...env, ...more }, home);
  await app.sees(SERVER);
  return app;
}

/** A command with screens inside this process, on a terminal that has no window. One at a time. */
export function startOnScreen(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  home = newHome(),
) {
  const whole = stubEnvironment(home, { TERM: 'xterm-256color', ...env });
  const screen = headless(window.columns, window.rows);
  /** Output that bypasses Node's streams, so that it is written before a process ends. */
  const device = join(home, 'terminal');
  const output = Object.assign(new FakeOutput(window.columns, window.rows), { fd: openSync(device, 'a') });
  const write = output.write.bind(output);
  output.write = (data, done = () => {}) => {
    void screen.write(data);
    return write(data, done);
  };
  const keyboard = Object.assign(new Keyboard(), { isRaw: false, pause: () => {} });
  keyboard.setRawMode = (raw = false) => {
    keyboard.isRaw = raw;
  };
  const errors: string[] = [];
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(output as unknown as typeof process.stdout);
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(keyboard.stream as unknown as typeof process.stdin);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => errors.push(String(text)) > 0);
  // The terminal of the test run is not this one: the tests may be a job in its background.
  vi.spyOn(foreground, 'isForeground').mockReturnValue(true);
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    screen.dispose();
  });
  const ended = endWithTest(
    () => run(args, whole),
    () => keyboard.type('\x03'),
  );
  const early = ended.then((code) => {
    throw new Error(`It ended with ${code}. ${errors.join('')}`);
  });
  early.catch(() => {});
  /** Each character as a key of its own. */
  const typeEach = (text: string) => {
    for (const letter of text) keyboard.type(letter);
  };
  return {
    ended,
    keyboard,
    output,
    /** Presses q, after which it ends with 0. */
    async quit() {
      keyboard.type('q');
      expect(await ended).toBe(0);
    },
    typeEach,
    /** Runs a command of the program through the prompt of `:`. */
    command: (words: string) => typeEach(`:${words}\r`),
    text: () => screen.text().join('\n'),
    device: () => readFileSync(device, 'latin1'),
    errors: () => errors.join(''),
    /** Fails if the command ends before. */
    sees: (what: string | RegExp) =>
      Promise.race([eventually(() => expect(screen.text().join('\n')).toMatch(what)), early]),
    /** Closes the dialog that shows this text; keys right after Esc would be taken for an escape sequence. */
    async escape(what: string) {
      keyboard.type('\x1b');
      await eventually(() => expect(screen.text().join('\n')).not.toContain(what));
    },
  };
}
