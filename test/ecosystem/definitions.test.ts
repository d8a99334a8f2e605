import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { flagOf, lettersOf, optionsOf } from '../../src/cli/options/lookup.ts';
import { newFolder } from '../support/new-folder.ts';

const known = new Set([
  ...optionsOf('check').map(([name]) => flagOf(name)),
  ...[...lettersOf('check').keys()].map((letter) => `-${letter}`),
]);

test.each(['nagios.cfg', 'icinga2.conf', 'checkmk.sh'])('%s uses only options of check', (file) => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const lines = text.split('\n').filter((line) => /castwatch check|^ +"--/.test(line));
  const options = lines.flatMap((line) => line.match(/(?<=[\s"])--?[a-zA-Z][\w-]*/g) ?? []);
  expect(options.length).toBeGreaterThan(1);
  expect(options.filter((option) => !known.has(option))).toEqual([]);
});

test.each([
  {
    printed:
      'CASTWATCH WARNING - 1 incident: Server hot | viewers=84;782.1;851.62;0;869 cpu_max=91.5%;90;~:97;0;100',
    exitCode: 1,
    local:
      '1 castwatch viewers=84;782.1;851.62;0;869|cpu_max=91.5;90;~:97;0;100 CASTWATCH WARNING - 1 incident: Server hot\n',
  },
  {
    printed: 'CASTWATCH UNKNOWN - the login was refused',
    exitCode: 3,
    local: '3 castwatch - CASTWATCH UNKNOWN - the login was refused\n',
  },
])('checkmk.sh prints state, name, metrics without units or blanks, and text: $exitCode', (row) => {
  const { printed, exitCode, local } = row;
  const folder = newFolder();
  const script = `#!/bin/sh\necho "${printed}"\nexit ${exitCode}\n`;
  writeFileSync(join(folder, 'castwatch'), script, { mode: 0o755 });
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}` };
  const checkmk = join(import.meta.dirname, 'checkmk.sh');
  expect(execFileSync('sh', [checkmk], { encoding: 'utf8', env })).toBe(local);
});
