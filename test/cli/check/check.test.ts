import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { simulate } from '../../e2e/program.ts';
import { serveWithLogin } from '../../http/support.ts';
import { eventually } from '../../support/eventually.ts';
import { newHome, runCommand, startCommand } from '../run-command.ts';
import { simulated } from '../simulated.ts';

/** The program that is started again: its built file has another place, but its source runs as well. */
function startedFrom(file: string) {
  vi.spyOn(process, 'argv', 'get').mockReturnValue([process.execPath, file]);
  vi.spyOn(process, 'execArgv', 'get').mockReturnValue([]);
  onTestFinished(() => void vi.restoreAllMocks());
}

/** `'label'=value[unit];[warn];[crit];[min];[max]` */
const FIGURE = /^[a-z_]+=\d+(\.\d+)?%?(;[\d.]*){0,4}$/;

test('a healthy cluster gives exit 0 and one line of figures with units, thresholds and limits', async () => {
  const { args, env } = await simulated({ scenario: 'quiet' });
  const { code, stdout, stderr } = await runCommand(['check', '--interval', '1', ...args], env);
  expect(stdout).toMatch(/^CASTWATCH OK - .*no problems, \d+ viewers, \d+ streams, 12 servers \| .*\n$/);
  const figures = (stdout.trim().split(' | ')[1] ?? '').split(' ');
  for (const figure of figures) expect(figure).toMatch(FIGURE);
  expect(figures.find((one) => one.startsWith('cpu_max='))).toMatch(/%;90;97;0;100$/);
  expect(figures).toContain('servers=12;;;0');
  expect([code, stderr]).toEqual([0, '']);
});

test('thresholds, ranges and single objects of the command line decide the exit code', async () => {
  const { args, env } = await simulated({ scenario: 'quiet' });
  const run = (words: string) => runCommand(['check', '--interval', '1', ...args, ...words.split(' ')], env);
  const warned = await run('-vv --warn cpu=1 --crit cpu=100 -w servers=20: -c servers=5:');
  expect(warned.code).toBe(1);
  expect(warned.stdout).toMatch(
    /^CASTWATCH WARNING - 13 incidents: .*servers: 12 violates the range 20:.* cpu_max=[\d.]+%;1;100;0;100 .* servers=12;20:;5:;0/,
  );
  expect(warned.stdout.match(/\nWARNING Server load: .*CPU \d+%/g)).toHaveLength(12);
  const critical = await run('--server edge-fra-1 --warn cpu=1 --crit cpu=2%');
  expect(critical.code).toBe(2);
  expect(critical.stdout).toMatch(/^CASTWATCH CRITICAL - .*edge-fra-1.* \| .*\n$/);
  expect(critical.stdout).not.toMatch(/viewers=|origin-/);
  const other = await run('--problem stream-zombie --warn cpu=1 --crit cpu=2%');
  expect([other.code, other.stdout]).toEqual([0, expect.stringContaining('no problem stream-zombie')]);
});

test('without a verdict it exits with 3, in words and without secrets', async () => {
  const { args, env } = await simulated();
  const refused = await runCommand(['check', ...args], { CASTWATCH_PASSWORD: 'not-this-one' });
  const nobody = await runCommand(['check', '--url', 'http://127.0.0.1:9', '--username', 'me'], env);
  const nowhere = await runCommand(['check']);
  const usage = await runCommand(['check', ...args, '--warn', 'heat=3'], env);
  const colour = await runCommand(['--profile', 'x', 'check', '--colour']);
  expect(refused.stdout).toMatch(/^CASTWATCH UNKNOWN - User name or password were not accepted/);
  expect(nobody.stdout).toMatch(/^CASTWATCH UNKNOWN - 127.0.0.1:9 refuses connections/);
  expect(nowhere.stdout).toMatch(/^CASTWATCH UNKNOWN - which cluster\?/);
  expect(usage.stdout).toMatch(/^CASTWATCH UNKNOWN - --warn: .* cpu, mem, bandwidth, limit/);
  expect(colour.stdout).toMatch(/^CASTWATCH UNKNOWN - unknown option --colour/);
  for (const { code, stdout, stderr } of [refused, nobody, nowhere, usage, colour]) {
    expect(code).toBe(3);
    expect(stdout + stderr).not.toMatch(/not-this-one|operator-1/);
    expect(stderr).toBe('');
  }
});

test.each([
  [['--server', 'a', '--stream', 'b'], /--server and --stream: give one of them/],
  [['--hostname', 'a', '--url', 'http://b'], /--hostname and --url both name the cluster/],
])('check %j looks at one object in one cluster', async (words, answer) => {
  const known = ['--username', 'me', ...(words.includes('--url') ? [] : ['--url', 'http://127.0.0.1:9'])];
  const { code, stdout } = await runCommand(['check', ...known, ...words], { CASTWATCH_PASSWORD: 'x' });
  expect([code, stdout]).toEqual([3, expect.stringMatching(answer)]);
});

test('--hostname is the address of a cluster, by https unless it says otherwise', async () => {
  const { url, username, password } = await simulate({ scenario: 'quiet' });
  const named = ['check', '--interval', '1', '--username', username, '--hostname'];
  const env = { CASTWATCH_PASSWORD: password };
  expect(await runCommand([...named, url], env)).toMatchObject({ code: 0 });
  const { port } = new URL(url);
  const plain = await runCommand([...named, `127.0.0.1:${port}`], env);
  expect([plain.code, plain.stdout]).toEqual([3, expect.stringContaining('TLS')]);
});

test('a timeout gives one line and exit 3, whatever hangs', async () => {
  const hangs = join(newHome(), 'hangs.js');
  writeFileSync(hangs, 'for (;;);');
  startedFrom(hangs);
  const { args, env } = await simulated();
  expect(await runCommand(['check', ...args, '--timeout', '1'], env)).toEqual({
    code: 3,
    stdout: 'CASTWATCH UNKNOWN - not finished within 1 s.\n',
    stderr: '',
  });
});

test.each(['uncaughtException', 'unhandledRejection'] as const)(
  'an error that nothing awaits (%s) gives one line and exit 3',
  async (event) => {
    const { url, hits, server } = await serveWithLogin(() => {});
    const codes: unknown[] = [];
    const exit = vi.spyOn(process, 'exit').mockImplementation((code) => codes.push(code) as never);
    onTestFinished(() => exit.mockRestore());
    const words = ['check', '--url', url, '--username', 'op', '--no-token-cache'];
    const command = startCommand(words, { CASTWATCH_PASSWORD: 'hunter2' });
    await eventually(() => expect(hits.length).toBeGreaterThan(1));
    // The listeners of the tests would take it for an error of theirs.
    process.rawListeners(event).at(-1)?.(new Error('broken'));
    await eventually(() => expect(codes).toEqual([3]));
    expect(command.stdout).toMatch(/^CASTWATCH UNKNOWN - .+\n$/);
    server.closeAllConnections();
    server.close();
    await command.ended;
  },
);
