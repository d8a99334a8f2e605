import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type IPty, spawn } from '@lydell/node-pty';
import { afterEach, expect, test } from 'vitest';
import { type Headless, headless } from '../../support/headless.ts';

const child = fileURLToPath(new URL('./stalled-child.ts', import.meta.url));
const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const undo of cleanUp.splice(0)) undo();
});

async function start(command: (log: string) => [file: string, args: string[]]) {
  const folder = mkdtempSync(join(tmpdir(), 'castwatch-test-'));
  const log = join(folder, 'log');
  const [file, args] = command(log);
  const pty: IPty = spawn(file, args, {
    cols: 80,
    rows: 24,
    env: { ...process.env, TERM: 'xterm', PS1: '$ ' },
  });
  const terminal: Headless = headless(80, 24);
  let exitCode: number | undefined;
  pty.onData((data) => terminal.write(data));
  pty.onExit((exit) => {
    exitCode = exit.exitCode;
  });
  cleanUp.push(() => {
    if (exitCode === undefined) pty.kill('SIGKILL');
    terminal.dispose();
    rmSync(folder, { recursive: true });
  });
  const last = (): { frame: number; congested: boolean } => {
    try {
      return JSON.parse(readFileSync(log, 'utf8').trimEnd().split('\n').at(-1) ?? '');
    } catch {
      return { frame: 0, congested: false }; // not there yet, or just being written
    }
  };
  return { pty, terminal, last, exit: () => exitCode };
}

const until = (state: () => boolean) => expect.poll(state).toBe(true);

test('a terminal that does not read stops neither the program nor its keys', async () => {
  const { pty, terminal, last, exit } = await start((log) => [process.execPath, [child, log]]);
  await until(() => terminal.text()[0]?.startsWith('frame') ?? false);
  pty.pause();
  await until(() => last().congested);
  const stuck = last().frame;
  await until(() => last().frame > stuck + 20);
  expect(last().congested).toBe(true);
  pty.resume();
  await until(() => !last().congested);
  const drained = last().frame;
  await until(() => Number(terminal.text()[0]?.split(' ')[1]) > drained);
  pty.write('q');
  await until(() => exit() === 0);
  await until(() => !terminal.alternate());
});

test('the shell has its terminal while the program is suspended, and fg brings the picture back', async () => {
  const { pty, terminal, exit } = await start(() => ['bash', ['--norc', '--noprofile', '-i']]);
  await until(() => terminal.text()[0]?.startsWith('$') ?? false);
  pty.write(`"${process.execPath}" "${child}" /dev/null\r`);
  await until(() => terminal.text()[0]?.startsWith('frame') ?? false);
  pty.write('z');
  await until(() => terminal.text().some((row) => row.includes('Stopped')) && !terminal.alternate());
  pty.write('echo back-in-the-$((40 + 2))-shell\r');
  await until(() => terminal.text().some((row) => row.includes('back-in-the-42-shell')));
  pty.write('fg\r');
  await until(() => terminal.alternate() && (terminal.text()[23]?.startsWith('frame') ?? false));
  pty.write('q');
  await until(() => !terminal.alternate());
  pty.write('exit\r');
  await until(() => exit() === 0);
});

test('a terminal that hangs up ends the program within two seconds', async () => {
  const { pty, terminal, last } = await start((log) => [process.execPath, [child, log]]);
  await until(() => terminal.text()[0]?.startsWith('frame') ?? false);
  const { pid } = pty;
  pty.kill('SIGHUP');
  const alive = () => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  await expect.poll(alive).toBe(false);
  expect(last().frame).toBeGreaterThan(0);
});
