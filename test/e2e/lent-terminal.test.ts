import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configure } from '../cli/run-command.ts';
import { eventually } from '../support/eventually.ts';
import { bundle, type Driver, type LaunchOptions, launch } from './driver.ts';
import { ANSWERED } from './fresh.ts';
import { access, simulate } from './program.ts';

/** Asks for a line again and again, as an editor with an unsaved text does, and says when Ctrl-C reached it. */
const CHILD = `#!/bin/sh
trap 'echo "the child was interrupted"' INT
trap 'echo "the child goes on"' CONT
echo 'the child has the terminal'
while :; do
  read -r line || continue
  case $line in
    save) exit 0 ;;
    fail) exit 3 ;;
    *) echo "not saved: $line" ;;
  esac
done
`;

/** The program with a command of the user that takes the terminal, on `O`. */
async function start(command?: LaunchOptions['command']): Promise<Driver> {
  const { args, env } = access(await simulate({ scenario: 'quiet' }));
  return launch({
    args: command ? [] : args,
    ...(command ? { command } : {}),
    env: { ...env, PS1: 'shell> ', INPUTRC: '/dev/null', WORDS: args.join(' ') },
    prepare(home) {
      const child = join(home, 'child');
      writeFileSync(child, CHILD, { mode: 0o755 });
      const command = `{ on: cluster, key: O, run: ['${child}'], terminal: true, readOnly: true }`;
      configure(home, `commands: { child: ${command} }\n`);
      return {};
    },
  });
}

/** Of every thread that the shell has started. One that is about to stop still takes what is typed. */
const statesOfJob = (app: Driver) =>
  spawnSync('ps', ['-L', '-o', 'pid=,stat=', '-s', String(app.pty.pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .flatMap((line) => (Number.parseInt(line, 10) === app.pty.pid ? [] : line.trim().split(/\s+/).slice(1)))
    .join(' ');

const hasItBack = (app: Driver) =>
  app.until(() => app.screen.alternate(), 'castwatch has the terminal again');

test('Ctrl-C in a command that has the terminal belongs to that command, and a key leads back after its failure', async () => {
  await using app = await start();
  await app.sees(ANSWERED);
  app.press('O');
  await app.sees('the child has the terminal');
  app.press('ctrl-c');
  await app.sees('the child was interrupted');
  app.type('still here\r');
  await app.sees('not saved: still here');
  app.type('save\r');
  await hasItBack(app);
  for (const key of ['ctrl-c', 'enter']) {
    await app.sees(ANSWERED);
    app.press('O');
    await app.until(() => !app.screen.alternate(), 'the child has the terminal');
    app.type('fail\r');
    await app.sees('exit code 3. Enter returns to castwatch.');
    app.press(key);
    await hasItBack(app);
  }
  await app.sees(ANSWERED);
  app.press('q');
  expect(await app.ends()).toBe(0);
});

test('Ctrl-Z in such a command stops both as one job, and fg continues both', async () => {
  await using app = await start(['bash', '--norc', '-i']);
  await app.sees('shell>');
  app.type(`${process.execPath} ${bundle} $WORDS\r`);
  await app.sees(ANSWERED);
  app.press('O');
  await app.sees('the child has the terminal');
  for (const round of ['first', 'second']) {
    app.press('ctrl-z');
    await app.sees(/Stopped[\s\S]*shell>$/m);
    await eventually(() => expect(statesOfJob(app)).toMatch(/^(T\S*\s*)+$/));
    app.type('clear\r');
    await app.seesNo('Stopped');
    app.type('fg\r');
    await app.sees('the child goes on');
    app.type(`${round}\r`);
    await app.sees(`not saved: ${round}`);
  }
  app.type('save\r');
  await hasItBack(app);
  await app.sees(ANSWERED);
  // Its own Ctrl-Z works as before.
  app.press('ctrl-z');
  await app.sees(/Stopped[\s\S]*shell>$/m);
  app.type('clear; fg\r');
  await app.sees(ANSWERED);
  app.press('q');
  await app.until(() => !app.screen.alternate() && app.text().trimEnd().endsWith('shell>'), 'the shell asks');
  app.type('exit\r');
  await app.ends();
});
