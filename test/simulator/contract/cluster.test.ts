import { expect, test } from 'vitest';
import { rig } from '../rig.ts';

const number = expect.any(Number);
const text = expect.any(String);

interface Entry {
  readonly id: number;
  readonly createDate: number;
}

test('A10: newest first, twenty rows by default, lastTimestamp of the newest', async () => {
  const r = await rig();
  const { data } = (await r.get('/api/cluster/journal')).body;
  expect(data).toMatchObject({ itemsPerPage: 20, currentPage: 1, hasPrevious: false, hasNext: true });
  expect(data.list).toHaveLength(20);
  expect(data.list[0]).toEqual({
    id: number,
    objectName: text,
    message: text,
    threadName: text,
    createDate: number,
  });
  const dates = data.list.map((e: Entry) => e.createDate);
  expect(dates).toEqual([...dates].sort((a, b) => b - a));
  expect(data.lastTimestamp).toBe(dates[0]);
  expect(data.lastTimestamp).toBeLessThanOrEqual(r.clock.now());
});

test('journal ids have no gaps and no duplicates, and of entries with the same date the highest id comes first', async () => {
  const r = await rig();
  const entries: Entry[] = [];
  for (let page = 1; page <= 4; page++) {
    entries.push(...(await r.get(`/api/cluster/journal?rowsPerPage=200&page=${page}`)).body.data.list);
  }
  const ids = entries.map((e) => e.id).sort((a, b) => b - a);
  expect(ids).toEqual(Array.from(ids, (_, i) => (ids[0] as number) - i));
  const ties = entries.filter((e, i) => i > 0 && e.createDate === entries[i - 1]?.createDate);
  expect(ties.length).toBeGreaterThan(10);
  expect(entries.map((e) => e.id)).toEqual(ids);
});

test('the journal continues: old entries stay, and new ones have higher ids', async () => {
  const r = await rig();
  const before: Entry[] = (await r.get('/api/cluster/journal?rowsPerPage=50')).body.data.list;
  await r.clock.advance(30_000);
  const after: Entry[] = (await r.get('/api/cluster/journal?rowsPerPage=200')).body.data.list;
  const known = new Set(before.map((e) => e.id));
  const start = after.findIndex((e) => known.has(e.id));
  expect(start).toBeGreaterThan(5);
  expect(after.slice(start, start + before.length)).toEqual(before);
});

test.each(['id', 'objectName', 'message', 'threadName', 'createDate'])('A10 orders by %s', async (field) => {
  const r = await rig();
  const list = async (order: string) =>
    (await r.get(`/api/cluster/journal?rowsPerPage=500&orderBy=${field}&order=${order}`)).body.data.list.map(
      (e: Record<string, unknown>) => e[field],
    );
  const compare = (a: string | number, b: string | number) => Number(a > b) - Number(a < b);
  const up = await list('asc');
  expect(up).toEqual([...up].sort(compare));
  const down = await list('desc');
  expect(down).toEqual([...down].sort((a, b) => compare(b, a)));
});

test('A10 by date: newest first is the default, oldest first its exact reverse, page by page', async () => {
  const r = await rig();
  const ids = async (query: string) => {
    const { data } = (await r.get(`/api/cluster/journal?rowsPerPage=50&${query}`)).body;
    return data.list.map((e: Entry) => e.id);
  };
  expect(await ids('orderBy=createDate&order=desc&page=2')).toEqual(await ids('page=2'));
  const { totalItems, totalPages } = (await r.get('/api/cluster/journal?rowsPerPage=50')).body.data;
  const last = await ids(`orderBy=createDate&order=asc&page=${totalPages}`);
  expect(last).toEqual((await ids('page=1')).slice(0, totalItems % 50 || 50).reverse());
});

test('A10 refuses unknown fields, orders and pages with 400', async () => {
  const r = await rig();
  for (const query of ['orderBy=colour', 'order=up', 'page=-1', 'rowsPerPage=9999']) {
    const { status, body } = await r.get(`/api/cluster/journal?${query}`);
    expect([query, status, typeof body.message]).toEqual([query, 400, 'string']);
  }
});

test('A11 has every member of the dashboard', async () => {
  const r = await rig();
  const { data } = (await r.get('/api/cluster/dashboard')).body;
  const limit = expect.toSatisfy((v) => v === null || Number.isInteger(v), 'integer or null');
  const kind = { total: number, groups: expect.any(Array) };
  expect(data.appGroupStats).toEqual({ origin: kind, edge: kind, transcode: kind, feed: kind, sink: kind });
  for (const group of data.appGroupStats.edge.groups) expect(group).toEqual({ name: text, limit: number });
  for (const [member, history] of [
    ['viewersStats', 'viewerCountHistory'],
    ['streamStats', 'streamCountHistory'],
    ['incomingTraffic', 'inBandwidthHistory'],
    ['outgoingTraffic', 'outBandwidthHistory'],
  ] as const) {
    const stats = data[member];
    expect(stats.total).toEqual({ value: number, limit });
    expect(stats.groups.length).toBeGreaterThan(1);
    for (const group of stats.groups) expect(group).toEqual({ name: text, value: number, limit });
    const { current, average, max, data: points } = stats[history];
    expect(current).toBe(stats.total.value);
    expect(points.length).toBeGreaterThanOrEqual(60);
    for (const point of points) expect(point).toEqual({ timestamp: number, value: number });
    expect(max).toBe(Math.max(current, ...points.map((p: { value: number }) => p.value)));
    expect(average).toBeLessThanOrEqual(max);
  }
  expect(data.incomingTraffic.totalBytes).toEqual(number);
  expect(data.outgoingTraffic.totalBytes).toEqual(number);
  expect(data.transcodeStats).toEqual({
    total: { value: number, limit },
    streams: { total: number, transcoded: number },
    groups: expect.any(Array),
  });
  for (const summary of [data.streamHealthSummary, data.viewerHealthSummary]) {
    expect(summary.labels).toEqual(['Very Good', 'Good', 'Bad', 'No Data']);
    expect(summary.series).toEqual([number, number, number, number]);
  }
});

test('A12 has every field of servers and applications, and the dashboard contains the same topology', async () => {
  const r = await rig();
  const { data } = (await r.get('/api/cluster/topology')).body;
  expect(data.mockupEnabled).toBe(false);
  expect(data.topology).toHaveLength(12);
  const usage = {
    usage: number,
    cap: expect.toSatisfy((v) => v === null || Number.isInteger(v), 'integer or null'),
  };
  const count = { count: number, cap: usage.cap };
  for (const server of data.topology) {
    expect(server).toEqual({
      serverName: text,
      hostName: text,
      groupName: text,
      clusterManager: server.serverName.startsWith('cm-'),
      serverStats: { cpuUsage: number, memUsage: number, inBandwidth: usage, outBandwidth: usage },
      applications: expect.any(Array),
    });
    for (const app of server.applications) {
      expect(app).toEqual({
        id: text,
        name: text,
        type: expect.stringMatching(/^(origin|transcode|edge)$/),
        streams: count,
        viewers: count,
        bandwidth: { inBandwidth: number, outBandwidth: number },
        upLinks: expect.any(Array),
        downLinks: expect.any(Array),
      });
    }
  }
  expect((await r.get('/api/cluster/dashboard')).body.data.topology).toEqual(data.topology);
  const links = data.topology.flatMap((s: { applications: { upLinks: unknown[]; downLinks: unknown[] }[] }) =>
    s.applications.flatMap((a) => [...a.upLinks, ...a.downLinks].map((l) => typeof l)),
  );
  expect(new Set(links)).toEqual(new Set(['string', 'object']));
});
