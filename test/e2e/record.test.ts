import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { turn } from '../../src/base/turn.ts';
import { eventually } from '../support/eventually.ts';
import { newFolder } from '../support/new-folder.ts';
import { bundle } from './driver.ts';
import { access, builtProgram, heard, simulate, start } from './program.ts';

test('500 SIGHUP within moments leave a recording that writes, holds as many files as before, and ends', async () => {
  const simulator = await simulate({ scenario: 'quiet' });
  const { args, env } = access(simulator);
  const child = start(['record', ...args, '--interval', '1'], env);
  const told = heard(child.stderr);
  await eventually(() => expect(told()).toContain('the history is being written'));
  const openCount = () => readdirSync(`/proc/${child.pid}/fd`).length;
  const before = openCount();
  for (let signal = 0; signal < 500; signal++) {
    child.kill('SIGHUP');
    if (signal % 50 === 0) await turn();
  }
  await eventually(() => expect(told()).toContain('the configuration was read again'));
  const asked = simulator.requests.length;
  await eventually(() => expect(simulator.requests.length).toBeGreaterThan(asked));
  await eventually(() => expect(openCount()).toBeLessThan(before + 10));
  child.kill('SIGTERM');
  await eventually(() => expect(child.exitCode).toBe(0));
});

test('a history at its size limit is reported, and the recording continues', async () => {
  const simulator = await simulate({ scenario: 'quiet' });
  const { args, env } = access(simulator);
  // A shell sets the limit and becomes the program. 40 KB: enough for an empty history, and soon too little.
  const limited = ['bash', '-c', 'ulimit -f 40; exec "$0" "$@"', ...builtProgram];
  const child = start(['record', '--interval', '1', ...args], env, limited);
  const told = heard(child.stderr);
  const full = /the history .* cannot be used: disk I\/O error|no room left for the history/;
  await eventually(() => expect(told()).toMatch(full));
  const asked = simulator.requests.length;
  await eventually(() => expect(simulator.requests.length).toBeGreaterThan(asked));
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  child.kill('SIGTERM');
  await eventually(() => expect(child.exitCode).toBe(0));
});

/** A user that owns nothing. */
const NOBODY = 65_534;

/** Only root can start programs as another user, and that one must be able to read the program. */
function nobodyCanRun(): boolean {
  if (process.getuid?.() !== 0) return false;
  const options = { cwd: '/', uid: NOBODY, gid: NOBODY };
  return spawnSync(process.execPath, [bundle, '--version'], options).status === 0;
}

test.runIf(nobodyCanRun())(
  'as another user who may only read its directories, a recording says which, and ends',
  async () => {
    const { args, env } = access(await simulate({ scenario: 'quiet' }));
    const home = newFolder();
    chmodSync(home, 0o755);
    const child = spawn(process.execPath, [bundle, 'record', ...args], {
      cwd: '/',
      uid: NOBODY,
      gid: NOBODY,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { HOME: home, XDG_STATE_HOME: home, XDG_CACHE_HOME: home, ...env },
    });
    const told = heard(child.stderr);
    await eventually(() => expect(child.exitCode).toBe(2));
    expect(told()).toContain(join(home, 'castwatch'));
    expect(told()).not.toMatch(/\n\s+at /);
    expect(readdirSync(home)).toEqual([]);
  },
);
