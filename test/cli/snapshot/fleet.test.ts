import { expect, test } from 'vitest';
import { snapshotSchema } from '../../../src/cli/snapshot/schema.ts';
import { fleetHome } from '../../support/fleet-home.ts';
import { runCommand } from '../run-command.ts';

test('JSON has the snapshot of each cluster by its name, and why one is missing', async () => {
  const garbage = { faults: [{ kind: 'truncated-json' }] } as const;
  const { home, env } = await fleetHome({ eu: {}, refuses: {}, garbage, us: {} });
  const wrong = { ...env, PASSWORD_1: 'not-this-one' };
  const { code, stdout, stderr } = await runCommand(['snapshot', '--all'], wrong, { home });
  const { schema, partial, clusters, errors } = JSON.parse(stdout);
  expect([code, schema, partial]).toEqual([1, 'castwatch/snapshot-fleet/1', true]);
  expect(Object.keys(clusters)).toEqual(['eu', 'refuses', 'garbage', 'us']);
  for (const name of ['eu', 'us']) {
    const snapshot = snapshotSchema.parse(clusters[name]);
    expect(snapshot).toMatchObject({ cluster: { name }, partial: false });
    expect(snapshot.servers).toHaveLength(8);
  }
  expect(Object.keys(errors)).toEqual(['refuses', 'garbage']);
  expect(errors.refuses).toMatch(/^User name or password were not accepted/);
  expect(stderr).toMatch(/^castwatch: refuses: User name or password/);
  // Nothing of one cluster is in the part of another.
  expect(stdout + stderr).not.toMatch(/secret-of-|not-this-one/);
  expect(JSON.stringify(clusters.us)).not.toContain(clusters.eu.cluster.url);
});

test('only the wanted members of each, and the tables below each other', async () => {
  const { home, env } = await fleetHome({ eu: {}, us: {} });
  const words = ['snapshot', '--profile', 'us,eu', '--fields', 'totals.viewers'];
  const picked = JSON.parse((await runCommand(words, env, { home })).stdout);
  expect(picked).toMatchObject({ partial: false, errors: {} });
  expect(Object.keys(picked.clusters)).toEqual(['us', 'eu']);
  expect(Object.keys(picked.clusters.eu)).toEqual(['totals']);
  const table = await runCommand(['snapshot', '--all', '--format', 'table'], env, { home });
  expect(table.code).toBe(0);
  expect(table.stdout).toMatch(/^eu http[\s\S]*\nServers\n[\s\S]*\nus http[\s\S]*\nServers\n/);
});

test('a screen and a watch are for one cluster', async () => {
  const { home, env } = await fleetHome({ eu: {} });
  for (const words of [['--watch'], ['--screen', 'servers']]) {
    const { code, stderr } = await runCommand(['snapshot', '--all', ...words], env, { home });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${words[0]} is for one cluster`)]);
  }
});
