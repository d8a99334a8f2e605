import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../src/build/options.ts';
import { buildProgram, NOTICES } from '../../src/build/program.ts';
import { newFolder } from '../support/new-folder.ts';

const folder = newFolder();
const inputs = (await buildProgram(folder)).flatMap((metafile) => Object.keys(metafile.inputs));
const [, ...notices] = readFileSync(join(folder, NOTICES), 'utf8').split(/\n-{80}\n/);
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.js'))
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);

/*
 * Node keeps the source of loaded modules. One character beyond Latin-1 doubles its size, which is megabytes of memory.
 * The build escapes all of them except those in regular expressions.
 */
test('the built files are ASCII', () => {
  for (const [name, code] of files) {
    const beyond = [...code.matchAll(/\P{ASCII}/gu)].map(({ index }) => code.slice(index - 40, index + 40));
    expect(beyond, name).toEqual([]);
  }
});

test('React and the server of the simulator have files of their own, which no other command reads', () => {
  const within = (words: string) => files.flatMap(([name, code]) => (code.includes(words) ? [name] : []));
  expect(within('FST_ERR_ROUTE_DUPLICATED')).toEqual(['simulator.js']);
  expect(within('react.transitional.element')).toEqual(['ink.js']);
  for (const file of ['ink', 'simulator']) expect(within(`require("./${file}.js")`)).toContain('program.js');
});

test('every package in the program has its notice with the text of its license', () => {
  const bundled = inputs.flatMap((input) => {
    const at = input.lastIndexOf('node_modules/');
    if (at < 0) return [];
    const [first = '', second = ''] = input.slice(at + 'node_modules/'.length).split('/');
    const path = `${input.slice(0, at)}node_modules/${first.startsWith('@') ? `${first}/${second}` : first}`;
    const { name, version } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    return [`${name} ${version}`];
  });
  const told = notices.map((notice) => notice.split(' (', 1)[0]);
  expect(told.toSorted()).toEqual([...new Set(bundled)].sort());
  expect(told).toEqual(
    expect.arrayContaining([expect.stringMatching(/^ink /), expect.stringMatching(/^fastify /)]),
  );
  for (const notice of notices) {
    expect(notice).toMatch(/copyright/i);
    expect(notice).toMatch(/WARRANT(Y|IES)/i);
  }
});
