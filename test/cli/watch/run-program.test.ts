import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runBeside } from '../../../src/cli/watch/run-program.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { newFolder } from '../../support/new-folder.ts';

const env = { PATH: process.env.PATH };
const sh = (script: string, ...words: string[]) => ({
  name: 'own',
  argv: ['sh', '-c', script, 'own', ...words],
  terminal: false,
  timeout: 10_000,
});

test('the output of a program and its exit code are returned, without what could control the terminal', async () => {
  const result = await runBeside(sh('printf "a\\033[2Jb\\n"; echo wrong >&2; exit 3'), env);
  expect(result).toMatchObject({ outcome: 'exit code 3', failed: true });
  expect(result.output).not.toContain('\x1b');
  expect(result.output).toContain('wrong');
});

test('a program that cannot be started is named', async () => {
  const run = { ...sh(''), argv: ['/nowhere/program'] };
  await expect(runBeside(run, env)).rejects.toThrow(/\/nowhere\/program could not be run/);
});

test('output without end is cut, and the program may go on', async () => {
  const { output, outcome } = await runBeside(sh('yes | head -c 10000000'), env);
  expect(outcome).toBe('exit code 0');
  expect(output.length).toBeLessThan(70_000);
  expect(output).toMatch(/… \(cut\)$/);
});

test('after its time a program is ended, with what it started', async () => {
  const folder = newFolder();
  try {
    const clock = new ManualClock();
    const begun = join(folder, 'begun');
    const ended = runBeside(sh('sleep 600 & echo $! > "$1"; wait', begun), env, clock);
    await expect.poll(() => existsSync(begun)).toBe(true);
    await clock.advance(10_000);
    expect(await ended).toMatchObject({ outcome: 'did not end within 10 s', failed: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
