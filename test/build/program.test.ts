import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildProgram } from '../../src/build/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'castwatch-build-'));
await buildProgram(folder);
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.js'))
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
rmSync(folder, { recursive: true });

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

test('the server of the simulator has its own file, which no other command reads', () => {
  const withServer = files.filter(([, code]) => code.includes('FST_ERR_ROUTE_DUPLICATED'));
  expect(withServer.map(([name]) => name)).toEqual(['simulator.js']);
});
