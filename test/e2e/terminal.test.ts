import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
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

/** The terminal is as it was before: main screen, cursor, no mouse, no bracketed paste, wrapping. */
function expectRestored(app: Driver): void {
  expect(app.screen.alternate()).toBe(false);
  expect(app.screen.modes()).toEqual({ bracketedPaste: false, mouse: 'none', wraparound: true });
  expect(app.raw.lastIndexOf('\x1b[?25h')).toBeGreaterThanOrEqual(app.raw.lastIndexOf('\x1b[?25l'));
  expect(app.raw.lastIndexOf('\x1b[?2026l')).toBeGreaterThanOrEqual(app.raw.lastIndexOf('\x1b[?2026h'));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until the process is gone; it cannot report that, because its terminal is gone. */
async function gone(pid: number): Promise<void> {
  await comes(() => !isRunning(pid));
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
    expect(app.temporaryFiles()).toEqual([]);
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
    expect(app.temporaryFiles()).toEqual([]);
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
      expect(app.temporaryFiles()).toEqual([]);
    },
  );

  test.each([
    ['dumb', {}, 3],
    ['xterm', { columns: 30, rows: 8 }, 0],
  ])('where TERM=%s, in a window of %j', async (TERM, size, code) => {
    await using app = demo({ env: { TERM }, ...size });
    if (code === 0) {
      await app.sees('too small, needs');
      app.press('q');
    }
    expect(await app.ends()).toBe(code);
    expectRestored(app);
    if (code === 3) expect(app.raw).not.toMatch(/\x1b/);
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
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(app.pty.pid)], { encoding: 'utf8' });
    const pids = [app.pty.pid, ...children.stdout.split(/\s+/).filter(Boolean).map(Number)];
    expect(pids).toHaveLength(command ? 2 : 1);
    (app.pty as unknown as { destroy(): void }).destroy();
    await Promise.all(pids.map(gone));
    expect(app.temporaryFiles()).toEqual([]);
    app.screen.dispose();
    rmSync(app.home, { recursive: true, force: true });
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
      expect(app.temporaryFiles()).toEqual([]);
      expect(app.text()).toContain(
        'castwatch stopped because of an error of its own: Error: the test broke it',
      );
      expect(app.text()).toContain('Please report it with this text');
      expect(app.text()).toContain('CASTWATCH_DEBUG=1');
      expect(app.raw).not.toContain('c4stw4tch-s3cret');
      expect(app.raw).not.toContain('\x1b]0;');
    },
  );
});

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
      expectRestoredTo(app);
      await asks(
        app,
        'stty -a | grep -o -e "-\\?icanon" -e "-\\?echo\\b" -e "-\\?isig" | tr "\\n" _',
        /^isig_icanon_echo_/m,
      );
      app.type('clear; fg\r');
      await app.sees(...READY);
      app.press('?');
      await app.sees('Search:');
      app.press('esc');
      await app.seesNo('Search:');
    }
    app.press('q');
    await app.until(
      () => !app.screen.alternate() && app.text().trimEnd().endsWith('shell>'),
      'the shell asks',
    );
    app.type('clear; stty -a > after; cmp before after && echo same\r');
    await app.sees(/^same$/m);
    expectRestoredTo(app);
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
      await asks(app, 'stty -a | grep -o -e "-\\?icanon" -e "-\\?echo\\b" | tr "\\n" _', /^icanon_echo_/m);
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
  const { stdout } = spawnSync('ps', ['-L', '-o', 'stat=', '--ppid', String(app.pty.pid)], {
    encoding: 'utf8',
  });
  const states = stdout.split('\n').filter((state) => state !== '');
  return states.length > 0 && states.every((state) => state.startsWith('T'));
}

/** As above; the shell itself reads with bracketed paste. */
function expectRestoredTo(app: Driver): void {
  expect(app.screen.alternate()).toBe(false);
  expect(app.screen.modes()).toMatchObject({ mouse: 'none', wraparound: true });
  expect(app.raw.lastIndexOf('\x1b[?25h')).toBeGreaterThan(app.raw.lastIndexOf('\x1b[?25l'));
}
