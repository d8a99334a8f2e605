import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WarmFiles } from '../../src/cli/warm-files.ts';

let home: string;
let folder: string;
let kept: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'castwatch-warm-'));
  folder = mkdtempSync(join(home, 'program-'));
  kept = mkdtempSync(join(home, 'kept-'));
  write(1);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(home, { recursive: true, force: true });
});

interface Program {
  readonly answer: () => number;
  readonly folder: string;
  readonly sep: string;
}

function write(answer: number): void {
  writeFileSync(
    join(folder, 'program.js'),
    `const { add } = require('./part.js'); module.exports = {
      answer() { let sum = 0; for (const one of [1, 2, 3]) sum = add(sum, one); return sum * ${answer}; },
      folder: __dirname, sep: require('node:path').sep };`,
  );
  writeFileSync(join(folder, 'part.js'), 'exports.add = function (a, b) { return a + b; };');
}

/** One run of the program, with what it keeps at its end. */
function run(where: { kept: string | undefined } = { kept }): number {
  const files = new WarmFiles(folder, where.kept);
  const answer = (files.load('program.js') as Program).answer();
  files.keep();
  return answer;
}

function codes(): string[] {
  return readdirSync(kept).map((name) => join(kept, name));
}

/** Each replacement is a new file. */
const inodes = () => codes().map((path) => statSync(path).ino);

test('a file is loaded as Node would, and so are those beside it, each once', () => {
  const files = new WarmFiles(folder, kept);
  const program = files.load('program.js') as Program;
  expect(program.answer()).toBe(6);
  expect(program.folder).toBe(folder);
  expect(program.sep).toBe('/');
  expect(files.load('program.js')).toBe(program);
});

test('what was compiled is kept for the next run, which keeps nothing anew', () => {
  run();
  expect(codes()).toHaveLength(2);
  const before = inodes();
  expect(run()).toBe(6);
  expect(inodes()).toEqual(before);
});

test('the functions are in it, not only the file as it is before it runs', () => {
  const idle = new WarmFiles(folder, kept);
  idle.load('program.js');
  idle.keep();
  const size = () => codes().reduce((sum, path) => sum + statSync(path).size, 0);
  const without = size();
  for (const path of codes()) rmSync(path);
  run();
  expect(size()).toBeGreaterThan(without + 100);
});

test('a new version of the program is never run with the code of the old one', () => {
  expect(run()).toBe(6);
  const before = inodes();
  // As long as the text before, which is all that V8 itself would notice.
  write(7);
  expect(run()).toBe(42);
  expect(run()).toBe(42);
  expect(codes()).toHaveLength(2);
  expect(inodes()).not.toEqual(before);
});

test('damaged code is not used, and replaced', () => {
  for (const damage of [
    (path: string) => truncateSync(path, 0),
    (path: string) => truncateSync(path, 5),
    (path: string) => truncateSync(path, 400),
    (path: string) => {
      const bytes = readFileSync(path);
      for (let at = 100; at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 0x55;
      writeFileSync(path, bytes);
    },
  ]) {
    run();
    for (const path of codes()) damage(path);
    const before = inodes();
    expect(run()).toBe(6);
    expect(inodes()).not.toEqual(before);
    const after = inodes();
    expect(run()).toBe(6);
    expect(inodes()).toEqual(after);
  }
});

test.runIf(process.getuid)('code that belongs to somebody else is not used', () => {
  run();
  const before = inodes();
  vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(
    process.getuid?.() === 4711 ? 1 : 4711,
  );
  expect(run()).toBe(6);
  expect(inodes()).not.toEqual(before);
});

test('where nothing can be kept, the program runs all the same', () => {
  expect(run({ kept: undefined })).toBe(6);
  expect(run({ kept: join(home, 'not there') })).toBe(6);
  expect(codes()).toEqual([]);
});
