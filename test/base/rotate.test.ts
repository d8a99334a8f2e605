import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rotate } from '../../src/base/rotate.ts';
import { newFolder } from '../support/new-folder.ts';

test('without a current file nothing moves, so that no older one is lost', async () => {
  const path = join(newFolder(), 'log');
  await writeFile(`${path}.1`, 'older', { mode: 0o600 });
  await rotate(path, 2);
  expect(await readFile(`${path}.1`, 'utf8')).toBe('older');
});
