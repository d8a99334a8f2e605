import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ManualClock } from '../../src/base/manual-clock.ts';
import type { SimulatorOptions } from '../../src/simulator/start.ts';
import { bundle } from './driver.ts';
import { access, CONTROLS, runProgram, simulate } from './program.ts';

/** `'label'=value[unit];[warn];[crit];[min];[max]` */
const FIGURE = /^[a-z_]+=\d+(\.\d+)?%?(;[\d.]*){0,4}$/;

async function check(simulation: SimulatorOptions, ...more: readonly string[]) {
  const simulator = await simulate(simulation);
  const { args, env } = access(simulator);
  return runProgram(['check', '--interval', '1', ...args, ...more], env);
}

/** The program in a shell, for what only a shell does. */
async function inShell(words: string): Promise<{ code: number | null; stderr: string }> {
  const child = spawn('bash', ['-c', `set -o pipefail; '${process.execPath}' '${bundle}' ${words}`], {
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}

test('healthy: exit 0, one line, figures with units, thresholds and limits', async () => {
  const { code, stdout, stderr } = await check({ scenario: 'quiet' });
  expect(stdout).toMatch(/^CASTWATCH OK - .*no problems, \d+ viewers, \d+ streams, 12 servers \| .*\n$/);
  const figures = (stdout.trim().split(' | ')[1] ?? '').split(' ');
  for (const figure of figures) expect(figure).toMatch(FIGURE);
  expect(figures.find((one) => one.startsWith('cpu_max='))).toMatch(/%;90;97;0;100$/);
  expect(figures).toContain('servers=12;;;0');
  expect([code, stderr]).toEqual([0, '']);
});

test('thresholds of the command line decide: warning is exit 1, critical exit 2', async () => {
  const [warned, critical] = await Promise.all([
    check({ scenario: 'quiet' }, '--warn', 'cpu=1', '--crit', 'cpu=100'),
    check({ scenario: 'quiet' }, '--warn', 'cpu=1', '--crit', 'cpu=2%'),
  ]);
  expect(warned.code).toBe(1);
  expect(warned.stdout).toMatch(/^CASTWATCH WARNING - \d+ problems: Server hot: \S+: CPU \d+%/);
  expect(warned.stdout).toMatch(/cpu_max=[\d.]+%;1;100;0;100/);
  expect(critical.code).toBe(2);
  expect(critical.stdout).toMatch(/^CASTWATCH CRITICAL - .* \| .*\n$/);
});

test('a cluster in trouble: the worst first, the others on lines of their own', async () => {
  const clock = new ManualClock();
  // Two minutes into the incident, where it stands still: a transcoder is gone, an edge is full.
  const simulation = { scenario: 'incident', clock, startAt: clock.now() } as const;
  const simulator = await simulate(simulation);
  await clock.advance(130_000);
  const { args, env } = access(simulator);
  const { code, stdout } = await runProgram(['check', '-vv', '--interval', '1', ...args], env);
  expect(code).toBe(2);
  const [first = '', ...further] = stdout.trimEnd().split('\n');
  expect(first).toMatch(/^CASTWATCH CRITICAL - \d problems: Server hot: edge-\S+: out \d+% of cap/);
  expect(further).toContainEqual(expect.stringMatching(/^WARNING Group short of servers: /));
});

test('as JSON', async () => {
  const { code, stdout } = await check(
    { scenario: 'quiet' },
    '--format=json',
    '--warn=cpu=1',
    '--crit=cpu=100',
  );
  const json = JSON.parse(stdout);
  expect(json).toMatchObject({
    schema: 'castwatch/check/1',
    status: 'WARNING',
    exitCode: 1,
    polls: 2,
    unread: [],
  });
  expect(json.problems[0]).toMatchObject({ rule: 'server-hot', severity: 'warning' });
  expect(code).toBe(1);
});

test('no verdict is exit 3, in words and without secrets', async () => {
  const simulator = await simulate();
  const { args, env } = access(simulator);
  const [refused, nobody, nowhere, usage] = await Promise.all([
    runProgram(['check', ...args], { CASTWATCH_PASSWORD: 'not-this-one' }),
    runProgram(['check', '--url', 'http://127.0.0.1:9', '--username', 'me'], env),
    runProgram(['check']),
    runProgram(['check', ...args, '--warn', 'heat=3'], env),
  ]);
  expect(refused.stdout).toMatch(/^CASTWATCH UNKNOWN - User name or password were not accepted/);
  expect(nobody.stdout).toMatch(/^CASTWATCH UNKNOWN - 127.0.0.1:9 refuses connections/);
  expect(nowhere.stdout).toMatch(/^CASTWATCH UNKNOWN - which cluster\?/);
  expect(usage.stdout).toMatch(/^CASTWATCH UNKNOWN - --warn: .* cpu, mem, bandwidth, limit/);
  for (const { code, stdout, stderr } of [refused, nobody, nowhere, usage]) {
    expect(code).toBe(3);
    expect(stdout + stderr).not.toMatch(/not-this-one|operator-1/);
    expect(stderr).toBe('');
  }
});

test('wrong usage is exit 3 too', async () => {
  const { code, stdout } = await runProgram(['--profile', 'x', 'check', '--colour']);
  expect([code, stdout]).toEqual([3, expect.stringMatching(/^CASTWATCH UNKNOWN - unknown option --colour/)]);
});

test('a cluster that never answers does not hold it for ever', async () => {
  const { code, stdout } = await check({ faults: [{ kind: 'black-hole', endpoint: 'dashboard' }] });
  expect(code).toBe(3);
  expect(stdout).toMatch(/^CASTWATCH UNKNOWN - /);
});

test('what could not be read in any poll is a warning, as on the screens', async () => {
  const { code, stdout } = await check({ faults: [{ kind: 'error-500', endpoint: 'journal' }] }, '-vv');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^CASTWATCH WARNING - 1 problem: Data stale: journal: /);
});

test('text of servers brings neither lines nor bars nor escapes', async () => {
  const { code, stdout } = await check(
    { faults: [{ kind: 'hostile-text' }], scenario: 'quiet' },
    '--warn=cpu=1',
    '--crit=cpu=2',
    '-vv',
  );
  expect(code).toBe(2);
  expect(stdout).not.toMatch(CONTROLS);
  const [first = '', ...rest] = stdout.trimEnd().split('\n');
  expect(first.split('|')).toHaveLength(2);
  expect(rest.length).toBeLessThanOrEqual(21);
  for (const line of rest) expect(line).toMatch(/^(CRITICAL|WARNING|not read:|and \d)/);
  expect(rest.join()).not.toContain('|');
});

test('a full disk, an old Node and a time that is up are unknown, in one line', async () => {
  const simulator = await simulate({ faults: [{ kind: 'black-hole', endpoint: 'dashboard' }] });
  const { args, env } = access(simulator);
  const late = await runProgram(['check', '-t', '1', ...args], env);
  expect([late.code, late.stdout]).toEqual([3, 'CASTWATCH UNKNOWN - not finished within 1 s.\n']);
  const old = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.1.0'})`;
  const { code, stdout, stderr } = await runProgram(['check', ...args], {
    ...env,
    NODE_OPTIONS: `--import=${old}`,
  });
  expect([code, stderr]).toEqual([3, '']);
  expect(stdout).toMatch(/^CASTWATCH UNKNOWN - castwatch needs Node.js 24 or newer; this is 20.1.0[^\n]*\n$/);
  const full = await inShell("'check' > /dev/full");
  expect(full).toEqual({
    code: 3,
    stderr: expect.stringMatching(/^castwatch: cannot write to standard output: [^\n]+\n$/),
  });
});

test.each([
  ["'--help' > /dev/full", 1, /^castwatch: cannot write to standard output: no space left[^\n]*\n$/],
  ["'completion' bash | true", 0, /^$/],
  ["'man' | true", 0, /^$/],
])('castwatch %s: no stack trace', async (words, code, stderr) => {
  expect(await inShell(words)).toEqual({ code, stderr: expect.stringMatching(stderr) });
});

test('single objects and ranges decide where they are asked for', async () => {
  const simulator = await simulate({ scenario: 'quiet' });
  const { args, env } = access(simulator);
  const run = (...more: string[]) => runProgram(['check', '--interval', '1', ...args, ...more], env);
  const name = 'edge-fra-1';
  const [here, gone, few, range] = await Promise.all([
    run('--server', name),
    run('--server', 'no-such-one'),
    run('-w', 'servers=20:', '-c', 'servers=5:'),
    run('-w', 'servers=@1:3'),
  ]);
  expect(here.stdout).toMatch(new RegExp(`^CASTWATCH OK - .*no problem of server ${name} \\|`));
  expect(here.stdout).not.toContain('viewers=');
  expect(here.stdout).toContain(' cpu_max=');
  expect([gone.code, gone.stdout]).toEqual([
    2,
    expect.stringMatching(/No such server: no-such-one is not there/),
  ]);
  expect([few.code, few.stdout]).toEqual([
    1,
    expect.stringMatching(/servers: 12 by the range 20: .*servers=12;20:;5:;0/),
  ]);
  expect(range.code).toBe(0);
});

test('the login is reused: the sixth check of a minute works, and --no-token-cache logs in', async () => {
  const simulator = await simulate({ scenario: 'quiet' });
  const { args, env } = access(simulator);
  const state = mkdtempSync(join(tmpdir(), 'castwatch-state-'));
  onTestFinished(() => rmSync(state, { recursive: true }));
  const run = (...more: string[]) =>
    runProgram(['check', '--interval', '1', ...args, ...more], { ...env, XDG_STATE_HOME: state });
  const codes = [(await run()).code];
  for (const { code } of await Promise.all(Array.from({ length: 5 }, () => run()))) codes.push(code);
  expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
  const logins = () => simulator.requests.filter(({ path }) => path.endsWith('/auth/login')).length;
  expect(logins()).toBe(1);
  expect((await run('--no-token-cache')).code).toBe(0);
  expect(logins()).toBe(2);

  simulator.faults.set({ kind: 'revoked-token' });
  expect((await run()).code).toBe(0);
  expect(logins()).toBe(3);
});
