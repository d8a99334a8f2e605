import { expect, test } from 'vitest';
import { fleetText, fleetVerdict } from '../../../src/cli/check/fleet.ts';
import { type CheckStatus, unknownVerdict } from '../../../src/cli/check/verdict.ts';
import { brokenFleet, fleetHome } from '../../support/fleet-home.ts';
import { configure, runCommand } from '../run-command.ts';

const named = (name: string, status: CheckStatus, summary = `about ${name}`) => ({
  name,
  verdict: { ...unknownVerdict(summary, 0), status },
});

test('one line, worst first; each cluster that is not healthy is named with what is wrong', () => {
  const fleet = fleetVerdict(
    [named('ap', 'OK'), named('eu', 'WARNING'), named('us', 'UNKNOWN'), named('sa', 'CRITICAL')],
    0,
  );
  expect(fleetText(fleet)).toBe(
    'CASTWATCH CRITICAL - critical: sa; unknown: us; warning: eu; ok: ap; sa: about sa; us: about us; eu: about eu\n',
  );
  const own = ['sa: CRITICAL', 'us: UNKNOWN', 'eu: WARNING', 'ap: OK'].map(
    (one) => `${one} - about ${one.slice(0, 2)}`,
  );
  expect(fleetText(fleet, 1).trimEnd().split('\n').slice(1)).toEqual(own);
});

test('of many clusters all sick ones are named, and no text of a server adds a line or a bar', () => {
  const many = Array.from({ length: 50 }, (_, at) => named(`c${at}`, 'UNKNOWN', 'x | y\nz '.repeat(100)));
  const text = fleetText(fleetVerdict(many, 0));
  for (const { name } of many) expect(text).toContain(name);
  expect(text.split('\n')).toHaveLength(2);
  expect(text).not.toContain('|');
  expect(text.length).toBeLessThan(1_300);
});

test('one that hangs, refuses or sends garbage is unknown and named; the others are judged in time', async () => {
  const { home, env, clusters } = await brokenFleet();
  // As in the process that `--timeout` starts: what hangs is reported before that time ends.
  const words = ['check', '--all', '-v', '--timeout', '10'];
  const { code, stdout, stderr } = await runCommand(words, { ...env, CASTWATCH_TIMED: '1' }, { home });
  const [line = '', ...lines] = stdout.trimEnd().split('\n');
  expect(code).toBe(3);
  expect(line).toMatch(/^CASTWATCH UNKNOWN - unknown: hangs, refuses, garbage; ok: eu, us, ap; hangs: /);
  expect(line).toMatch(/hangs: \S+ the dashboard was not read within 4 s/);
  expect(line).toContain('refuses: User name or password were not accepted');
  for (const name of ['eu', 'us', 'ap']) {
    expect(line).toMatch(new RegExp(` ${name}::viewers=\\d+`));
    expect(lines).toContainEqual(expect.stringMatching(`^${name}: OK - no problems`));
  }
  expect(line).not.toContain('hangs::');
  expect(stdout + stderr).not.toMatch(/secret-of-|not-this-one/);
  // Nobody is asked with the name of another.
  for (const [name, { requests }] of Object.entries(clusters)) {
    const logins = requests.filter(({ path }) => path.endsWith('/login'));
    expect(logins.length, name).toBeGreaterThan(0);
    if (name !== 'refuses') expect(logins.some(({ status }) => status === 401)).toBe(false);
  }
});

test('the worst cluster decides the exit code, and JSON has the verdict of each', async () => {
  const { home, env } = await fleetHome({ eu: {}, us: {} }, 'fleets: { both: [us, eu] }\n');
  const words = ['check', '--profile', 'both', '--format', 'json', '--warn', 'cpu=1', '--crit', 'cpu=100'];
  const { code, stdout } = await runCommand(words, env, { home });
  const json = JSON.parse(stdout);
  expect(code).toBe(1);
  expect(json).toMatchObject({ schema: 'castwatch/check-fleet/1', status: 'WARNING', exitCode: 1 });
  expect(Object.keys(json.clusters)).toEqual(['us', 'eu']);
  expect(json.clusters.eu).toMatchObject({ schema: 'castwatch/check/2', cluster: { name: 'eu' } });
});

test('a secret that nobody can type is a named error of its own cluster', async () => {
  const { home, env, clusters } = await fleetHome({ eu: {}, us: {} });
  const url = (name: string) => clusters[name]?.url;
  const eu = `{ url: '${url('eu')}', username: user-eu, password: { env: PASSWORD_0 }, interval: 1 }`;
  const us = `{ url: '${url('us')}', username: user-us }`;
  configure(home, `clusters: { eu: ${eu}, us: ${us}, ap: { url: '${url('us')}' } }\n`);
  const { code, stdout } = await runCommand(['check', '--all', '-v'], env, { home });
  expect(code).toBe(3);
  expect(stdout).toContain('unknown: us, ap; ok: eu;');
  expect(stdout).toMatch(/^us: UNKNOWN - password of user-us at us: none is given and there is no terminal/m);
  expect(stdout).toMatch(/^ap: UNKNOWN - user of ap: none is given and there is no terminal/m);
  expect(clusters.us?.requests).toEqual([]);
});
