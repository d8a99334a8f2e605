import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { completePath } from '../../../src/cli/watch/services.ts';
import { newFolder } from '../../support/new-folder.ts';

const home = newFolder();
for (const folder of ['images', 'many']) mkdirSync(join(home, folder));
const names = Array.from({ length: 250 }, (_, index) => `many/f${String(index).padStart(3, '0')}`);
for (const name of ['images/a.png', 'images/b.png', 'image.txt', '.hidden', 'other', ...names])
  writeFileSync(join(home, name), '');

test.each([
  ['/im', ['/image.txt', '/images/']],
  ['/images/', ['/images/a.png', '/images/b.png']],
  ['/images/b', ['/images/b.png']],
  ['/', ['/image.txt', '/images/', '/many/', '/other']],
  ['/.h', ['/.hidden']],
  ['/nothing', []],
  ['/missing/x', []],
  ['/other/x', []],
])('completes %s', async (typed, found) => {
  expect(await completePath(home + typed)).toEqual(found.map((path) => home + path));
});

test('a path that begins with ~ is completed in the home directory', async () => {
  vi.stubEnv('HOME', home);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await completePath('~/images/a')).toEqual(['~/images/a.png']);
});

test('a huge directory offers its first 200 names', async () => {
  expect(await completePath(join(home, 'many/'))).toEqual(
    names.slice(0, 200).map((name) => join(home, name)),
  );
});
