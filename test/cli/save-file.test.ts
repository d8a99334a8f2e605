import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { saveNewFile } from '../../src/cli/save-file.ts';
import { newFolder } from '../support/new-folder.ts';

test('never overwrites a file, and says so', async () => {
  const path = join(newFolder(), 'journal.txt');
  await writeFile(path, 'mine');
  await expect(saveNewFile(path, 'yours')).rejects.toThrow(
    /Could not save .*journal.txt: there is such a file already.*Nothing was written/,
  );
  expect(await readFile(path, 'utf8')).toBe('mine');
});
