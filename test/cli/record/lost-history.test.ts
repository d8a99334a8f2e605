import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { historyFile, openDatabase } from '../../../src/history/database.ts';
import { access, simulate } from '../../e2e/program.ts';
import { eventually } from '../../support/eventually.ts';
import { openFiles } from '../../support/open-files.ts';
import { configure, newHome, runCommand, startCommand } from '../run-command.ts';

/** A recording that is about to start, and the place of its history. */
async function given(before: (path: string) => void | Promise<void> = () => {}) {
  const simulator = await simulate({ scenario: 'quiet' });
  const { args, env } = access(simulator);
  const home = newHome();
  const path = historyFile(join(home, 'state', 'castwatch'), simulator.url);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  await before(path);
  return { home, path, env, words: ['record', '--interval', '1', ...args] };
}

/** How often a recording reports that it writes. */
const writes = (stderr: string) => stderr.split('the history is being written').length - 1;

test('a removed history is reported, and a new one is recorded', { timeout: 60_000 }, async () => {
  const { home, path, env, words } = await given();
  const command = startCommand(words, env, { home });
  await eventually(() => expect(writes(command.stderr)).toBe(1));
  rmSync(path);
  await eventually(() => expect(writes(command.stderr)).toBe(2));
  expect(command.stderr).toContain(`the history ${path} was removed or replaced while it was written`);
  process.emit('SIGTERM');
  expect((await command.ended).code).toBe(0);
  const db = await openDatabase(path, { create: false });
  expect(db.sql('SELECT reason FROM gap').all()).toEqual([{ reason: 'FILE_LOST' }]);
  db.close();
  expect(openFiles(home)).toEqual([]);
});

test('a FIFO in the place of a history that is written ends the recording with an error', {
  timeout: 60_000,
}, async () => {
  const { home, path, env, words } = await given();
  const command = startCommand(words, env, { home });
  await eventually(() => expect(writes(command.stderr)).toBe(1));
  rmSync(path);
  execFileSync('mkfifo', [path]);
  expect((await command.ended).code).toBe(2);
  expect(command.stderr).toContain('is not an ordinary file');
  expect(openFiles(home)).toEqual([]);
});

test('a damaged history is put aside, and a new one is recorded', async () => {
  const { home, path, env, words } = await given((file) =>
    writeFileSync(file, 'no database'.repeat(100), { mode: 0o600 }),
  );
  const command = startCommand(words, env, { home });
  await eventually(() => expect(writes(command.stderr)).toBe(1));
  const [aside] = readdirSync(dirname(path)).filter((name) => name.includes('.damaged-'));
  expect(command.stderr).toContain(
    `so a new one is started; it is kept as ${join(dirname(path), aside ?? '')}`,
  );
  process.emit('SIGTERM');
  expect((await command.ended).code).toBe(0);
});

test.each([
  [
    'a newer castwatch',
    'was written by a newer castwatch',
    async (path: string) => {
      const db = await openDatabase(path, { create: true });
      db.sql('PRAGMA user_version = 1000').run();
      db.close();
    },
  ],
  ['a link', 'is a link', (path: string) => symlinkSync('elsewhere', path)],
  ['a FIFO', 'is not an ordinary file', (path: string) => void execFileSync('mkfifo', [path])],
])('a history of %s ends the recording with an error', async (_, why, before) => {
  const { home, env, words } = await given(before);
  const { code, stderr } = await runCommand(words, env, { home });
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  expect(stderr).toMatch(/no history can be written, so the recording has ended\n$/);
  expect(openFiles(home)).toEqual([]);
});

test('of several clusters those with a writable history are recorded', async () => {
  const one = await simulate({ scenario: 'quiet' });
  const two = await simulate({ scenario: 'quiet' });
  const home = newHome();
  const cluster = (name: string, { url, username }: typeof one) =>
    `  ${name}: { url: '${url}', username: ${username}, password: { env: PASSWORD } }\n`;
  configure(home, `clusters:\n${cluster('one', one)}${cluster('two', two)}`);
  const path = historyFile(join(home, 'state', 'castwatch'), one.url);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  symlinkSync('elsewhere', path);
  const command = startCommand(['record', '--all'], { PASSWORD: one.password }, { home });
  await eventually(() => {
    expect(command.stderr).toContain('one: the history');
    expect(command.stderr).toContain('two: the history is being written');
  });
  process.emit('SIGTERM');
  expect((await command.ended).code).toBe(0);
});
