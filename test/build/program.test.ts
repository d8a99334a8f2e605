import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildProgram } from '../../src/build/program.ts';

/*
 * Node keeps the source of what it runs. One character beyond Latin-1 doubles that, megabytes of a program's memory.
 * What is not escaped already stands in a regular expression.
 */
test('the built files are ASCII', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'castwatch-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await buildProgram(folder);
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const code = readFileSync(join(folder, name), 'utf8');
    const beyond = [...code.matchAll(/\P{ASCII}/gu)].map(({ index }) => code.slice(index - 40, index + 40));
    expect(beyond, name).toEqual([]);
  }
});
