import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

test('each promise of SECURITY.md names the tests that fail without it', () => {
  const rows = readFileSync(resolve(root, 'SECURITY.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Who'));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const named = [...row.matchAll(/`(test\/[^`]+)`( “([^”]+)”)?/g)];
    expect(named, row).not.toEqual([]);
    for (const [whole, path = '', , part] of named) {
      // A part of a name, and of no comment: what is skipped or gone shows nothing.
      const isName = (line: string) =>
        part !== undefined && line.includes(part) && !/^\s*(\/\/|\*)/.test(line);
      const lines = readFileSync(resolve(root, path), 'utf8').split('\n').filter(isName);
      expect([whole, lines.length > 0, lines.filter((line) => /\.(skip|todo)\b/.test(line))]).toEqual([
        whole,
        true,
        [],
      ]);
    }
  }
});
