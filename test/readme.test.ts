import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sensitivityTable } from '../src/triage/sensitivity.ts';

const root = resolve(import.meta.dirname, '..');
const path = resolve(root, 'README.md');

/** A generated part of the README, between its two marks. `CASTWATCH_WRITE_README=1` writes it anew. */
function part(name: string, wanted: string): void {
  const readme = readFileSync(path, 'utf8');
  const marks = new RegExp(`(<!-- ${name}:[^\\n]*-->\\n)([\\s\\S]*?)(<!-- end -->)`);
  expect(readme).toMatch(marks);
  if (process.env.CASTWATCH_WRITE_README === '1') {
    writeFileSync(
      path,
      readme.replace(marks, (_, before, _old, after) => `${before}${wanted}${after}`),
    );
    return;
  }
  expect(marks.exec(readme)?.[2], 'CASTWATCH_WRITE_README=1 writes it anew').toBe(wanted);
}

test('the README lists the sensitivities', () => {
  const rows = Object.entries(sensitivityTable).map(([name, { words }]) => `| \`${name}\` | ${words} |\n`);
  part('sensitivities', `| Sensitivity | What it is about |\n|---|---|\n${rows.join('')}`);
});

const files = ['src', 'test'].flatMap((folder) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `/${folder}/${name}`,
  ),
);
const guides = [
  '/README.md',
  '/SECURITY.md',
  '/CHANGELOG.md',
  ...files.filter((name) => name.endsWith('.md')),
];
const textOf = (guide: string) => readFileSync(resolve(root, `.${guide}`), 'utf8');

test.each(guides)('the links of %s lead to files', (guide) => {
  const links = [...textOf(guide).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(resolve(root, `.${dirname(guide)}`, link)))).toEqual([]);
});

test('each folder that the guide names exists', () => {
  const named = [...textOf('/src/README.md').matchAll(/`([\w./-]*\w)\/`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});
