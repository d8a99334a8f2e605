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

test('unknown words are refused with the usage, and nothing is made', () => {
  const { status, stdout, stderr, left } = gallery('pictures', 'steady', '81x24');
  expect([status, stdout, left]).toEqual([2, '', []]);
  expect(stderr).toContain("No picture's name contains 81x24.");
  expect(stderr).toContain('npm run gallery -- [FOLDER]');
  expect(() => galleryArguments(['--size', '80x24'])).toThrow("Unknown option '--size'");
  expect(() => galleryArguments(['pictures', 'calm'])).toThrow('There is no scenario ‘calm’.');
});

test('accepts a folder, a scenario and words, or asks for help', () => {
  expect(galleryArguments(['--help'])).toBeUndefined();
  expect(galleryArguments([])).toEqual({ folder: undefined, scenarios: galleryScenarios, words: [] });
  expect(galleryArguments(['out', 'sick', 'help', '80x24'])).toEqual({
    folder: 'out',
    scenarios: ['sick'],
    words: ['help', '80x24'],
  });
});
