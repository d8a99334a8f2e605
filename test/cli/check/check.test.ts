import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { simulate } from '../../e2e/program.ts';
import { serveWithLogin } from '../../http/support.ts';
import { eventually } from '../../support/eventually.ts';
import { anyPassword, newHome, runAt, runCommand, startCommand, wordsTo } from '../run-command.ts';
import { simulated } from '../simulated.ts';

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
  const wrong = { CASTWATCH_PASSWORD: 'not-this-one' };
  for (const [outcome, words] of [
    [await runCommand(['check', ...args], wrong), /User name or password were not accepted/],
    [await runAt('http://127.0.0.1:9', 'check'), /127.0.0.1:9 refuses connections/],
    [await runCommand(['check']), /which cluster\?/],
    [await runCommand(['check', ...args, '--warn', 'heat=3'], env), /--warn: .* cpu, mem, bandwidth, limit/],
    [await runCommand(['--profile', 'x', 'check', '--colour']), /unknown option --colour/],
  ] as const) {
    const stdout = expect.stringMatching(new RegExp(`^CASTWATCH UNKNOWN - ${words.source}`));
    expect(outcome).toEqual({ code: 3, stdout, stderr: '' });
    expect(outcome.stdout).not.toMatch(/not-this-one|operator-1/);
  }
});

test.each([
  ['--server a --stream b', /--server and --stream: give one of them/],
  ['--hostname a', /--hostname and --url both name the cluster/],
])('check %s looks at one object in one cluster', async (words, answer) => {
  const { code, stdout } = await runAt('http://127.0.0.1:9', 'check', ...words.split(' '));
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
  // The program is started again: its built file has another place, but its source runs as well.
  vi.spyOn(process, 'argv', 'get').mockReturnValue([process.execPath, hangs]);
  vi.spyOn(process, 'execArgv', 'get').mockReturnValue([]);
  onTestFinished(() => void vi.restoreAllMocks());
  const stdout = 'CASTWATCH UNKNOWN - not finished within 1 s.\n';
  const outcome = await runAt('http://127.0.0.1:9', 'check', '--timeout', '1');
  expect(outcome).toEqual({ code: 3, stdout, stderr: '' });
});

test.each(['uncaughtException', 'unhandledRejection'] as const)(
  'an error that nothing awaits (%s) gives one line and exit 3',
  async (event) => {
    const { url, hits, server } = await serveWithLogin(() => {});
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    onTestFinished(() => exit.mockRestore());
    const command = startCommand(wordsTo(url, 'check'), anyPassword);
    await eventually(() => expect(hits.length).toBeGreaterThan(1));
    // The listeners of the tests would take it for an error of theirs.
    process.rawListeners(event).at(-1)?.(new Error('broken'));
    await eventually(() => expect(exit.mock.calls).toEqual([[3]]));
    expect(command.stdout).toMatch(/^CASTWATCH UNKNOWN - .+\n$/);
    server.closeAllConnections();
    server.close();
    await command.ended;
  },
);
