import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileLock } from '../../src/alerts/turn.ts';
import { systemClock } from '../../src/base/clock.ts';
import { newFolder } from '../support/new-folder.ts';

const lockPath = () => join(newFolder(), 'below', 'lock');

function lockAt(path: string) {
  const lock = createFileLock(path, systemClock);
  onTestFinished(() => lock.giveUp());
  return lock;
}

test('one of two has the lock until it gives it up, and the file stays empty and private', () => {
  const path = lockPath();
  const [one, two] = [lockAt(path), lockAt(path)];
  expect([one.take(), two.take(), one.take()]).toEqual([true, false, true]);
  const { size, mode } = statSync(path);
  expect([size, mode & 0o777, readdirSync(join(path, '..')).join()]).toEqual([0, 0o600, 'lock']);
  one.giveUp();
  expect([two.take(), one.take()]).toEqual([true, false]);
});

/** A process that takes the lock and says so. */
const HOLDER = `
import { createFileLock } from ${JSON.stringify(join(import.meta.dirname, '../../src/alerts/turn.ts'))};
import { systemClock } from ${JSON.stringify(join(import.meta.dirname, '../../src/base/clock.ts'))};
const lock = createFileLock(process.argv[1], systemClock);
console.log(lock.take());
// A lock that nothing refers to would be collected, and end.
setInterval(() => lock.take(), 1000);
`;

test('the lock of another process holds until that is killed', async () => {
  const path = lockPath();
  const args = ['--input-type=module', '-e', HOLDER, path];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const [told] = await once(child.stdout, 'data');
  expect(String(told)).toBe('true\n');
  const lock = lockAt(path);
  expect(lock.take()).toBe(false);
  child.kill('SIGKILL');
  await ended;
  expect(lock.take()).toBe(true);
});

test('after the file was removed, the lock is that of the next file', () => {
  const path = lockPath();
  const [one, two] = [lockAt(path), lockAt(path)];
  one.take();
  rmSync(path);
  expect([two.take(), one.take()]).toEqual([true, false]);
});

test('a file that cannot be locked is an error', () => {
  const path = lockPath();
  writeFileSync(join(path, '../..', 'below'), '');
  expect(() => lockAt(path).take()).toThrow();
});
