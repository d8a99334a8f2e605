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

const files = [
  '/vitest.config.ts',
  ...['src', 'test'].flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `/${folder}/${name}`,
    ),
  ),
];
const guides = [
  '/README.md',
  '/SECURITY.md',
  '/CHANGELOG.md',
  ...files.filter((name) => name.endsWith('.md')),
];

/** Names in code spans: source files, and in the codebase guide folders such as `protocol/`, too. Patterns are left out. */
function namedFiles(guide: string, text: string): readonly string[] {
  const wanted = guide === '/src/README.md' ? /\.tsx?$|\w\/$/ : /\.tsx?$/;
  return [...text.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name).filter((name) => wanted.test(name));
}

test.each(guides)('each source file and each page that %s names exists', (guide) => {
  const text = readFileSync(resolve(root, `.${guide}`), 'utf8');
  const gone = namedFiles(guide, text).filter((name) => {
    const end = `/${name.replace(/^(\.\.?\/)+/, '').replace(/\/$/, '')}`;
    return !files.some((file) => file.endsWith(end));
  });
  expect(gone).toEqual([]);
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(resolve(root, `.${dirname(guide)}`, link)))).toEqual([]);
});
