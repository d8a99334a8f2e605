import { expect, test } from 'vitest';
import { isLong } from '../support/long.ts';
import { crashingProgram } from './crash-build.ts';
import { access, CONTROLS, runProgram, simulate } from './program.ts';

test('a check that fails by a fault of its own is unknown, in one line', async () => {
  const { args, env } = access(await simulate({ scenario: 'quiet' }));
  for (const kind of isLong ? ['judgement', 'overflow', 'callback', 'promise'] : ['overflow']) {
    const { code, stdout, stderr } = await runProgram(
      ['check', '--interval', '1', ...args],
      { ...env, CRASH: kind, CRASH_SECRET: 'c4stw4tch-s3cret' },
      await crashingProgram(),
    );
    expect(stdout).toMatch(/^CASTWATCH UNKNOWN - castwatch itself [^\n]+\n$/);
    expect(stdout).not.toMatch(CONTROLS);
    expect(stdout + stderr).not.toContain('c4stw4tch-s3cret');
    expect([kind, code, stderr]).toEqual([kind, 3, '']);
  }
});
