import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandTable } from '../../src/cli/command-table.ts';
import { manPage } from '../../src/cli/man.ts';
import { flagOf, options } from '../../src/cli/option-table.ts';

const page = manPage('1.2.3');

test('every command, option and variable has its entry', () => {
  const plain = page.replaceAll('\\-', '-');
  for (const { name } of commandTable.slice(1)) expect(plain).toContain(`.TP\n\\fBcastwatch ${name}\\fR`);
  for (const [name, spec] of options) {
    expect(plain).toContain(flagOf(name).slice(2));
    if (spec.env !== undefined) expect(plain).toContain(`.TP\n\\fB${spec.env}\\fR`);
  }
  expect(plain).toContain('castwatch 1.2.3');
});

test('no text is taken for a request, and hyphens can be copied', () => {
  for (const line of page.trimEnd().split('\n')) {
    expect(line).toMatch(/^(\.(TH|SH|TP|B)\b|[^.'])/);
    expect(line.replaceAll(/\\[-efB&(]/g, '')).not.toContain('-');
  }
});

test('groff has nothing to say against it, where it is installed', () => {
  const { error, stdout, stderr } = spawnSync('groff', ['-man', '-Tascii', '-ww'], {
    input: page,
    encoding: 'utf8',
  });
  if (error && 'code' in error && error.code === 'ENOENT') return;
  expect(stderr).toBe('');
  expect(stdout.replaceAll(/.\x08/g, '')).toContain('--read-only');
});
