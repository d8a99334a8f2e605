import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createKeymap } from '../src/actions/keymap.ts';
import { screenTable } from '../src/actions/screen-table.ts';
import { commandTable } from '../src/cli/options/commands.ts';
import { sensitivityTable } from '../src/triage/sensitivity.ts';
import { thresholds, writtenThreshold } from '../src/triage/thresholds.ts';

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

/** A bar would end the cell of a table, also inside code. */
const code = (key: string) => (key === '`' ? '`` ` ``' : `\`${key.replaceAll('|', '\\|')}\``);

test('the README lists the keys in force', () => {
  const groups = new Map<string, string[]>();
  for (const { group, keys, title, screens } of createKeymap().all) {
    if (keys.length === 0) continue;
    const where = screens ? ` (${screens.map((name) => screenTable[name].title).join(', ')})` : '';
    const rows = groups.get(group) ?? [];
    rows.push(`${keys.map(code).join(' ')} ${title}${where}`);
    groups.set(group, rows);
  }
  const rows = [...groups].map(([group, entries]) => `| **${group}** | ${entries.join(' · ')} |\n`);
  part('keys', `| | |\n|---|---|\n${rows.join('')}`);
});

test('the README lists the commands', () => {
  const rows = commandTable.map(({ name, argument, summary }) => {
    const word =
      name === 'monitor' ? 'castwatch' : `castwatch ${name}${argument === undefined ? '' : ` ${argument}`}`;
    return `| \`${word.replaceAll('|', '\\|')}\` | ${summary} |\n`;
  });
  part('commands', `| Command | What it does |\n|---|---|\n${rows.join('')}`);
});

test('the README lists the thresholds with their defaults', () => {
  const rows = thresholds.map((row) => {
    const sign = { percent: ' %', 'bytes per second': ' B/s' }[row.unit as string] ?? '';
    return `| \`${row.family}.${row.part}\` | ${writtenThreshold(row, row.default)}${sign} | ${row.words} |\n`;
  });
  part('thresholds', `| Threshold | Default | What it is |\n|---|---|---|\n${rows.join('')}`);
});

test('the README lists the sensitivities', () => {
  const rows = Object.entries(sensitivityTable).map(([name, { words }]) => `| \`${name}\` | ${words} |\n`);
  part('sensitivities', `| Sensitivity | What it is about |\n|---|---|\n${rows.join('')}`);
});
