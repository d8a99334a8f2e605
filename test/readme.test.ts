import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sensitivityTable } from '../src/triage/sensitivity.ts';

const path = resolve(import.meta.dirname, '../README.md');

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
