import { expect, test } from 'vitest';
import { type Json, number, oneOf, refusal, rig, shape, text } from '../rig.ts';

const numbers = 'streamCount viewerCount connectionCount inBandwidth outBandwidth inTotalBytes outTotalBytes';
const link = { cmIdentity: expect.stringMatching(/^cm-/), connectionState: 'AUTHENTICATED' };

test('A7 has the envelope, ten rows by default, and every field of an application', async () => {
  const r = await rig();
  const { data } = (await r.get('/api/applications')).body;
  expect(data).toMatchObject({ itemsPerPage: 10, currentPage: 1, hasPrevious: false, hasNext: true });
  expect(data.list).toHaveLength(10);
  const app = shape('id name class', numbers, {
    type: oneOf('ORIGIN|TRANSCODE|EDGE'),
    clusterType: true,
    clusterConnection: true,
    clusterConnectionData: shape('', 'startDate latency packetReceived packetSend', link),
  });
  for (const item of data.list) expect(item).toEqual(app);
});

test('A7 filters by type and name, orders, and refuses unknown values', async () => {
  const r = await rig();
  const list = async (query: string): Promise<Json[]> =>
    (await r.get(`/api/applications?rowsPerPage=100&${query}`)).body.data.list;
  expect((await list('appType=EDGE')).map(({ type }) => type)).toEqual(Array(5).fill('EDGE'));
  expect(await list('appType=MONO')).toEqual([]);
  const found = await list('search=FRA');
  expect(found.length).toBeGreaterThan(0);
  expect(found.every(({ name }) => name.includes('fra'))).toBe(true);
  const counts = (await list('orderBy=viewerCount&order=desc')).map((app) => app.viewerCount);
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
  const names = (await list('orderBy=name')).map(({ name }) => name);
  expect(names).toEqual([...names].sort());
  for (const query of ['appType=edge', 'orderBy=colour', 'order=up', 'rowsPerPage=501'])
    expect([query, ...refusal(await r.get(`/api/applications?${query}`))]).toEqual([query, 400, 'string']);
});

test('A8 finds by name and lists names without a match', async () => {
  const r = await rig();
  const { data } = (await r.post('/api/applications/batch', { data: { names: ['live', 'nowhere'] } })).body;
  expect(data.found).toMatchObject([{ id: text, name: 'live', viewerCount: number }]);
  expect(data.notFound).toEqual(['nowhere']);
  expect((await r.post('/api/applications/batch', { names: ['live'] })).status).toBe(400);
});
