import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { historyFile } from '../../../src/history/database.ts';
import { simulate } from '../../e2e/program.ts';
import { openFiles } from '../../support/open-files.ts';
import { configure, newHome, runCommand } from '../run-command.ts';
import { SERVER, startOnScreen } from '../run-screen.ts';
import { simulated } from '../simulated.ts';

test('options are applied: recording, log, no history, ASCII, read-only, first screen', async () => {
  const { args, env, home } = await simulated({ scenario: 'quiet' });
  const [tape, log] = [join(home, 'a.tape'), join(home, 'a.log')];
  const words = '--no-history --no-token-cache --ascii --read-only --screen servers'.split(' ');
  const app = startOnScreen([...args, ...words, '--record', tape, '--log', log], env, home);
  await app.sees(/READ-ONLY[\s\S]*edge-fra-1/);
  expect(app.text()).not.toMatch(/[─│┌]/);
  expect(app.device()).not.toContain('\x1b[?1002h');
  await app.quit();
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const request = { event: 'request', endpoint: 'dashboard', status: 200 };
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining(request));
  expect(readFileSync(tape).length).toBeGreaterThan(1_000);
  expect(existsSync(join(home, 'state/castwatch'))).toBe(false);
});

test('the configuration is applied: theme, mouse, units, a production cluster', async () => {
  const { url, username, password } = await simulate({ scenario: 'quiet' });
  const home = newHome();
  const lab = `{ url: '${url}', username: ${username}, password: { env: LAB_PASSWORD }, production: true }`;
  configure(home, `theme: light\nmouse: true\nunits: bytes\nclusters: { lab: ${lab} }\n`);
  const app = startOnScreen(['--profile', 'lab'], { LAB_PASSWORD: password }, home);
  await app.sees(/PRODUCTION[\s\S]*(origin|transcode|edge)-(fra|iad)-\d/);
  expect(app.text()).toMatch(/\d [MG]B\/s/);
  expect(app.text()).not.toContain('READ-ONLY');
  expect(app.device()).toContain('\x1b[?1002h');
  expect(app.output.writes.join('')).not.toContain('\x1b]11;?');
  app.command('profile nowhere');
  await app.sees('Nothing found');
  await app.escape('Nothing found');
  await app.quit();
});

test('a history that cannot be written is reported on the screen, and once more at the end', async () => {
  const { args, env, home } = await simulated({ scenario: 'quiet' });
  mkdirSync(join(home, 'state/castwatch'), { recursive: true, mode: 0o700 });
  // A directory is in the place of the file.
  mkdirSync(historyFile(join(home, 'state/castwatch'), args[1] ?? ''));
  const app = startOnScreen(args, env, home);
  await app.sees('▲ Only the last hour is kept, in memory: the history ');
  await app.quit();
  expect(app.errors()).toMatch(/^castwatch: Only the last hour is kept, .* cannot be used: .*\n$/);
});

test('without a terminal it asks the cluster, names the alternatives, and closes the recording', async () => {
  const { simulator, args, env, home } = await simulated({ scenario: 'quiet' });
  const tape = join(home, 'a.tape');
  const { code, stderr } = await runCommand(['--record', tape, ...args], env, { home });
  expect(code).toBe(3);
  expect(stderr).toContain('not a terminal. For scripts: castwatch snapshot, castwatch check.');
  const answered = { path: '/api/cluster/topology', status: 200 };
  expect(simulator.requests).toContainEqual(expect.objectContaining(answered));
  expect(openFiles(home)).not.toContain(tape);
  const silent = await runCommand(['--url', 'http://127.0.0.1:9', '--username', 'me'], env);
  const refused = /^castwatch: 127\.0\.0\.1:9 refuses connections(?!.*For scripts)/s;
  expect([silent.code, silent.stderr]).toEqual([3, expect.stringMatching(refused)]);
});

test('a refused login asks for another password on the screen and continues with it', async () => {
  const { simulator, args } = await simulated();
  const app = startOnScreen(args, { CASTWATCH_PASSWORD: 'not-this-one' });
  await app.sees('Login of operator refused. Password:');
  app.keyboard.type('\x1b');
  await app.sees('r asks for the password again');
  app.keyboard.type('r');
  await app.sees('Login of operator refused. Password:');
  app.typeEach(`${simulator.password}\r`);
  await app.sees(SERVER);
  await app.quit();
  expect(app.output.take()).not.toContain(simulator.password);
});
