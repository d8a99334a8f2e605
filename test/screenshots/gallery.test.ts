import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { galleryArguments, galleryScenarios } from './gallery-arguments.ts';

/** Runs the tool in an empty folder; `left` lists the files that it made there. */
function gallery(...args: string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'castwatch-gallery-test-'));
  const program = resolve(import.meta.dirname, 'gallery.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
  });
  return { status, stdout, stderr, left: readdirSync(cwd) };
}

test('--help prints the usage and makes nothing', () => {
  const { status, stdout, stderr, left } = gallery('--help');
  expect([status, stderr, left]).toEqual([0, '', []]);
  expect(stdout).toMatch(/^npm run gallery -- \[FOLDER\] \[SCENARIO\] \[WORD…\]\n/);
});

test.each([
  { args: ['--size', '80x24'], words: "Unknown option '--size'" },
  { args: ['pictures', 'calm'], words: 'There is no scenario ‘calm’.' },
  { args: ['pictures', 'steady', '81x24'], words: "No picture's name contains 81x24." },
])('unknown arguments are refused, and nothing is made: $args', ({ args, words }) => {
  const { status, stdout, stderr, left } = gallery(...args);
  expect([status, stdout, left]).toEqual([2, '', []]);
  expect(stderr).toContain(words);
  expect(stderr).toContain('npm run gallery -- [FOLDER]');
});

test('accepts a folder, a scenario and words', () => {
  expect(galleryArguments([])).toEqual({ folder: undefined, scenarios: galleryScenarios, words: [] });
  expect(galleryArguments(['out', 'sick', 'help', '80x24'])).toEqual({
    folder: 'out',
    scenarios: ['sick'],
    words: ['help', '80x24'],
  });
});
