import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/http/connect.ts';
import { type ForeignOptions, startForeignServer } from './foreign-server.ts';
import { loginTo } from './login.ts';

async function watch(options: ForeignOptions = {}) {
  const server = await startForeignServer(options);
  onTestFinished(() => server.close());
  const connection = connect(loginTo(server));
  onTestFinished(() => connection.close());
  return { ...connection, requests: server.requests };
}

test.each(['plain', 'odd'] as const)('every response of the server with %s types is read', async (types) => {
  const { api, cloud } = await watch({ types });
  const dashboard = await api.dashboard();
  const topology = await api.topology();
  const streams = await api.streams({ rowsPerPage: 100 });
  const applications = await api.applications({});
  const journal = await api.journal({ orderBy: 'createDate', order: 'desc' });
  const batch = await api.streamBatch(['7001', 'nothing']);
  const viewers = await api.viewerBatch(['1001']);
  const values = await cloud?.possibleValues();
  for (const response of [dashboard, topology, streams, applications, journal, batch, viewers]) {
    expect(response.unreadable).toEqual([]);
    expect(response.generatedAt).toBeGreaterThan(1e12);
  }
  expect(dashboard.value.topology).toHaveLength(8);
  expect(topology.value.topology[0]?.clusterManager).toBe(true);
  expect(topology.value.topology[5]?.serverStats?.cpuUsage).toBe(94);
  expect(dashboard.value.streamHealthSummary?.series).toEqual([9, 5, 4, 2, 2, 1]);
  expect(streams.value).toMatchObject({ totalItems: 23, itemsPerPage: 7, hasNext: true });
  expect(streams.value.list[0]).toMatchObject({ id: '7000', healthScore: 98, allowedToPublish: true });
  expect(applications.value.list.filter(({ name }) => name === 'live').map(({ id }) => id)).toHaveLength(3);
  expect(journal.value.list[0]?.createDate).toBeGreaterThan(journal.value.list.at(-1)?.createDate ?? 0);
  expect(batch.value.found.map(({ id }) => id)).toEqual(['7001']);
  expect(batch.value.notFound).toEqual(['nothing']);
  expect(viewers.value.found[0]).toMatchObject({ id: '1001', healthScore: 88 });
  expect(values?.value.regions?.map(({ id }) => id)).toEqual([4, 3]);
});

test('answers that come once are kept: a user and a cloud stream with odd types, 201 and no message', async () => {
  const { api, cloud } = await watch();
  const user = await api.createUser({ username: 'eve', password: 'Correct-horse-9', accessRights: [] });
  expect(user).toMatchObject({ status: 201, message: undefined, unreadable: [] });
  expect(user.value).toMatchObject({ id: 41, attributes: { username: { value: 'eve', editable: true } } });
  expect((await api.deleteUser(41)).status).toBe(204);
  const stream = await cloud?.createStream({ name: 'concert', regionId: 4 });
  expect(stream?.value.stream).toMatchObject({
    regionId: 4,
    isPublished: true,
    credentials: { username: 'push-user', password: 'push-password' },
  });
  expect(stream?.value.stream.streamKey).toMatch(/^foreign-/);
});

test('a field error that is a text keeps the server’s message', async () => {
  const { api } = await watch();
  const input = { username: 'guest', password: 'Correct-horse-9', accessRights: [] };
  await expect(api.createUser(input)).rejects.toMatchObject({
    status: 409,
    serverMessage: 'This name is taken',
    fields: { username: ['is taken'] },
  });
});

test('a lifetime in seconds costs one login, and an expired token costs one more', async () => {
  const { api, requests } = await watch({ tokenLifeMs: 900_000 });
  for (let poll = 0; poll < 20; poll++) await api.dashboard();
  expect(requests.filter((request) => request.includes('login'))).toHaveLength(1);
  let now = 1_768_478_400_000;
  const aging = await watch({ now: () => now });
  await aging.api.dashboard();
  now += 900_001;
  expect((await aging.api.dashboard()).status).toBe(200);
  expect(aging.requests.filter((request) => request.includes('login'))).toHaveLength(2);
});
