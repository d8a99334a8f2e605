import { expect, test } from 'vitest';
import { access, runProgram, simulate } from './program.ts';

test('without a terminal the monitor names the commands for scripts', async () => {
  const simulator = await simulate();
  const { args, env } = access(simulator);
  const { code, stdout, stderr } = await runProgram(args, env);
  expect(stdout).toBe('');
  expect(stderr).toMatch(
    /^castwatch: standard output is not a terminal\. .*castwatch snapshot.*castwatch check/,
  );
  expect(code).toBe(3);
});

test('without a terminal and with a wrong password it says that', async () => {
  const simulator = await simulate();
  const { args } = access(simulator);
  const { code, stdout, stderr } = await runProgram(args, { CASTWATCH_PASSWORD: 'not-this-one' });
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(/^castwatch: User name or password were not accepted/);
  expect(stderr).not.toContain('not-this-one');
});
