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

const viewer = shape(
  'id state class harnessType streamKey subStream remoteAddress osName browserName',
  'startTime duration inBandwidth outBandwidth inTotalBytes outTotalBytes healthScore',
  {
    pipelineType: 'CLIENT_OUTPUT',
    applicationName: expect.stringMatching(/^play-/),
    deviceType: oneOf('MOBILE|TABLET|DESKTOP'),
    healthGrade: oneOf('Very Good|Good|Bad|No Data'),
  },
);

test('A9 takes ids at the top level and returns every field of a viewer session', async () => {
  const r = await rig();
  const ids = r.sim.world.viewers.ids(300);
  const { data } = (await r.post('/api/viewers/batch', { ids: [...ids, 'nobody'] })).body;
  const found: Json[] = data.found;
  expect(data.notFound).toEqual(['nobody']);
  expect(found.map(({ id }) => id)).toEqual(ids);
  for (const one of found) expect(one).toEqual(viewer);
  const silent = found.filter(({ healthGrade }) => healthGrade === 'No Data');
  expect(silent.length).toBeGreaterThan(0);
  expect(silent.every(({ healthScore }) => healthScore === 0)).toBe(true);
  expect(found.some(({ harnessType }) => /CLUSTER|TRANSCODER|PUSH|WRITER/.test(harnessType))).toBe(true);
  for (const body of [{}, { data: { ids: [] } }, { ids: 'x' }])
    expect(refusal(await r.post('/api/viewers/batch', body))).toEqual([400, 'string']);
});
