import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rotate } from '../../src/base/rotate.ts';
import { onFailingDisk } from '../support/failing-disk.ts';
import { newFolder } from '../support/new-folder.ts';

test('without a current file nothing moves, so that no older one is lost', async () => {
  const path = join(newFolder(), 'log');
  await writeFile(`${path}.1`, 'older', { mode: 0o600 });
  await rotate(path, 2);
  expect(await readFile(`${path}.1`, 'utf8')).toBe('older');
});

test('a file that cannot be renamed is reported, so that nothing is written behind it', async () => {
  const folder = newFolder();
  const path = join(folder, 'log');
  const rotated = async (fails: number) => {
    await writeFile(path, 'current', { mode: 0o600 });
    const isFailing = (nth: number) => nth === fails;
    return (await onFailingDisk(folder, isFailing, () => rotate(path, 3))).done;
  };
  const renaming = (await rotated(0)).indexOf('rename /log');
  expect(renaming).toBeGreaterThan(0);
  await expect(rotated(renaming + 1)).rejects.toThrow(/rename '.*log'/);
});
