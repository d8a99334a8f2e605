import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { logIn } from '../support/login.ts';
import { configure, endBySignal, newHome, runCommand, startCommand } from './run-command.ts';

test.each([
  ['--help', /^castwatch \[options\]\n/],
  ['replay --help', /^castwatch replay FILE \[options\]\n/],
  ['--version', /^castwatch \d+\.\d+\.\d+\n$/],
  ['man', /^\.TH CASTWATCH 1 /],
  ['completion fish', /^# fish completion/],
  ['export --print-rules', /^groups:/m],
  ['export --print-dashboard', /^\{\n {2}"title": "castwatch"/],
])('%s prints and exits with 0', async (words, text) => {
  const stdout = expect.stringMatching(text);
  expect(await runCommand(words.split(' '))).toEqual({ code: 0, stdout, stderr: '' });
});

test('wrong usage names the help to read and exits with 2, for check with 3', async () => {
  expect(await runCommand(['--asci'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'castwatch: unknown option --asci. Did you mean --ascii?\nTry: castwatch --help\n',
  });
  expect((await runCommand(['replay'])).stderr).toMatch(/\nTry: castwatch replay --help\n$/);
  expect(await runCommand(['check', '--asci'])).toMatchObject({ code: 3, stderr: '' });
  // A plugin never says OK where it checked nothing.
  for (const word of ['--help', '--version'])
    expect(await runCommand(['check', word])).toMatchObject({ code: 3, stderr: '' });
});

test('no cluster, a faulty configuration, no recording and no history exit with 2 and say why', async () => {
  const home = newHome();
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await runCommand(words, {}, { home });
    expect([code, stdout]).toEqual([2, '']);
    return stderr;
  };
  expect(await run()).toMatch(/^castwatch needs to know which cluster to watch\./);
  for (const command of ['snapshot', 'export', 'record', 'report', 'sessions', 'capacity'])
    expect(await run(command)).toMatch(/^castwatch needs to know which cluster to watch\./);
  expect(await run('replay', join(home, 'none.tape'))).toMatch(/^castwatch: .*none\.tape/);
  expect(await run('report', '--url', 'https://never.example')).toMatch(/^castwatch: there is no history /);
  configure(home, 'clusters: { eu: { url: https://eu.example }, us: { url: https://us.example } }\n');
  expect(await run('snapshot')).toMatch(/--profile eu\n.*--profile us\n {2}castwatch snapshot --all\n/);
  configure(home, 'clusters: 7\n');
  expect(await run('config', 'profiles')).toMatch(/^castwatch: .*config\.yaml:1/);
});

test('simulate prints its address and ends with a signal', async () => {
  const command = startCommand(['simulate', '--seed', '7', '--scenario', 'quiet']);
  await eventually(() => expect(command.stdout).toMatch(/\n$/));
  const { url, username, password, ...rest } = JSON.parse(command.stdout);
  expect(Object.keys(rest).sort()).toEqual(['apiKey', 'cloudUrl']);
  expect((await logIn(url, username, password)).status).toBe(200);
  expect((await endBySignal(command)).code).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

test('simulate --fleet lists six clusters by name, each with its own login', async () => {
  const command = startCommand(['simulate', '--fleet', '--servers', '8', '--streams', '20']);
  await eventually(() => expect(command.stdout).toMatch(/\n$/));
  const { clusters } = JSON.parse(command.stdout);
  expect(clusters).toHaveLength(6);
  for (const cluster of clusters) {
    expect(Object.keys(cluster)).toEqual(['name', 'url', 'cloudUrl', 'username', 'password', 'apiKey']);
    expect((await logIn(cluster.url, cluster.username, cluster.password)).status).toBe(200);
  }
  expect((await endBySignal(command)).code).toBe(0);
  for (const { url } of clusters) await expect(fetch(url)).rejects.toThrow();
  const { code, stderr } = await runCommand(['simulate', '--fleet', '--scenario', 'sick']);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching('--fleet has incidents .*: leave --scenario out'),
  ]);
});
