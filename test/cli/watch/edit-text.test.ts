import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { editInEditor } from '../../../src/cli/watch/edit-text.ts';
import { newFolder } from '../../support/new-folder.ts';

/** Opens the text in that shell command as the editor; the path of the text is its last argument. */
function edit(
  text: string,
  editor: Readonly<Record<string, string>>,
  secretVariables: readonly string[] = [],
) {
  const folder = newFolder();
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TMPDIR', folder);
  const seen = () => readFileSync(join(folder, 'seen'), 'utf8');
  const env = { PATH: process.env.PATH, SEEN: join(folder, 'seen'), LAB_KEY: 's3cret', ...editor };
  return { edited: editInEditor(text, env, secretVariables), seen, left: () => readdirSync(folder) };
}

test('the editor gets the text in a private file, which is removed afterwards', async () => {
  const script = 'cat "$1" >"$SEEN"; stat -c " %a" "$1" >>"$SEEN"; printf "two\\nlines\\n" >"$1"';
  const EDITOR = `sh -c '${script}' sh`;
  const { edited, seen, left } = edit('one', { EDITOR });
  expect(await edited).toBe('two\nlines');
  expect(seen()).toBe('one 600\n');
  expect(left()).toEqual(['seen']);
});

test('VISUAL counts before EDITOR, and an unchanged text is no change', async () => {
  expect(await edit('one', { VISUAL: 'true', EDITOR: 'false' }).edited).toBeUndefined();
});

test('the editor does not get the secrets of profiles', async () => {
  const { edited, seen } = edit('one', { EDITOR: 'env >"$SEEN"; true' }, ['LAB_KEY']);
  await edited;
  expect(seen()).toContain('SEEN=');
  expect(seen()).not.toContain('s3cret');
});

test('an editor that fails changes nothing and leaves no file', async () => {
  const { edited, left } = edit('one', { EDITOR: 'echo changed >"$1"; exit 3;' });
  await expect(edited).rejects.toThrow('Nothing was changed: the editor ended with 3');
  expect(left()).toEqual([]);
});
