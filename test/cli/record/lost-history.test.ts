import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
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

test('a history that cannot be used ends the recording with an error', async () => {
  const { home, env, words } = await given((path) => symlinkSync('elsewhere', path));
  const { code, stderr } = await runCommand(words, env, { home });
  expect([code, stderr]).toEqual([2, expect.stringContaining('is a link')]);
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
