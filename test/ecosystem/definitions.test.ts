import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flagOf, lettersOf, optionsOf } from '../../src/cli/option-lookup.ts';

const known = new Set([
  ...optionsOf('check').map(([name]) => flagOf(name)),
  ...[...lettersOf('check').keys()].map((letter) => `-${letter}`),
]);

test.each(['nagios.cfg', 'icinga2.conf', 'checkmk.sh'])('%s names only options of check', (file) => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const lines = text.split('\n').filter((line) => /castwatch check|^ +"--/.test(line));
  const options = lines.flatMap((line) => line.match(/(?<=[\s"])--?[a-zA-Z][\w-]*/g) ?? []);
  expect(options.length).toBeGreaterThan(1);
  expect(options.filter((option) => !known.has(option))).toEqual([]);
});
