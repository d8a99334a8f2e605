import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { bundle } from './driver.ts';
import { access, simulate } from './program.ts';

/** A shell sets the limit for itself and then becomes the program. */
function limited(limit: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'castwatch-limits-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
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
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  await eventually(() =>
    expect(told).toMatch(/the history .* cannot be used: disk I\/O error|no room left for the history/),
  );
  const asked = simulator.requests.length;
  await eventually(() => expect(simulator.requests.length).toBeGreaterThan(asked));
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('with few open files the program says what it needs', () => {
  const outcome = (files: number, args: readonly string[]) => {
    const run = limited(`-n ${files}`, args);
    return spawnSync('bash', [...run.command, ...run.args], {
      ...run.options,
      encoding: 'utf8',
      timeout: 10_000,
    });
  };
  // The needs of Node itself differ from system to system.
  const least = Array.from({ length: 40 }, (_, at) => at + 16).find(
    (files) => outcome(files, ['--version']).status === 0,
  );
  expect(least).toBeDefined();
  const commands = [
    ['export', '--url', 'http://127.0.0.1:1'],
    ['report', '--url', 'http://127.0.0.1:1'],
    ['man'],
  ];
  for (const command of commands) {
    for (let more = 0; more < 3; more++) {
      const { stderr } = outcome((least ?? 0) + more, command);
      expect(stderr).not.toMatch(/error of its own|\n {4}at /);
    }
  }
});

test('a profile of the processor can be taken', () => {
  const home = mkdtempSync(join(tmpdir(), 'castwatch-profile-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const args = ['--cpu-prof', '--cpu-prof-dir', home, bundle, 'help'];
  expect(spawnSync(process.execPath, [...args.slice(0, 4), '--help'], { cwd: home }).status).toBe(0);
  expect(readdirSync(home).some((name) => name.endsWith('.cpuprofile'))).toBe(true);
});
