import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rotate } from '../../src/base/rotate.ts';
import { newFolder } from '../support/new-folder.ts';

test('older files move on by one name, and the oldest goes', async () => {
  const path = join(newFolder(), 'log');
  for (const round of ['first', 'second', 'third', 'fourth']) {
    await writeFile(path, round, { mode: 0o600 });
    await rotate(path, 3);
    expect(existsSync(path)).toBe(false);
  }
  expect(await readFile(`${path}.1`, 'utf8')).toBe('fourth');
  expect(await readFile(`${path}.2`, 'utf8')).toBe('third');
  expect(await readdir(join(path, '..'))).toHaveLength(2);
});

test('without a current file nothing moves, so that no older one is lost', async () => {
  const path = join(newFolder(), 'log');
  await writeFile(`${path}.1`, 'older', { mode: 0o600 });
  await rotate(path, 2);
  expect(await readFile(`${path}.1`, 'utf8')).toBe('older');
});
