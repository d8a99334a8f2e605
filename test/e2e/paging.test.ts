import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MessageJson } from '../../src/alerts/message-json.ts';
import type { Simulator } from '../../src/simulator/start.ts';
import { serve } from '../http/support.ts';
import { eventually } from '../support/eventually.ts';
import { isLong } from '../support/long.ts';
import { newFolder } from '../support/new-folder.ts';
import { launch } from './driver.ts';
import { builtProgram, heard, simulate, start } from './program.ts';

/** A webhook that keeps what it gets: by whom, which is the path of the URL, and what. */
async function receiver() {
  const got: { by: string; message: MessageJson }[] = [];
  const { url } = await serve(({ url: by = '' }, response, body) => {
    got.push({ by, message: JSON.parse(body) });
    response.end();
  });
  const raised = (by?: string) =>
    got.filter((one) => one.message.event === 'raised' && (by ?? one.by) === one.by);
  /** An incident is told once. On a slow machine the sick cluster has a second critical one. */
  const expectEachOnce = () => {
    const ids = raised().map(({ message }) => message.incident?.id);
    expect(ids).not.toHaveLength(0);
    expect(new Set(ids).size).toBe(ids.length);
  };
  return { url, raised, expectEachOnce };
}

/** A configuration of the cluster `lab` whose messages go to that path of the receiver. */
function configured(home: string, { url, username }: Simulator, webhook: string): string {
  const file = join(home, `${webhook.split('/').at(-1)}.yaml`);
  const alerts = `alerts:\n  for: 1s\n  severity: critical\n  monitor: ${webhook.endsWith('/monitor')}\n  webhook: { url: '${webhook}', private: true }\n`;
  writeFileSync(file, `clusters:\n  lab: { url: '${url}', username: ${username} }\n${alerts}`, {
    mode: 0o600,
  });
  return file;
}

const recording = (config: string) => ['record', '--profile', 'lab', '--interval', '1', '--config', config];

function record(config: string, env: Readonly<Record<string, string>>) {
  const child = start(recording(config), env);
  return { child, told: heard(child.stderr) };
}

/** A cluster with a critical incident, and what a user's programs share. */
async function given() {
  const simulator = await simulate({ scenario: 'sick', servers: 10, streams: 250 });
  const home = newFolder();
  const hook = await receiver();
  const env = { CASTWATCH_PASSWORD: simulator.password, XDG_STATE_HOME: home };
  const config = (who: string) => configured(home, simulator, `${hook.url}/${who}`);
  return { simulator, home, hook, env, config };
}

test('a recorder that starts while a monitor writes the history sends messages', async () => {
  const { hook, env, config } = await given();
  await using monitor = launch({
    args: ['--profile', 'lab', '--interval', '1', '--config', config('display')],
    env,
  });
  await monitor.sees(/\d\S* entries/);
  const first = record(config('record'), env);
  await eventually(() => expect(first.told()).toContain('another castwatch is writing the history'));
  await eventually(() => expect(hook.raised('/record')).not.toHaveLength(0));
  expect(hook.raised('/display')).toHaveLength(0);
  hook.expectEachOnce();
});

// A second critical incident takes a minute.
test.runIf(isLong)(
  'a recorder takes over from a monitor that sends, and neither repeats what the other one sent',
  async () => {
    const { simulator, hook, env, config } = await given();
    await using monitor = launch({
      args: ['--profile', 'lab', '--interval', '1', '--config', config('monitor')],
      env,
    });
    await monitor.sees(/\d\S* entries/);
    await eventually(() => expect(hook.raised('/monitor')).not.toHaveLength(0));
    const { child, told } = record(config('record'), env);
    await eventually(() => expect(told()).toContain('another castwatch is writing the history'));
    // An incident that began when both were there: no data.
    simulator.faults.set({ kind: 'error-500' });
    const kinds = (by: string) => hook.raised(by).map(({ message }) => message.incident?.kind);
    await eventually(() => expect(kinds('/record')).toContain('stale'));
    expect(kinds('/monitor')).not.toContain('stale');
    hook.expectEachOnce();
    child.kill('SIGKILL');
  },
);

/** A file system of its own needs a namespace of its own, which not every machine gives. */
const inShell = ['unshare', '-rm', 'sh', '-c'] as const;
const mount = [...inShell.slice(1), 'mount -t tmpfs -o size=1m tmpfs /mnt'];
const canMount = spawnSync(inShell[0], mount, { stdio: 'ignore' }).status === 0;

test
  .runIf(canMount)
  .each([
    ...(isLong ? [['before the start', true] as const] : []),
    ['while the history is written', false] as const,
  ])('messages leave although the disk is full since %s', async (_, isFullAtStart) => {
  const { home, hook, env, config } = await given();
  const state = join(home, 'disk');
  mkdirSync(state, { mode: 0o700 });
  const fill = `dd if=/dev/zero of='${state}/filler' bs=1k`;
  const script = `mount -t tmpfs -o size=4m,mode=700 tmpfs '${state}'; ${isFullAtStart ? fill : 'true'}; exec "$0" "$@"`;
  const command = [...inShell, script, ...builtProgram];
  const child = start(recording(config('record')), { ...env, XDG_STATE_HOME: state }, command);
  const told = heard(child.stderr);
  if (!isFullAtStart) {
    await eventually(() => expect(told()).toContain('the history is being written'));
    const filler = openSync(`/proc/${child.pid}/root${state}/filler`, 'w');
    expect(() => {
      for (;;) writeSync(filler, 'x'.repeat(1_024));
    }).toThrow('ENOSPC');
    closeSync(filler);
  }
  await eventually(() => expect(hook.raised()).not.toHaveLength(0));
  await eventually(() => expect(told()).toContain('no room left for the history'));
  child.kill('SIGTERM');
  await eventually(() => expect(child.exitCode).toBe(0));
  hook.expectEachOnce();
});
