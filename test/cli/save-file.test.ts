import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { saveNewFile } from '../../src/cli/save-file.ts';
import { newFolder } from '../support/new-folder.ts';

let directory: string;
beforeEach(async () => {
  directory = newFolder();
});

test('writes a new private file without control characters', async () => {
  const path = join(directory, 'journal.txt');
  expect(await saveNewFile(path, 'one\n\u001b[31mtwo\u0007\n')).toBe(path);
  const text = await readFile(path, 'utf8');
  expect(text.split('\n')).toHaveLength(3);
  expect(text).toContain('two');
  for (const control of ['\u001b', '\u0007']) expect(text).not.toContain(control);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('never overwrites a file, and says so', async () => {
  const path = join(directory, 'journal.txt');
  await writeFile(path, 'mine');
  await expect(saveNewFile(path, 'yours')).rejects.toThrow(
    /Could not save .*journal.txt: there is such a file already.*Nothing was written/,
  );
  expect(await readFile(path, 'utf8')).toBe('mine');
});

test('does not write through a link with the name of the file', async () => {
  const victim = join(directory, 'victim');
  await symlink(victim, join(directory, 'journal.txt'));
  await expect(saveNewFile(join(directory, 'journal.txt'), 'text')).rejects.toThrow('Nothing was written');
  await expect(stat(victim)).rejects.toThrow('ENOENT');
});
