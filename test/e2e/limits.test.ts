import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { newFolder } from '../support/new-folder.ts';
import { bundle, homeEnv } from './driver.ts';
import { access, heard, simulate } from './program.ts';

test('a history at its size limit is reported, and the recording continues', async () => {
  const simulator = await simulate({ scenario: 'quiet' });
  const { args, env } = access(simulator);
  const home = newFolder();
  // A shell sets the limit and becomes the program. 40 KB: enough for an empty history, and soon too little.
  const limited = ['-c', 'ulimit -f 40; exec "$0" "$@"', process.execPath, bundle];
  const child = spawn('bash', [...limited, 'record', '--interval', '1', ...args], {
    cwd: home,
    env: { ...homeEnv(home), ...env },
  });
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
