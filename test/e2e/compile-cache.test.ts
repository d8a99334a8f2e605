import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { privatePath } from '../../src/cli/compile-cache.ts';
import { run } from './built.ts';
import { bundle } from './driver.ts';

let home: string;
let directory: string;
let temporary: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'castwatch-cache-'));
  directory = join(home, 'cache', 'castwatch');
  temporary = join(home, 'tmp');
  mkdirSync(temporary);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(home, { recursive: true, force: true });
});

/** One run of the program with a umask of 0. */
async function runOnce(): Promise<void> {
  const { PATH } = process.env;
  const env = { PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache'), TMPDIR: temporary };
  const started = ['-c', 'umask 000; exec "$0" "$1" --version', process.execPath, bundle];
  expect((await run('bash', started, { env })).stdout).toBe(`castwatch ${manifest.version}\n`);
}

test('compiled code is kept in a private directory and nowhere else', async () => {
  await runOnce();
  expect(lstatSync(directory).mode & 0o777).toBe(0o700);
  expect(readdirSync(directory)).not.toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a directory that others can write to is left alone', async () => {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o777);
  await runOnce();
  expect(readdirSync(directory)).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a link is not followed', async () => {
  const elsewhere = join(home, 'elsewhere');
  mkdirSync(elsewhere, { mode: 0o700 });
  mkdirSync(join(home, 'cache'));
  symlinkSync(elsewhere, directory);
  await runOnce();
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a directory below one that others can change is not used, unless they can change only their own files there', async () => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  expect(privatePath(directory)).toBe(directory);
  chmodSync(join(home, 'cache'), 0o777);
  expect(privatePath(directory)).toBeUndefined();
  await runOnce();
  expect(readdirSync(directory)).toEqual([]);
  chmodSync(join(home, 'cache'), 0o770);
  expect(privatePath(directory)).toBeUndefined();
  chmodSync(join(home, 'cache'), 0o1777);
  expect(privatePath(directory)).toBe(directory);
});

test.runIf(process.getuid)('a directory of another user is not used', () => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const uid = process.getuid?.() ?? 0;
  vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(uid + 1);
  expect(privatePath(directory)).toBeUndefined();
});
