import { expect, test } from 'vitest';
import { isLong } from '../support/long.ts';
import { claiming } from './built.ts';
import { crashingProgram } from './crash-build.ts';
import { access, builtProgram, CONTROLS, runProgram, simulate } from './program.ts';

/** The program in a shell, for features of a shell. */
const inShell = (words: string) =>
  runProgram(builtProgram, {}, ['bash', '-c', `set -o pipefail; "$0" "$@" ${words}`]);

test('an old Node gives "unknown" in one line', async () => {
  const old = { NODE_OPTIONS: `--import=${claiming('20.1.0')}` };
  const { code, stdout, stderr } = await runProgram(['check'], old);
  expect([code, stderr]).toEqual([3, '']);
  expect(stdout).toMatch(/^CASTWATCH UNKNOWN - castwatch needs Node.js 24 or newer; this is 20.1.0[^\n]*\n$/);
});

test.each([
  ['check', 3],
  ['--help', 1],
  ['simulate', 1],
])('castwatch %s says that the disk is full, and prints no stack trace', async (command, code) => {
  const stderr = expect.stringMatching(/^castwatch: cannot write to standard output: no space left[^\n]*\n$/);
  expect(await inShell(`${command} > /dev/full`)).toEqual({ code, stdout: '', stderr });
});

test('a reader that is gone is no failure', async () => {
  expect(await inShell('man | true')).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('a check that fails by a fault of its own is unknown, in one line', async () => {
  const { args, env } = access(await simulate({ scenario: 'quiet' }));
  for (const kind of isLong ? ['judgement', 'overflow', 'callback', 'promise'] : ['overflow']) {
    const { code, stdout, stderr } = await runProgram(
      ['check', '--interval', '1', ...args],
      { ...env, CRASH: kind, CRASH_SECRET: 'c4stw4tch-s3cret' },
      [process.execPath, await crashingProgram()],
    );
    expect(stdout).toMatch(/^CASTWATCH UNKNOWN - castwatch itself [^\n]+\n$/);
    expect(stdout).not.toMatch(CONTROLS);
    expect(stdout).not.toContain('c4stw4tch-s3cret');
    expect([kind, code, stderr]).toEqual([kind, 3, '']);
  }
});
