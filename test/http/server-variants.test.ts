import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/http/connect.ts';
import { loginTo } from '../support/login.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { type SimulatorOptions, startSimulator } from '../world/start.ts';
import { answering, open } from './support.ts';

async function connected(options: SimulatorOptions, serverKey?: string) {
  const clock = new ManualClock();
  const sim = await startSimulator({ ...options, clock });
  onTestFinished(() => sim.close());
  const byKey = serverKey !== undefined && { serverKey: async () => serverKey };
  const connection = connect({ ...loginTo(sim), clock, ...byKey });
  onTestFinished(() => connection.close());
  const asked = () => sim.requests.filter(({ path }) => path.includes('/viewers/batch')).length;
  return { ...connection, sim, asked };
}

test('after a 400 viewers are looked up by the other name of their ids, and stay with it', async () => {
  const { api, sim, asked } = await connected({ faults: [{ kind: 'connection-ids' }] });
  const ids = sim.world.viewers.ids(2);
  expect((await api.viewerBatch(ids)).value.found).toHaveLength(2);
  expect(asked()).toBe(2);
  expect((await api.viewerBatch(ids)).value.found).toHaveLength(2);
  expect(asked()).toBe(3);
});

test('when neither name works, the other one is not tried again', async () => {
  const { api, sim, asked } = await connected({});
  sim.faults.set({ kind: 'connection-ids' });
  const ids = sim.world.viewers.ids(1);
  await api.viewerBatch(ids);
  sim.faults.clear();
  await expect(api.viewerBatch(ids)).rejects.toMatchObject({ status: 400 });
  expect(asked()).toBe(3);
});

test('another refusal than 400 says nothing about the name', async () => {
  const { url, hits } = await answering(403, {});
  await expect(open(url).api.viewerBatch(['id'])).rejects.toMatchObject({ status: 403 });
  expect(hits.filter((hit) => hit.includes('viewers'))).toHaveLength(1);
});

test('a server that takes no key refuses it', async () => {
  const { api } = await connected({}, 'k-123');
  await expect(api.topology()).rejects.toMatchObject({ status: 401 });
});

test('percentages as text, mock-ups, MONO, feed and sink groups, and a plan without transcoding are read', async () => {
  const kinds = ['text-numbers', 'mockup', 'mono', 'feed-sink', 'no-transcoding'] as const;
  const { api, cloud } = await connected({ faults: kinds.map((kind) => ({ kind })) });
  const { topology, mockupEnabled } = (await api.topology()).value;
  expect(mockupEnabled).toBe(true);
  for (const { serverStats, applications } of topology) {
    expect(serverStats?.cpuUsage).toEqual(expect.any(Number));
    expect((applications ?? []).every(({ type }) => type === 'MONO')).toBe(true);
  }
  expect((await api.streams({ rowsPerPage: 1 })).value.list[0]?.healthScore).toEqual(expect.any(Number));
  const { feed } = (await api.dashboard()).value.appGroupStats ?? {};
  expect(feed?.groups).toEqual([{ name: 'eu-central', limit: 2 }]);
  expect((await cloud?.possibleValues())?.value.isTranscodingEnabled).toBe(false);
});

test('the environment variable that locks the license is named', async () => {
  const { api } = await connected({ faults: [{ kind: 'license-fixed' }] });
  const fields = { licenseKey: [expect.stringContaining('STORM_LICENSE_KEY')] };
  await expect(api.replaceLicense('K-1')).rejects.toMatchObject({ status: 409, fields });
});
