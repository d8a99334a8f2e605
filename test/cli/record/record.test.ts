import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { turn } from '../../../src/base/turn.ts';
import { historyFile } from '../../../src/history/database.ts';
import { access, simulate } from '../../e2e/program.ts';
import { json, serve } from '../../http/support.ts';
import { eventually } from '../../support/eventually.ts';
import { fleetHome } from '../../support/fleet-home.ts';
import { newFolder } from '../../support/new-folder.ts';
import { openFiles } from '../../support/open-files.ts';
import { configure, endBySignal, runCommand, startCommand } from '../run-command.ts';
import { simulated } from '../simulated.ts';

/** A service manager that writes down each message, a line each; `exit` is how its program ends. */
function manager(home: string, exit = 0) {
  const [folder, told] = [join(home, 'bin'), join(home, 'told')];
  mkdirSync(folder);
  writeFileSync(told, '');
  const script = `#!/bin/sh\necho "$*" >>'${told}'\nexit ${exit}\n`;
  writeFileSync(join(folder, 'systemd-notify'), script, { mode: 0o755 });
  return {
    env: { PATH: `${folder}:${process.env.PATH}`, NOTIFY_SOCKET: join(home, 'socket') },
    told: () => readFileSync(told, 'utf8').trimEnd().split('\n'),
  };
}

test('the service manager is told that recording is ready, then that polls go on, and so is the heartbeat', async () => {
  const { args, env, home } = await simulated({ scenario: 'quiet' });
  const { url, hits } = await serve((_request, response) => json(response, 200, {}));
  const [hook, alive] = ['hook', 'alive'].map((path) => `{ url: '${url}/${path}', private: true }`);
  configure(home, `alerts: { webhook: ${hook}, heartbeat: ${alive} }\n`);
  const { told, env: managed } = manager(home);
  const whole = { ...env, ...managed, WATCHDOG_USEC: '200000' };
  const command = startCommand(['record', ...args], whole, { home });
  const ready = /^READY=1 STATUS=.*: data arrive$/;
  await eventually(() => {
    expect(told().length).toBeGreaterThan(3);
    expect(told().filter((line) => line !== 'WATCHDOG=1')).toEqual([expect.stringMatching(ready)]);
  });
  await eventually(() => expect(hits).toEqual(['GET /alive']));
  process.emit('SIGINT');
  expect(await command.ended).toMatchObject({ code: 0, stdout: '' });
  const heard = told().length;
  await turn();
  expect(told().length - heard).toBeLessThanOrEqual(1);
});

test('a service manager that cannot be reached causes a warning, and recording continues without a watchdog', async () => {
  const { args, env, home } = await simulated({ scenario: 'quiet' });
  const { told, env: managed } = manager(home, 1);
  const command = startCommand(['record', ...args], { ...env, ...managed }, { home });
  await eventually(() => expect(command.stderr).toContain('the history is being written'));
  expect(command.stderr).toMatch(/^castwatch: systemd-notify: /m);
  expect((await endBySignal(command)).code).toBe(0);
  expect(told()).toEqual([expect.stringMatching('^READY=1')]);
});

test('a refused login does not end the recording, and the next try is said', async () => {
  const { args } = access(await simulate({ scenario: 'quiet' }));
  const command = startCommand(['record', ...args], { CASTWATCH_PASSWORD: 'wrong' });
  const refused = /User name or password were not accepted \(401\); the next try is at \d\d:\d\d:\d\d\./;
  await eventually(() => expect(command.stderr).toMatch(refused));
  expect((await endBySignal(command)).code).toBe(0);
});

test('of several clusters one without its secret is told, and the others are recorded', async () => {
  const { home, env } = await fleetHome({ eu: {}, us: {}, ap: {} });
  const { PASSWORD_1: _, ...without } = env;
  const command = startCommand(['record', '--all'], without, { home });
  for (const name of ['eu', 'ap'])
    await eventually(() => expect(command.stderr).toContain(`${name}: the history is being written`));
  expect(command.stderr).toMatch(/us: not recorded: password of user-us at us: .* PASSWORD_1 is not set/);
  expect((await endBySignal(command)).code).toBe(0);
  const none = await runCommand(['record', '--all'], {}, { home });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('PASSWORD_0 is not set')]);
});

test('record writes to the shared directory of the configuration, and report reads there, also after its end', async () => {
  const shared = newFolder();
  chmodSync(shared, 0o750);
  const { simulator, args, env, home } = await simulated({ scenario: 'quiet' });
  configure(home, `history: { directory: ${shared} }\n`);
  const recording = startCommand(['record', ...args], env, { home });
  await eventually(() => expect(recording.stderr).toContain('the history is being written'));
  const report = () => runCommand(['report', '--url', simulator.url], {}, { home });
  expect(await report()).toMatchObject({ code: 0, stderr: '' });
  await endBySignal(recording);
  const files = readdirSync(shared).toSorted();
  expect(files).toEqual([expect.stringMatching(/^history-.*\.db$/), 'team']);
  expect(statSync(join(shared, files[0] ?? '')).mode & 0o777).toBe(0o640);
  expect(await report()).toMatchObject({ code: 0, stderr: '' });
});

test('a history that cannot be used ends the recording with an error, unless another one is written', async () => {
  const { home, env, clusters } = await fleetHome({ one: {}, two: {} });
  const state = join(home, 'state', 'castwatch');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  symlinkSync('elsewhere', historyFile(state, clusters.one?.url ?? ''));
  const alone = await runCommand(['record', '--profile', 'one'], env, { home });
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('is a link')]);
  expect(alone.stderr).toMatch(/no history can be written, so the recording has ended\n$/);
  expect(openFiles(home)).toEqual([]);
  const command = startCommand(['record', '--all'], env, { home });
  await eventually(() => {
    expect(command.stderr).toContain('one: the history');
    expect(command.stderr).toContain('two: the history is being written');
  });
  expect((await endBySignal(command)).code).toBe(0);
});
