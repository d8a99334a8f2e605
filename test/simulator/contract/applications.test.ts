import { expect, test } from 'vitest';
import { rig } from '../rig.ts';

const number = expect.any(Number);
const text = expect.any(String);

test('A7 has the envelope, ten rows by default, and every field of an application', async () => {
  const r = await rig();
  const { data } = (await r.get('/api/applications')).body;
  expect(data).toMatchObject({ itemsPerPage: 10, currentPage: 1, hasPrevious: false, hasNext: true });
  expect(data.list).toHaveLength(10);
  for (const item of data.list) {
    expect(item).toEqual({
      id: text,
      name: text,
      type: expect.stringMatching(/^(ORIGIN|TRANSCODE|EDGE)$/),
      class: text,
      streamCount: number,
      viewerCount: number,
      connectionCount: number,
      inBandwidth: number,
      outBandwidth: number,
      inTotalBytes: number,
      outTotalBytes: number,
      clusterType: true,
      clusterConnection: true,
      clusterConnectionData: {
        cmIdentity: expect.stringMatching(/^cm-/),
        connectionState: 'AUTHENTICATED',
        startDate: number,
        latency: number,
        packetReceived: number,
        packetSend: number,
      },
    });
  }
});

test('A7 filters by type and name, orders, and refuses unknown values', async () => {
  const r = await rig();
  const list = async (query: string) =>
    (await r.get(`/api/applications?rowsPerPage=100&${query}`)).body.data.list;
  const edges: { type: string; name: string; viewerCount: number }[] = await list('appType=EDGE');
  expect(edges).toHaveLength(5);
  expect(new Set(edges.map((a) => a.type))).toEqual(new Set(['EDGE']));
  expect(await list('appType=MONO')).toEqual([]);
  const found: { name: string }[] = await list('search=FRA');
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((a) => a.name.includes('fra'))).toBe(true);
  const counts = ((await list('orderBy=viewerCount&order=desc')) as typeof edges).map((a) => a.viewerCount);
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
  const names = ((await list('orderBy=name')) as typeof edges).map((a) => a.name);
  expect(names).toEqual([...names].sort());
  for (const query of ['appType=edge', 'orderBy=colour', 'order=up', 'rowsPerPage=501']) {
    const { status, body } = await r.get(`/api/applications?${query}`);
    expect([query, status, typeof body.message]).toEqual([query, 400, 'string']);
  }
});

test('A8 finds by name and lists names without a match', async () => {
  const r = await rig();
  const { data } = (await r.post('/api/applications/batch', { data: { names: ['live', 'nowhere'] } })).body;
  expect(data.found.map((a: { name: string }) => a.name)).toEqual(['live']);
  expect(data.notFound).toEqual(['nowhere']);
  expect((await r.post('/api/applications/batch', { names: ['live'] })).status).toBe(400);
});
