import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { listener } from '../support/fleet-home.ts';
import { configure, endBySignal, newHome, runCommand, startCommand } from './run-command.ts';

test('no word of one cluster reaches another, in requests or in what is said about it', async () => {
  const clusters = [await listener('eu'), await listener('us'), await listener('ap')];
  const home = newHome();
  const lines = clusters.map(
    ({ name, url }) =>
      `  ${name}: { url: '${url}', username: user-of-${name}, password: { env: PW_${name} }, interval: 1,` +
      ` cloudUrl: '${url}/cloud', apiKey: { env: KEY_${name} } }\n`,
  );
  configure(home, `clusters:\n${lines.join('')}`);
  const env: Record<string, string> = { CASTWATCH_PASSWORD: 'password-of-nobody' };
  for (const { name } of clusters) {
    env[`PW_${name}`] = `password-of-${name}`;
    env[`KEY_${name}`] = `key-of-${name}`;
  }
  const check = await runCommand(['check', '--all', '--format', 'json'], env, { home });
  const snapshot = await runCommand(['snapshot', '--all'], env, { home });
  const serving = startCommand(['export', '--all', '--listen', '127.0.0.1:0'], env, { home });
  const read = async () => (await fetch(serving.stdout.trim())).text();
  await eventually(async () => expect(await read()).toMatch(/server="server-of-ap",[^\n]*cluster="ap"/));
  const served = await read();
  await endBySignal(serving);

  const printed = [check.stdout, check.stderr, snapshot.stdout, snapshot.stderr, served, serving.stderr].join(
    '\n',
  );
  expect(printed).not.toMatch(/(password|key|token)-of-/);
  for (const { name, all } of clusters) {
    expect(all()).toContain(`password-of-${name}`);
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
      expect(all()).not.toContain(`-of-${other.name}`);
      expect(all()).not.toContain(new URL(other.url).host);
      expect(own + samples.join('\n')).not.toContain(`-of-${other.name}`);
      expect(own).not.toContain(other.url);
    }
  }
});
