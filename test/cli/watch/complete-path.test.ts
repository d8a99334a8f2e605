import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completePath } from '../../../src/cli/watch/services.ts';
import { newFolder } from '../../support/new-folder.ts';

let home: string;
beforeEach(async () => {
  home = newFolder();
  await mkdir(join(home, 'images'));
  for (const name of ['images/a.png', 'images/b.png', 'image.txt', '.hidden', 'other'])
    await writeFile(join(home, name), '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
});

test.each([
  ['/im', ['/image.txt', '/images/']],
  ['/images/', ['/images/a.png', '/images/b.png']],
  ['/images/b', ['/images/b.png']],
  ['/', ['/image.txt', '/images/', '/other']],
  ['/.h', ['/.hidden']],
  ['/nothing', []],
  ['/missing/x', []],
  ['/other/x', []],
])('completes %s', async (typed, found) => {
  expect(await completePath(home + typed)).toEqual(found.map((path) => home + path));
});

test('a path that begins with ~ is completed in the home directory', async () => {
  vi.stubEnv('HOME', home);
  expect(await completePath('~/images/a')).toEqual(['~/images/a.png']);
});

test('a huge directory offers its first 200 names', async () => {
  await mkdir(join(home, 'many'));
  const names = Array.from({ length: 250 }, (_, index) => `f${String(index).padStart(3, '0')}`);
  await Promise.all(names.map((name) => writeFile(join(home, 'many', name), '')));
  const found = await completePath(join(home, 'many/'));
  expect(found).toEqual(names.slice(0, 200).map((name) => join(home, 'many', name)));
});
