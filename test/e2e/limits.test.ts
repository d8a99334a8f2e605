import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { bundle } from './driver.ts';
import { access, heard, simulate } from './program.ts';

/** A shell sets the limit for itself and then becomes the program. */
function limited(limit: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'castwatch-limits-'));
  const command = ['-c', `ulimit ${limit}; exec "$0" "$@"`, process.execPath];
  const options = {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home, XDG_STATE_HOME: home, ...env },
  };
  return { command, args: [bundle, ...args], options, home };
}

test('a history at its size limit is reported, and the recording continues', async () => {
  const simulator = await simulate({ scenario: 'quiet' });
  const { args, env } = access(simulator);
  // 40 KB: enough for an empty history, and soon too little.
  const run = limited('-f 40', ['record', '--interval', '1', ...args], env);
  const child = spawn('bash', [...run.command, ...run.args], run.options);
  onTestFinished(() => void child.kill('SIGKILL'));
  const told = heard(child.stderr);
  await eventually(() =>
    expect(told()).toMatch(/the history .* cannot be used: disk I\/O error|no room left for the history/),
  );
  const asked = simulator.requests.length;
  await eventually(() => expect(simulator.requests.length).toBeGreaterThan(asked));
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
