import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mutant, mutantsOf } from './mutators.ts';

/*
 * `npm run mutate -- FOLDER… [--most N]`: changes one line of `src/FOLDER` at a time, in a copy, and runs the tests of
 * that folder. What they do not notice is printed. `--most` takes that many, spread evenly over all.
 */

/** The folders that decide, and whose tests see what they decide. */
const testsOf: Readonly<Record<string, readonly string[]>> = {
  http: ['test/http'],
  polling: ['test/polling'],
  cluster: ['test/cluster', 'test/polling'],
  triage: ['test/triage'],
  views: ['test/views', 'test/ui/screens'],
  actions: ['test/actions'],
  config: ['test/config'],
  recording: ['test/recording'],
  cli: ['test/cli'],
};
/** A mutant that makes the tests hang was noticed, ms. */
const HANG_MS = 120_000;

const root = resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'castwatch-mutate-'));

function copyTree(): void {
  for (const name of ['src', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

function testsPass(tests: readonly string[]): boolean {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--dir', 'test', '--bail', '1', ...tests];
  return spawnSync(process.execPath, args, { cwd: copy, timeout: HANG_MS, stdio: 'ignore' }).status === 0;
}

function filesOf(folder: string): string[] {
  const names = readdirSync(join(copy, 'src', folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join('src', folder, name));
}

function survives(file: string, mutant: Mutant, tests: readonly string[]): boolean {
  const path = join(copy, file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(path, mutant.source);
  try {
    return testsPass(tests);
  } finally {
    writeFileSync(path, original);
  }
}

function mutate(folder: string, most: number): void {
  const tests = testsOf[folder];
  if (!tests) throw new Error(`No such folder: ${folder}. There are: ${Object.keys(testsOf).join(', ')}.`);
  if (!testsPass(tests)) throw new Error(`The tests of ${folder} fail as they are.`);
  const all = filesOf(folder)
    .sort()
    .flatMap((file) => mutantsOf(readFileSync(join(copy, file), 'utf8')).map((mutant) => ({ file, mutant })));
  const step = Math.max(1, all.length / most);
  const taken = all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  let survivors = 0;
  for (const { file, mutant } of taken) {
    if (!survives(file, mutant, tests)) continue;
    survivors++;
    console.log(`${file}:${mutant.line}  ${mutant.what}  ${mutant.before}`);
  }
  const score = (100 * (taken.length - survivors)) / taken.length;
  console.log(`${folder}: ${taken.length - survivors} of ${taken.length} noticed (${score.toFixed(0)} %)`);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { most: { type: 'string' } } });
copyTree();
try {
  for (const folder of positionals.length > 0 ? positionals : Object.keys(testsOf))
    mutate(folder, Number(values.most ?? Number.POSITIVE_INFINITY));
} finally {
  rmSync(copy, { recursive: true, force: true });
}
