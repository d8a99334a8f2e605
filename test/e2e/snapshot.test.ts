import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { snapshotSchema } from '../../src/cli/snapshot/schema.ts';
import { bundle } from './driver.ts';
import { access, heard, runProgram, simulate } from './program.ts';

test('prints everything in one document, which the published schema accepts, changes nothing on the server, and bears a reader that stops early', async () => {
  const simulator = await simulate({ scenario: 'peak', streams: 700 });
  const { args, env } = access(simulator);
  const { code, stdout, stderr } = await runProgram(
    ['snapshot', ...args, '--cloud-url', simulator.cloudUrl],
    { ...env, CASTWATCH_API_KEY: simulator.apiKey },
  );
  expect([code, stderr]).toEqual([0, '']);
  const snapshot = snapshotSchema.parse(JSON.parse(stdout));
  const schema = z.fromJSONSchema(
    JSON.parse(readFileSync(join(dirname(bundle), 'snapshot.schema.json'), 'utf8')),
  );
  expect(schema.safeParse(snapshot).error).toBeUndefined();
  expect(schema.safeParse({ ...snapshot, partial: 'no' }).success).toBe(false);
  const [server, ...servers] = snapshot.servers;
  expect(schema.safeParse({ ...snapshot, servers: [{ ...server, extra: 1 }, ...servers] }).success).toBe(
    false,
  );
  expect(snapshot.partial).toBe(false);
  expect(snapshot.streams.length).toBe(snapshot.resources.streams.total);
  expect(snapshot.streams.length).toBeGreaterThan(500);
  expect(snapshot.applications.length).toBe(snapshot.resources.applications.total);
  expect(snapshot.servers).toHaveLength(12);
  expect(snapshot.journal.length).toBeGreaterThanOrEqual(200);
  expect(snapshot.cloud?.regions.length).toBeGreaterThan(0);
  expect(stdout).not.toContain(simulator.apiKey);
  expect(stdout).not.toContain(simulator.password);
  const writes = simulator.requests.filter(({ method, path }) => method !== 'GET' && !path.includes('login'));
  expect(writes).toEqual([]);

  // A reader that stops early causes no failure.
  const words = ['snapshot', ...args].map((word) => `'${word}'`).join(' ');
  const script = `{ '${process.execPath}' '${bundle}' ${words}; echo "code $?" >&2; } | head -n 1`;
  const shell = spawn('sh', ['-c', script], {
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, told] = [heard(shell.stdout), heard(shell.stderr)];
  await once(shell, 'close');
  expect([out(), told()]).toEqual(['{\n', 'code 0\n']);
});
