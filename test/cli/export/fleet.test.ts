import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { brokenFleet } from '../../support/fleet-home.ts';
import { parseOpenMetrics, sampleOf } from '../../support/open-metrics.ts';
import { endBySignal, runCommand, startCommand } from '../run-command.ts';

test('all clusters are served with their names, and one that hangs, refuses or sends garbage is down', async () => {
  const { home, env, clusters } = await brokenFleet();
  const { PASSWORD_5: _, ...without } = env;
  const words = ['export', '--all', '--listen', '127.0.0.1:0'];
  const none = await runCommand(words, {}, { home });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('PASSWORD_0 is not set')]);
  const command = startCommand(words, without, { home });
  await eventually(() => expect(command.stdout).toMatch(/\n$/));
  const headers = { accept: 'application/openmetrics-text; version=1.0.0' };
  const text = async () => (await fetch(command.stdout.trim(), { headers })).text();
  const all = () => text().then(parseOpenMetrics);
  await eventually(async () => {
    const read = await all();
    for (const cluster of ['eu', 'us']) {
      expect(sampleOf(read, 'castwatch_login_up', { cluster })).toBe(1);
      expect(sampleOf(read, 'castwatch_cluster_viewers', { cluster })).toBeGreaterThan(0);
    }
  });
  const read = await all();
  // The last one has no password.
  for (const cluster of ['hangs', 'refuses', 'garbage', 'ap']) {
    expect(sampleOf(read, 'castwatch_login_up', { cluster })).toBe(0);
    expect(sampleOf(read, 'castwatch_up', { cluster, resource: 'dashboard' })).toBe(0);
    expect(sampleOf(read, 'castwatch_cluster_viewers', { cluster })).toBeUndefined();
  }
  expect(command.stderr).toMatch(/ap: password of user-ap at ap: .* PASSWORD_5 is not set/);
  expect(command.stderr).toContain('refuses: User name or password were not accepted');
  expect(sampleOf(read, 'process_resident_memory_bytes', {})).toBeGreaterThan(0);
  expect((await text()) + command.stderr).not.toMatch(/secret-of-|not-this-one/);
  expect(clusters.ap?.requests).toEqual([]);
  expect((await endBySignal(command)).code).toBe(0);
});
