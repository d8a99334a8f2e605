import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLong } from '../support/long.ts';
import { crashingProgram } from './crash-build.ts';
import { launch } from './driver.ts';
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

test.skipIf(process.getuid?.() === 0)('a demo that cannot write temporary files says so', async () => {
  const closed = mkdtempSync(join(tmpdir(), 'castwatch-closed-'));
  chmodSync(closed, 0o500);
  await using app = launch({ args: ['demo'], env: { TMPDIR: closed } });
  expect(await app.ends()).toBe(2);
  expect(app.text()).toMatch(/cannot write to the directory for temporary files .*permission denied/s);
  expect(app.text()).not.toContain('error of its own');
});
