import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../src/build/options.ts';
import { buildProgram, NOTICES } from '../../src/build/program.ts';

test('every package in the program has its notice with the text of its license', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'castwatch-notices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inputs = (await buildProgram(folder)).flatMap((metafile) => Object.keys(metafile.inputs));
  const bundled = inputs.flatMap((input) => {
    const at = input.lastIndexOf('node_modules/');
    if (at < 0) return [];
    const [first = '', second = ''] = input.slice(at + 'node_modules/'.length).split('/');
    const path = `${input.slice(0, at)}node_modules/${first.startsWith('@') ? `${first}/${second}` : first}`;
    const { name, version } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    return [`${name} ${version}`];
  });
  const [, ...notices] = readFileSync(join(folder, NOTICES), 'utf8').split(/\n-{80}\n/);
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
