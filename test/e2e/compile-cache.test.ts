import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { privatePath } from '../../src/cli/compile-cache.ts';
import { newFolder } from '../support/new-folder.ts';
import { run } from './built.ts';
import { bundle } from './driver.ts';

/** A home in which the program can run with a umask of 0; its cache is in `directory`. */
function given() {
  const home = newFolder();
  const [directory, temporary] = [join(home, 'cache/castwatch'), join(home, 'tmp')];
  mkdirSync(temporary);
  /** One run leaves nothing among temporary files. */
  const runOnce = async () => {
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      XDG_CACHE_HOME: join(home, 'cache'),
      TMPDIR: temporary,
    };
    const started = ['-c', 'umask 000; exec "$0" "$1" --version', process.execPath, bundle];
    expect((await run('bash', started, { env })).stdout).toBe(`castwatch ${manifest.version}\n`);
    expect(readdirSync(temporary)).toEqual([]);
  };
  return { home, directory, runOnce };
}

test('compiled code is kept in a private directory and nowhere else', async () => {
  const { directory, runOnce } = given();
  await runOnce();
  expect(lstatSync(directory).mode & 0o777).toBe(0o700);
  expect(readdirSync(directory)).not.toEqual([]);
});

test('a directory that others can change, or that lies below one, is left alone, and so is one of another user', async () => {
  const { home, directory, runOnce } = given();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  expect(privatePath(directory)).toBe(directory);
  for (const mode of [0o777, 0o770]) {
    chmodSync(join(home, 'cache'), mode);
    expect(privatePath(directory)).toBeUndefined();
  }
  // They can change only their own files there.
  chmodSync(join(home, 'cache'), 0o1777);
  expect(privatePath(directory)).toBe(directory);
  chmodSync(directory, 0o777);
  expect(privatePath(directory)).toBeUndefined();
  await runOnce();
  expect(readdirSync(directory)).toEqual([]);
  chmodSync(directory, 0o700);
  const uid = process.getuid?.() ?? 0;
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(uid + 1);
  expect(privatePath(directory)).toBeUndefined();
});

test('a link is not followed', async () => {
  const { home, directory, runOnce } = given();
  const elsewhere = join(home, 'elsewhere');
  mkdirSync(elsewhere, { mode: 0o700 });
  mkdirSync(join(home, 'cache'));
  symlinkSync(elsewhere, directory);
  await runOnce();
  expect(readdirSync(elsewhere)).toEqual([]);
});
