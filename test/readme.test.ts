import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sensitivityTable } from '../src/triage/sensitivity.ts';
import { markdownTable, markedPart } from './support/marked-part.ts';

const root = resolve(import.meta.dirname, '..');

test('the README lists the sensitivities', () => {
  const rows = Object.entries(sensitivityTable).map(([name, { words }]) => [`\`${name}\``, words]);
  const table = markdownTable(['Sensitivity', 'What it is about'], rows);
  const written = process.env.CASTWATCH_WRITE_README === '1' ? table : undefined;
  const told = markedPart('README.md', 'sensitivities', written);
  expect(told, 'CASTWATCH_WRITE_README=1 writes it anew').toBe(table);
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
