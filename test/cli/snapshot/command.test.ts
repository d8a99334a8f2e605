import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textWidth } from '../../../src/base/width.ts';
import { snapshotSchema } from '../../../src/cli/snapshot/schema.ts';
import { CONTROLS } from '../../e2e/program.ts';
import { newHome, runAt, runCommand } from '../run-command.ts';
import { startOnScreen } from '../run-screen.ts';
import { simulated } from '../simulated.ts';

test('a failed resource is reported, the rest is printed, and the exit code is 1', async () => {
  const { args, env } = await simulated({ faults: [{ kind: 'error-500', endpoint: 'streams' }] });
  const { code, stdout } = await runCommand(['snapshot', ...args], env);
  const snapshot = snapshotSchema.parse(JSON.parse(stdout));
  expect(code).toBe(1);
  expect(snapshot).toMatchObject({ partial: true, streams: [] });
  expect(snapshot.resources.streams.error?.code).toBe('HTTP_500');
  expect(snapshot.servers).toHaveLength(12);
});

test('without any data it exits with 3 and says why, also for a wrong password', async () => {
  const { args } = await simulated();
  const refused = await runCommand(['snapshot', ...args], { CASTWATCH_PASSWORD: 'not-this-one' });
  expect(refused.code).toBe(3);
  expect(refused.stderr).toMatch(/^castwatch: User name or password were not accepted/);
  const { resources } = snapshotSchema.parse(JSON.parse(refused.stdout));
  expect(resources.dashboard.error?.code).toBe('BAD_CREDENTIALS');
  expect(refused.stdout + refused.stderr).not.toContain('not-this-one');
  const gone = await runAt('http://127.0.0.1:9', 'snapshot', '--format', 'table');
  const stderr = expect.stringMatching(/^castwatch: 127.0.0.1:9 refuses connections/);
  expect(gone).toEqual({ code: 3, stdout: '', stderr });
});

test('tables and screens have colours on a terminal or where they are forced, but not with NO_COLOR', async () => {
  const { args, env } = await simulated({ scenario: 'quiet' });
  const table = ['--format', 'table'];
  const print = async (more: Readonly<Record<string, string>>, words = table) => {
    const app = startOnScreen(['snapshot', ...words, ...args], { ...env, ...more });
    expect(await app.ended).toBe(0);
    return app.output.take();
  };
  expect(await print({})).toMatch(/\x1b\[[\d;]*38;5;\d+/);
  const screen = await print({}, ['--screen', 'overview']);
  expect(screen).toMatch(/\x1b\[[\d;]*38;5;\d+/);
  expect(screen).not.toContain('\x1b[?1049h');
  // The prompt has a row, too: nothing scrolls away.
  expect(screen.split('\n').length).toBeLessThanOrEqual(40);
  const plain = await print({ NO_COLOR: '1' });
  expect(plain).toMatch(/\nServers\nserver +group/);
  expect(plain).not.toMatch(CONTROLS);
  const piped = await runCommand(['snapshot', '--format', 'table', ...args], { ...env, CLICOLOR_FORCE: '1' });
  expect(piped.stdout).toMatch(/\x1b\[[\d;]+m/);
});

test('a run reuses the login of the last one, unless the token cache is off', async () => {
  const { simulator, args, env, home } = await simulated({ scenario: 'quiet' });
  const logins = async (...more: string[]) => {
    const before = simulator.requests.length;
    expect((await runCommand(['snapshot', ...args, ...more], env, { home })).code).toBe(0);
    return simulator.requests.slice(before).filter(({ path }) => path.endsWith('/login')).length;
  };
  expect(await logins('--no-token-cache')).toBe(1);
  expect(await logins()).toBe(1);
  expect(await logins()).toBe(0);
  expect(await logins('--no-token-cache')).toBe(1);
});

test('--since takes the journal from that time on, and nothing earlier', async () => {
  const { args, env } = await simulated({ journalRate: 5 });
  const { stdout } = await runCommand(['snapshot', '--since', '2m', ...args], env);
  const { journal, resources, generatedAt } = snapshotSchema.parse(JSON.parse(stdout));
  expect(journal.length).toBeGreaterThan(200);
  const oldest = Math.min(...journal.map(({ at }) => Date.parse(at ?? '')));
  expect(oldest).toBeGreaterThan(Date.parse(generatedAt) - 140_000);
  expect(resources.journal.truncated).toBe(false);
});

test('a screen in a pipe is plain text of the requested size, with data', async () => {
  const { args, env } = await simulated();
  const asked = ['snapshot', '--screen', 'streams', '--size', '130x34', ...args];
  const { code, stdout, stderr } = await runCommand(asked, { ...env, LANG: 'C.UTF-8' });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).not.toMatch(CONTROLS);
  const lines = stdout.slice(0, -1).split('\n');
  expect(lines).toHaveLength(34);
  expect(Math.max(...lines.map(textWidth))).toBe(130);
  expect(stdout).toContain('PUBLISHED');
});

test('a picture waits for the data of its screen: the streams of a list, the regions of the cloud', async () => {
  const { simulator, args, env } = await simulated({ scenario: 'quiet' });
  const picture = async (...more: string[]) =>
    (await runCommand(['snapshot', '--size', '130x34', ...more, ...args], env)).stdout;
  const [first = -1] = simulator.world.streams.select({ orderBy: 'viewerCount', descending: true });
  expect(await picture('--screen', 'streams')).toContain(simulator.world.streams.item(first).streamKey);
  const key = join(newHome(), 'key');
  writeFileSync(key, simulator.apiKey, { mode: 0o600 });
  const cloud = ['--cloud-url', simulator.cloudUrl, '--api-key-file', key];
  expect(await picture('--screen', 'cloud', ...cloud)).toContain('South America');
});

test.each([
  ['--screen overview --size 3x3', /--size: expected COLUMNSxROWS, from 40x12/],
  ['--size 80x24', /--size needs --screen/],
  ['--screen overview --format json', /leave out --format/],
  ['--watch --format table', /--watch prints lines of JSON/],
  ['--watch --screen overview', /--watch prints lines of JSON/],
  ['--only problems', /--only needs --watch/],
  ['--fields totals --format table', /--fields picks members of JSON/],
  ['--fields total', /Did you mean totals/],
])('%s is refused with a message', async (wrong, words) => {
  const stderr = expect.stringMatching(words);
  expect(await runCommand(['snapshot', ...wrong.split(' ')])).toEqual({ code: 2, stdout: '', stderr });
});
