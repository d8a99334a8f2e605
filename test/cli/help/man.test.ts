import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { manPage } from '../../../src/cli/help/man.ts';
import { variables } from '../../../src/cli/help/man-text.ts';
import { commandNames, commandTable } from '../../../src/cli/options/commands.ts';
import { flagOf } from '../../../src/cli/options/lookup.ts';
import { options } from '../../../src/cli/options/table.ts';
import { absenceWords, definitions } from '../../../src/views/streams/periods.ts';

const page = manPage('1.2.3', '2026-01-31');
const plain = page.replaceAll('\\-', '-');

test('every command, option and variable has its entry', () => {
  for (const name of commandNames.slice(1)) expect(plain).toContain(`.TP\n\\fBcastwatch ${name}\\fR`);
  for (const [name, spec] of options) {
    expect(plain).toContain(flagOf(name).slice(2));
    if (spec.env !== undefined) expect(plain).toContain(`.TP\n\\fB${spec.env}\\fR`);
  }
  expect(plain).toContain('.TH CASTWATCH 1 2026-01-31 "castwatch 1.2.3"');
  for (const section of ['CONFIGURATION', 'ENVIRONMENT', 'FILES', 'EXIT STATUS', 'EXAMPLES'])
    expect(plain).toContain(`.SH ${section}\n`);
});

test('no word is lost at the end of a line, and options of some commands say so', () => {
  const words = plain.replaceAll('\n', ' ');
  for (const { summary } of Object.values(commandTable)) expect(words).toContain(summary);
  for (const line of page.split('\n')) if (/^\w/.test(line)) expect(line.length).toBeLessThanOrEqual(78);
  expect(words).toMatch(/--timeout SECONDS\\fR [^(]*\(default: [^)]*\) \(check\) \.TP/);
  expect(words).toContain('--ascii\\fR draw with ASCII characters only .TP');
  expect(words).toContain('(report, sessions, capacity, history, record, mcp) .TP');
  expect(page).not.toContain('~');
});

test('the figures of sessions are defined, with every meaning of an absence', () => {
  const words = plain.replaceAll('\\(mu', '×').replaceAll('\\(mi', '−').replaceAll('\n', ' ');
  for (const line of [...definitions('counts'), ...Object.values(absenceWords)])
    expect(words).toContain(line);
  expect(words).toMatch(/the period, the time watched in it, and how much of that the API could not be read/);
});

test('no text is taken as a request of roff, and hyphens can be copied', () => {
  for (const line of page.trimEnd().split('\n').slice(1)) {
    expect(line).toMatch(/^(\.(TH|SH|TP|PP|B)\b|[^.'])/);
    expect(line.replaceAll(/\\[-efB&(]/g, '')).not.toContain('-');
  }
});

test('every variable that the program reads has its entry', () => {
  const root = resolve(import.meta.dirname, '../../../src');
  const read = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['build/**'] }).flatMap((path) =>
    [...readFileSync(resolve(root, path), 'utf8').matchAll(/\benv\.([A-Z][A-Z_]+)/g)].map(([, name]) => name),
  );
  const told = new Set([
    ...variables.flatMap(([names]) => names.split(', ')),
    ...options.flatMap(([, { env }]) => env ?? []),
  ]);
  expect(read.length).toBeGreaterThan(15);
  expect(read.filter((name) => name !== 'NODE_ENV' && !told.has(name ?? ''))).toEqual([]);
});

/** Whether a program cannot be started: then its tests are skipped, which the summary counts. */
const isMissing = (program: string) => spawnSync(program, ['--version'], { input: '' }).error !== undefined;

test.skipIf(isMissing('mandoc'))('mandoc reports nothing', () => {
  const { stdout, stderr } = spawnSync('mandoc', ['-T', 'lint'], { input: page, encoding: 'utf8' });
  expect(stdout + stderr).toBe('');
});

test.skipIf(isMissing('groff'))('groff reports nothing', () => {
  const options = { input: page, encoding: 'utf8' } as const;
  const { stdout, stderr } = spawnSync('groff', ['-man', '-Tascii', '-ww'], options);
  expect(stderr).toBe('');
  expect(stdout.replaceAll(/.\x08/g, '')).toContain('--read-only');
});
