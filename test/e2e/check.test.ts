import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { claiming } from './built.ts';
import { bundle } from './driver.ts';
import { heard, runProgram } from './program.ts';

/** The program in a shell, for features of a shell. */
async function inShell(words: string): Promise<{ code: number | null; stderr: string }> {
  const child = spawn('bash', ['-c', `set -o pipefail; '${process.execPath}' '${bundle}' ${words}`], {
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const told = heard(child.stderr);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr: told() };
}

test('a full disk and an old Node give "unknown" in one line', async () => {
  const { code, stdout, stderr } = await runProgram(['check'], {
    NODE_OPTIONS: `--import=${claiming('20.1.0')}`,
  });
  expect([code, stderr]).toEqual([3, '']);
  expect(stdout).toMatch(/^CASTWATCH UNKNOWN - castwatch needs Node.js 24 or newer; this is 20.1.0[^\n]*\n$/);
  const full = await inShell("'check' > /dev/full");
  expect(full).toEqual({
    code: 3,
    stderr: expect.stringMatching(/^castwatch: cannot write to standard output: [^\n]+\n$/),
  });
});

test.each([
  ["'--help' > /dev/full", 1, /^castwatch: cannot write to standard output: no space left[^\n]*\n$/],
  ["'simulate' > /dev/full", 1, /^castwatch: cannot write to standard output: no space left[^\n]*\n$/],
  ["'man' | true", 0, /^$/],
])('castwatch %s prints no stack trace', async (words, code, stderr) => {
  expect(await inShell(words)).toEqual({ code, stderr: expect.stringMatching(stderr) });
});
