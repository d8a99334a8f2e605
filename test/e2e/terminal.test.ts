import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLong } from '../support/long.ts';
import { crashingProgram } from './crash-build.ts';
import { bundle, type Driver, launch } from './driver.ts';
import { ANSWERED } from './fresh.ts';

const READY = [ANSWERED, /\d\S* entries/];
const demo = (options: Partial<Parameters<typeof launch>[0]> = {}) =>
  launch({ args: ['demo', '--mouse', '--seed', '7'], ...options });

/** The terminal is as it was before: main screen, cursor, no mouse, wrapping. */
function expectGivenBack(app: Driver): void {
  expect(app.screen.alternate()).toBe(false);
  expect(app.screen.modes()).toMatchObject({ mouse: 'none', wraparound: true });
  expect(app.raw.lastIndexOf('\x1b[?25h')).toBeGreaterThanOrEqual(app.raw.lastIndexOf('\x1b[?25l'));
}

/** Also without bracketed paste, with which a shell reads; no frame is open, and nothing is left. */
function expectRestored(app: Driver): void {
  expectGivenBack(app);
  expect(app.screen.modes().bracketedPaste).toBe(false);
  expect(app.raw.lastIndexOf('\x1b[?2026l')).toBeGreaterThanOrEqual(app.raw.lastIndexOf('\x1b[?2026h'));
  expect(app.temporaryFiles()).toEqual([]);
}

/** Waits for a state that no screen shows. */
async function comes(state: () => boolean): Promise<void> {
  while (!state()) await new Promise((fulfil) => setTimeout(fulfil, 20));
}

/** They share the code of SIGHUP, and of SIGTERM, which `npm test` tries while the program starts. */
const signals = (
  isLong ? ['SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGALRM', 'SIGXCPU', 'SIGVTALRM', 'SIGIO'] : ['SIGHUP']
) as readonly (keyof typeof constants.signals)[];

describe.concurrent('the terminal is restored', () => {
  test.each(signals)('after %s, also while one types into a dialog', async (signal) => {
    await using app = demo();
    await app.sees(...READY);
    app.press('?').type('key');
    await app.sees('Search: key');
    app.pty.kill(signal);
    expect(await app.ends()).toBe(128 + constants.signals[signal]);
    expectRestored(app);
  });

  test('after Ctrl-C, and only then: a file at its size limit ends nothing', async () => {
    await using app = demo();
    await app.sees(...READY);
    expect([app.screen.alternate(), app.screen.modes().mouse]).toEqual([true, 'drag']);
    expect(app.temporaryFiles()).not.toEqual([]);
    app.pty.kill('SIGXFSZ');
    app.press('ctrl-c');
    expect(await app.ends()).toBe(0);
    expectRestored(app);
  });

  test.each(isLong ? ['SIGTERM', 'SIGHUP', 'ctrl-c'] : ['SIGTERM'])(
    'after %s while it starts',
    async (how) => {
      await using app = demo();
      await app.until(() => app.raw.includes('\x1b[?1049h'), 'the terminal is taken');
      if (how === 'ctrl-c') app.press(how);
      else app.pty.kill(how);
      await app.ends();
      expectRestored(app);
    },
  );

  test('where TERM=dumb, which gets words and no sequence', async () => {
    await using app = demo({ env: { TERM: 'dumb' } });
    expect(await app.ends()).toBe(3);
    expectRestored(app);
    expect(app.raw).toContain('TERM=dumb');
    expect(app.raw).not.toMatch(/\x1b/);
  });
});

// One after the other: a child started meanwhile would inherit the terminal and keep it open.
describe('a closed terminal', () => {
  test.each([
    ...(isLong ? [['started directly', undefined] as const] : []),
    [
      'below a shell that ignores the hangup',
      ['bash', '-c', 'trap "" HUP; "$0" "$@"; :', process.execPath, bundle],
    ],
  ] as const)('ends the program: %s', async (_name, command) => {
    const app = demo(command ? { command: [...command] as [string, ...string[]] } : {});
    await app.sees(...READY);
    const pids = [app.pty.pid, ...childrenOf(app.pty.pid)];
    expect(pids).toHaveLength(command ? 2 : 1);
    (app.pty as unknown as { destroy(): void }).destroy();
    // They cannot report their end, because their terminal is gone.
    await comes(() => !pids.some((pid) => existsSync(`/proc/${pid}`)));
    expect(app.temporaryFiles()).toEqual([]);
    app.screen.dispose();
  });
});

describe.concurrent('a crash', () => {
  test.each(isLong ? ['timer', 'rejection', 'screen', 'react'] : ['react'])(
    'in %s restores the terminal and is reported',
    async (kind) => {
      await using app = demo({
        command: [process.execPath, await crashingProgram()],
        env: { CRASH: kind, CRASH_SECRET: 'c4stw4tch-s3cret' },
      });
      await app.sees(...READY);
      app.press('?');
      await app.sees('Search:');
      app.pty.kill('SIGURG');
      await comes(() => existsSync(join(app.home, 'signalled')));
      // React fails when a pane is removed.
      if (kind === 'react') app.press('esc');
      expect(await app.ends()).toBe(1);
      expectRestored(app);
      expect(app.text()).toMatch(/stopped because of an error of its own: Error: the test broke it/);
      expect(app.text()).toMatch(/Please report it with this text[\s\S]*CASTWATCH_DEBUG=1/);
      expect(app.raw).not.toContain('c4stw4tch-s3cret');
      expect(app.raw).not.toContain('\x1b]0;');
    },
  );
});

/** What a shell says of the modes of its terminal. */
const MODES = 'stty -a | grep -o -e "-\\?icanon" -e "-\\?echo\\b" -e "-\\?isig" | tr "\\n" _';

describe.concurrent('under a shell', () => {
  const shell = () =>
    launch({ args: [], command: ['bash', '--norc', '-i'], env: { PS1: 'shell> ', INPUTRC: '/dev/null' } });
  /** The current mode of the terminal and the jobs of the shell. */
  const asks = async (app: Driver, line: string, answer: RegExp) => {
    app.type(`clear; ${line}\r`);
    await app.sees(answer);
  };

  test('Ctrl-Z gives the terminal to the shell, also after bg, fg takes it again, and q leaves it usable', async () => {
    await using app = shell();
    await app.sees('shell>');
    app.type(`stty -a > before; ${process.execPath} ${bundle} demo --mouse --seed 7\r`);
    await app.sees(...READY);
    for (const isInBackground of [false, true]) {
      app.press('ctrl-z');
      await app.sees(/Stopped/, /shell>$/m);
      if (isInBackground) {
        app.type('clear; bg\r');
        // The shell may notice that it stopped before it prompts again.
        await app.sees(/ &$[\s\S]*shell>$/m);
        await comes(() => stopped(app));
        await asks(app, 'jobs', /Stopped/);
      }
      expectGivenBack(app);
      await asks(app, MODES, /^isig_icanon_echo_/m);
      app.type('clear; fg\r');
      await app.sees(...READY);
      app.press('?');
      await app.sees('Search:');
      app.press('esc');
      await app.seesNo('Search:');
    }
    app.press('q');
    const prompts = () => !app.screen.alternate() && app.text().trimEnd().endsWith('shell>');
    await app.until(prompts, 'the shell asks');
    app.type('clear; stty -a > after; cmp before after && echo same\r');
    await app.sees(/^same$/m);
    expectGivenBack(app);
    app.type('exit\r');
    await app.ends();
  });

  test.each(isLong ? ['kill %1', 'kill -TERM $!; kill -CONT $!'] : [])(
    'a job in the background ends with %s',
    async (kill) => {
      await using app = shell();
      await app.sees('shell>');
      app.type(`${process.execPath} ${bundle} demo --seed 7 &\r`);
      await comes(() => stopped(app));
      expect(app.raw).not.toContain('\x1b[?1049h');
      // It continues a job that it knows to be stopped.
      await asks(app, 'jobs', /Stopped/);
      app.type(`${kill}\r`);
      await comes(() => childrenOf(app.pty.pid).length === 0);
      expect(app.raw).not.toContain('\x1b[?1049h');
      app.type('exit\r');
      await app.ends();
    },
  );

  test.each(isLong ? ['TERM', 'QUIT', 'HUP', 'USR2'] : ['HUP'])(
    '%s at the password prompt restores the terminal',
    async (signal) => {
      await using app = shell();
      await app.sees('shell>');
      app.type(`${process.execPath} ${bundle} --url http://127.0.0.1:9 --username 'x\u001b[31m'\r`);
      await app.sees(/password of x.* at 127/);
      expect(app.raw).not.toMatch(/of x\x1b\[31m/);
      const [pid = 0] = childrenOf(app.pty.pid);
      process.kill(pid, `SIG${signal}`);
      await app.until(
        () => childrenOf(app.pty.pid).length === 0 && app.text().trimEnd().endsWith('shell>'),
        'it is gone',
      );
      await asks(app, MODES, /^isig_icanon_echo_/m);
      app.type('exit\r');
      await app.ends();
    },
  );
});

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.split(/\s+/).filter(Boolean).map(Number);
}

/** Whether a child of the shell is stopped with its last thread: the shell is notified only then. */
function stopped(app: Driver): boolean {
  const asked = ['-L', '-o', 'stat=', '--ppid', String(app.pty.pid)];
  const { stdout } = spawnSync('ps', asked, { encoding: 'utf8' });
  const states = stdout.split('\n').filter((state) => state !== '');
  return states.length > 0 && states.every((state) => state.startsWith('T'));
}
