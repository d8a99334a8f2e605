import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { endBySignal, runCommand, startCommand } from './run-command.ts';
import { simulated } from './simulated.ts';

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

test.each([
  'check --interval 1',
  'snapshot',
  'snapshot --screen overview',
  'snapshot --watch --interval 1',
  'record',
  'export --listen 127.0.0.1:0',
])('castwatch %s writes its requests to the file of --log', async (words) => {
  const { args, env, home } = await simulated({ scenario: 'quiet' });
  const log = join(home, 'requests.log');
  const options = { home, readerLeavesAfter: 1 };
  const command = startCommand([...words.split(' '), ...args, '--log', log], env, options);
  await eventually(() => {
    for (const endpoint of ['login', 'dashboard']) expect(read(log)).toContain(`"endpoint":"${endpoint}"`);
  });
  // Those that do not end by themselves.
  await endBySignal(command);
  expect(read(log)).not.toContain(env.CASTWATCH_PASSWORD);
});

test('a log that cannot be opened ends a check in one line, and --from refuses one', async () => {
  const { args, env, home } = await simulated({ scenario: 'quiet' });
  const check = await runCommand(['check', ...args, '--log', home], env, { home });
  expect([check.code, check.stderr]).toEqual([3, '']);
  expect(check.stdout).toMatch(/^CASTWATCH UNKNOWN - [^\n]+\n$/);
  const imported = await runCommand(['record', '--from', 'x.cast', '--log', join(home, 'log')], {}, { home });
  expect([imported.code, imported.stderr]).toEqual([2, expect.stringContaining('asks no cluster')]);
});
