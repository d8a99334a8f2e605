import { expect, test } from 'vitest';
import { type Json, number, oneOf, rig, shape } from '../rig.ts';

const limit = expect.toSatisfy((value) => value === null || Number.isInteger(value), 'integer or null');

async function journal() {
  const r = await rig();
  const read = async (query: string) => (await r.get(`/api/cluster/journal?${query}`)).body.data;
  return { r, read, list: async (query: string): Promise<Json[]> => (await read(query)).list };
}

test('A10: newest first, twenty rows by default, lastTimestamp of the newest', async () => {
  const { r, read } = await journal();
  const data = await read('');
  expect(data).toMatchObject({ itemsPerPage: 20, currentPage: 1, hasPrevious: false, hasNext: true });
  expect(data.list).toHaveLength(20);
  expect(data.list[0]).toEqual(shape('objectName message threadName', 'id createDate'));
  const dates: number[] = data.list.map((entry: Json) => entry.createDate);
  expect(dates).toEqual([...dates].sort((a, b) => b - a));
  expect(data.lastTimestamp).toBe(dates[0]);
  expect(data.lastTimestamp).toBeLessThanOrEqual(r.clock.now());
});

test('journal ids have no gaps, and of entries with the same date the highest comes first; old entries stay', async () => {
  const { r, list } = await journal();
  const before: Json[] = [];
  for (const page of [1, 2, 3, 4]) before.push(...(await list(`rowsPerPage=200&page=${page}`)));
  const first = before[0]?.id ?? 0;
  expect(before.map(({ id }) => id)).toEqual(before.map((_, nth) => first - nth));
  const ties = before.filter(({ createDate }, nth) => createDate === before[nth - 1]?.createDate);
  expect(ties.length).toBeGreaterThan(10);
  await r.clock.advance(30_000);
  const after = await list('rowsPerPage=200');
  const start = after.findIndex(({ id }) => id === first);
  expect(start).toBeGreaterThan(5);
  expect(after.slice(start)).toEqual(before.slice(0, 200 - start));
});

test('A11 has every member of the dashboard', async () => {
  const r = await rig();
  const { data } = (await r.get('/api/cluster/dashboard')).body;
  const kind = { total: number, groups: expect.any(Array) };
  expect(data.appGroupStats).toEqual({ origin: kind, edge: kind, transcode: kind, feed: kind, sink: kind });
  for (const group of data.appGroupStats.edge.groups) expect(group).toEqual(shape('name', 'limit'));
  for (const [member, history] of [
    ['viewersStats', 'viewerCountHistory'],
    ['streamStats', 'streamCountHistory'],
    ['incomingTraffic', 'inBandwidthHistory'],
    ['outgoingTraffic', 'outBandwidthHistory'],
  ] as const) {
    const stats = data[member];
    expect(stats.total).toEqual({ value: number, limit });
    expect(stats.groups.length).toBeGreaterThan(1);
    for (const group of stats.groups) expect(group).toEqual(shape('name', 'value', { limit }));
    const { current, average, max, data: points } = stats[history];
    expect(current).toBe(stats.total.value);
    expect(points.length).toBeGreaterThanOrEqual(60);
    for (const point of points) expect(point).toEqual(shape('', 'timestamp value'));
    expect(max).toBe(Math.max(current, ...points.map(({ value }: { value: number }) => value)));
    expect(average).toBeLessThanOrEqual(max);
  }
  expect([data.incomingTraffic.totalBytes, data.outgoingTraffic.totalBytes]).toEqual([number, number]);
  const streams = { total: number, transcoded: number };
  expect(data.transcodeStats).toEqual({
    total: { value: number, limit },
    streams,
    groups: expect.any(Array),
  });
  const summary = { labels: ['Very Good', 'Good', 'Bad', 'No Data'], series: Array(4).fill(number) };
  expect([data.streamHealthSummary, data.viewerHealthSummary]).toEqual([summary, summary]);
});

test('A12 has every field of servers and applications, and the dashboard contains the same topology', async () => {
  const r = await rig();
  const { data } = (await r.get('/api/cluster/topology')).body;
  expect(data).toMatchObject({ mockupEnabled: false, topology: { length: 12 } });
  const usage = { usage: number, cap: limit };
  const serverStats = shape('', 'cpuUsage memUsage', { inBandwidth: usage, outBandwidth: usage });
  const count = { count: number, cap: limit };
  const application = shape('id name', '', {
    ...{ type: oneOf('origin|transcode|edge'), streams: count, viewers: count },
    ...{ bandwidth: shape('', 'inBandwidth outBandwidth') },
    ...{ upLinks: expect.any(Array), downLinks: expect.any(Array) },
  });
  const links = new Set<string>();
  for (const server of data.topology) {
    const clusterManager = server.serverName.startsWith('cm-');
    const own = { clusterManager, serverStats, applications: expect.any(Array) };
    expect(server).toEqual(shape('serverName hostName groupName', '', own));
    for (const app of server.applications) {
      expect(app).toEqual(application);
      for (const link of [...app.upLinks, ...app.downLinks]) links.add(typeof link);
    }
  }
  expect([...links].sort()).toEqual(['object', 'string']);
  expect((await r.get('/api/cluster/dashboard')).body.data.topology).toEqual(data.topology);
});
