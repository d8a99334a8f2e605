import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { snapshotSchema } from '../../src/cli/snapshot/schema.ts';
import { bundle } from './driver.ts';
import { access, builtProgram, runProgram, simulate } from './program.ts';

test('prints everything in one document, which the published schema accepts, changes nothing on the server, and bears a reader that stops early', async () => {
  const simulator = await simulate({ scenario: 'peak', streams: 700 });
  const { args, env } = access(simulator);
  const words = ['snapshot', ...args, '--cloud-url', simulator.cloudUrl];
  const { code, stdout, stderr } = await runProgram(words, { ...env, CASTWATCH_API_KEY: simulator.apiKey });
  expect([code, stderr]).toEqual([0, '']);
  const snapshot = snapshotSchema.parse(JSON.parse(stdout));
  const published = readFileSync(join(dirname(bundle), 'snapshot.schema.json'), 'utf8');
  const schema = z.fromJSONSchema(JSON.parse(published));
  expect(schema.safeParse(snapshot).error).toBeUndefined();
  const [server] = snapshot.servers;
  for (const wrong of [{ partial: 'no' }, { servers: [{ ...server, extra: 1 }] }])
    expect(schema.safeParse({ ...snapshot, ...wrong }).success).toBe(false);
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
  const shell = ['sh', '-c', '{ "$0" "$@"; echo "code $?" >&2; } | head -n 1', ...builtProgram];
  const cut = await runProgram(['snapshot', ...args], env, shell);
  expect(cut).toEqual({ code: 0, stdout: '{\n', stderr: 'code 0\n' });
});
