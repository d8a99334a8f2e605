import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { listeners } from '../support/fleet-home.ts';
import { endBySignal, runCommand, startCommand } from './run-command.ts';

test('no word of one cluster reaches another, in requests or in what is said about it', async () => {
  const names = ['eu', 'us', 'ap'];
  const more = (name: string, url: string) =>
    `, interval: 1, cloudUrl: '${url}/cloud', apiKey: { env: KEY_${name} }`;
  const { clusters, home, env: passwords, expectApart } = await listeners(names, { more });
  const keys = Object.fromEntries(names.map((name) => [`KEY_${name}`, `key-of-${name}`]));
  const env = { ...passwords, ...keys, CASTWATCH_PASSWORD: 'password-of-nobody' };
  const check = await runCommand(['check', '--all', '--format', 'json'], env, { home });
  const snapshot = await runCommand(['snapshot', '--all'], env, { home });
  const serving = startCommand(['export', '--all', '--listen', '127.0.0.1:0'], env, { home });
  const read = async () => (await fetch(serving.stdout.trim())).text();
  await eventually(async () => expect(await read()).toMatch(/server="server-of-ap",[^\n]*cluster="ap"/));
  const served = await read();
  await endBySignal(serving);

  const printed = JSON.stringify([check, snapshot, served, serving.stderr]);
  expect(printed).not.toMatch(/(password|key|token)-of-/);
  expectApart();
  for (const { name, all } of clusters) {
    expect(all()).toContain(`Bearer token-of-${name}`);
    expect(all()).not.toContain('password-of-nobody');
    // The answers of each, and what its requests were.
    const own = JSON.stringify([
      JSON.parse(check.stdout).clusters[name],
      JSON.parse(snapshot.stdout).clusters[name],
    ]);
    const samples = served.split('\n').filter((line) => line.includes(`cluster="${name}"`));
    expect(own).toContain(`server-of-${name}`);
    for (const other of clusters) {
      if (other.name === name) continue;
      expect(own + samples.join('\n')).not.toContain(`-of-${other.name}`);
      expect(own).not.toContain(other.url);
    }
  }
});
