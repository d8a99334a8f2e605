import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isLong } from '../support/long.ts';
import { newFolder } from '../support/new-folder.ts';
import { recipes } from './recipes.ts';

const root = path.resolve(import.meta.dirname, '../..');
const guide = readFileSync(path.join(root, 'src/README.md'), 'utf8');

/** The edits of a recipe: the file, how its line is used, that line, and the new text. */
const editsOf = (recipe: string) =>
  recipe
    .split(/^>>> /m)
    .slice(1)
    .map((edit) => /^(\S+)(?: (@=?) ([^\n]*))?\n(.*?)\n?$/s.exec(edit) ?? expect.fail(edit));

test.each(Object.entries(recipes))(
  '%s: the guide names as many files as the recipe changes',
  (title, recipe) => {
    const [, told] = new RegExp(`^- \\*\\*…${title}\\*\\* \\((\\d+)`, 'm').exec(guide) ?? [];
    expect(Number(told)).toBe(new Set(editsOf(recipe).map(([, name]) => name)).size);
  },
);

test('all recipes find their places, and together give a program whose types are right', async () => {
  const copy = newFolder();
  await cp(path.join(root, 'src'), path.join(copy, 'src'), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  await cp(path.join(root, 'package.json'), path.join(copy, 'package.json'));
  const config = { extends: path.join(root, 'tsconfig.json'), include: ['src'] };
  await writeFile(path.join(copy, 'tsconfig.json'), JSON.stringify(config));
  for (const edit of Object.values(recipes).flatMap(editsOf)) await apply(path.join(copy, 'src'), edit);
  // The types of the whole source take as long as all of `npm run types`.
  if (!isLong) return;
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', copy], {
    cwd: copy,
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
}, 180_000);

async function apply(
  folder: string,
  [, name = '', how, before, text = '']: readonly string[],
): Promise<void> {
  const file = path.join(folder, name);
  if (before === undefined) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    return;
  }
  const lines = (await readFile(file, 'utf8')).split('\n');
  const places = lines.flatMap((line, at) => (line.includes(before) ? [at] : []));
  expect(places, `${name}: ${before}`).toHaveLength(1);
  await writeFile(file, lines.toSpliced(places[0] ?? 0, how === '@=' ? 1 : 0, text).join('\n'));
}
