import { expect, onTestFinished, test } from 'vitest';
import { startFleet } from '../../src/simulator/fleet.ts';
import { logIn } from '../support/login.ts';
import { ManualClock } from '../support/manual-clock.ts';

async function newFleet(options: Parameters<typeof startFleet>[0] = {}) {
  const clock = new ManualClock();
  const fleet = await startFleet({ clock, ...options });
  onTestFinished(fleet.close);
  return { fleet, clock };
}

test('no credential of one region is accepted by another', async () => {
  const { fleet } = await newFleet();
  const [first, second] = fleet.regions;
  if (!first || !second) throw new Error('no regions');
  expect(fleet.addresses).toHaveLength(6);
  for (const part of ['url', 'password', 'username', 'apiKey'] as const)
    expect(new Set(fleet.addresses.map((address) => address[part])).size).toBe(6);
  const { username, password } = first;
  const { token } = await logIn(first.url, username, password);
  expect(token).toBeDefined();
  expect((await logIn(second.url, username, password)).token).toBeUndefined();
  const headers = { authorization: `Bearer ${token}` };
  const stolen = await fetch(`${second.url}/api/cluster/topology`, { headers });
  await stolen.text();
  expect(stolen.status).toBe(401);
});

test('one region has an incident at once, and two lose streams at the same time', async () => {
  const { fleet, clock } = await newFleet();
  const missing = () =>
    fleet.regions.flatMap(({ name, world }) => (world.frame().gone.size > 0 ? [name] : []));
  expect(missing()).toEqual([]);
  await clock.advance(10_000);
  expect(missing()).toEqual(['eu-west']);
  await clock.advance(115_000);
  expect(missing()).toEqual(['eu-central', 'eu-west', 'us-east']);
});

test('a port that is taken ends those that already listen', async () => {
  const { fleet } = await newFleet();
  const taken = Number(new URL(fleet.addresses[0]?.url ?? '').port);
  await expect(startFleet({ port: taken - 1 })).rejects.toThrow();
  await expect(fetch(`http://127.0.0.1:${taken - 1}/`)).rejects.toThrow();
});
