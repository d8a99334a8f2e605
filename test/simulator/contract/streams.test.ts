import { expect, test } from 'vitest';
import { type Rig, rig } from '../rig.ts';

interface Item {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly streamKey: string;
  readonly state: string;
}
const listOf = async (r: Rig, query: string): Promise<Item[]> =>
  (await r.get(`/api/streams${query}`)).body.data.list;

test('A5 has the paging envelope, ten rows by default, and every field of a stream', async () => {
  const r = await rig();
  const { data } = (await r.get('/api/streams')).body;
  expect(data).toMatchObject({ itemsPerPage: 10, currentPage: 1, hasPrevious: false, hasNext: true });
  expect(data.totalPages).toBe(Math.ceil(data.totalItems / 10));
  expect(data.list).toHaveLength(10);
  const number = expect.any(Number);
  const text = expect.any(String);
  for (const item of await listOf(r, '?rowsPerPage=500')) {
    expect(item).toEqual({
      id: text,
      state: expect.stringMatching(/^(INITIALIZED|AWAITING|PUBLISHED|UNPUBLISHED|CLOSING|NOT_PUBLISHED)$/),
      type: text,
      application: text,
      streamKey: text,
      startTime: number,
      duration: number,
      viewerCount: number,
      inBandwidth: number,
      outBandwidth: number,
      inTotalBytes: number,
      outTotalBytes: number,
      healthScore: number,
      healthGrade: text,
      allowedToPublish: true,
      isAutoRemovable: expect.any(Boolean),
      thumbnailPath: null,
      thumbnailTimestamp: number,
      subStreams: expect.any(Array),
    });
    for (const sub of item.subStreams as unknown[]) expect(sub).toEqual({ streamKey: text, name: text });
  }
});

test('the pages of a sweep contain every stream once, and a page beyond the end is empty', async () => {
  const r = await rig();
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { data } = (await r.get(`/api/streams?page=${page}&rowsPerPage=7`)).body;
    expect(data.list.length).toBeGreaterThan(0);
    ids.push(...data.list.map((s: Item) => s.id));
    expect(data.hasPrevious).toBe(page > 1);
    if (!data.hasNext) {
      expect(ids).toHaveLength(data.totalItems);
      break;
    }
  }
  expect(new Set(ids).size).toBe(ids.length);
  const beyond = (await r.get('/api/streams?page=999')).body.data;
  expect([beyond.list, beyond.hasNext, beyond.currentPage]).toEqual([[], false, 999]);
});

const fields = [
  'id',
  'state',
  'type',
  'application',
  'streamKey',
  'startTime',
  'duration',
  'viewerCount',
  'inBandwidth',
  'outBandwidth',
  'inTotalBytes',
  'outTotalBytes',
  'healthScore',
  'healthGrade',
  'isAutoRemovable',
  'thumbnailTimestamp',
];
test.each(fields)('A5 orders by %s in both directions', async (field) => {
  const r = await rig();
  const up = (await listOf(r, `?rowsPerPage=500&orderBy=${field}&order=asc`)).map((s) => s[field]);
  const down = (await listOf(r, `?rowsPerPage=500&orderBy=${field}&order=desc`)).map((s) => s[field]);
  const sorted = typeof up[0] === 'string' ? [...up].sort() : [...up].sort((a, b) => Number(a) - Number(b));
  expect(up).toEqual(sorted);
  expect(down).toEqual([...up].reverse());
});

test.each([
  'orderBy=favouriteColour',
  'order=sideways',
  'page=0',
  'page=x',
  'rowsPerPage=0',
  'rowsPerPage=501',
  'rowsPerPage=2.5',
])('A5 refuses ?%s with 400 and a message', async (query) => {
  const r = await rig();
  const { status, body } = await r.get(`/api/streams?${query}`);
  expect(status).toBe(400);
  expect(body.message).toEqual(expect.any(String));
});

test('search finds parts of the key in any case, and streamState and application can be added', async () => {
  const r = await rig();
  const all = await listOf(r, '?rowsPerPage=500');
  const found = await listOf(r, '?rowsPerPage=500&search=CAM');
  expect(found.map((s) => s.id)).toEqual(all.filter((s) => s.streamKey.includes('cam')).map((s) => s.id));
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(all.length);
  const published = await listOf(r, '?rowsPerPage=500&streamState=PUBLISHED');
  expect(published).toHaveLength(all.filter((s) => s.state === 'PUBLISHED').length);
  expect(await listOf(r, '?streamState=LEVITATING')).toEqual([]);
  const live = await listOf(r, '/live?rowsPerPage=500');
  expect(live.map((s) => s.id)).toEqual(all.filter((s) => s.application === 'live').map((s) => s.id));
  expect(await listOf(r, '/live?search=cam&rowsPerPage=500')).toHaveLength(
    live.filter((s) => s.streamKey.includes('cam')).length,
  );
  expect(await listOf(r, '/no-such-application')).toEqual([]);
});

test('A6 finds by id and lists each id without a match once', async () => {
  const r = await rig();
  const [first, second] = await listOf(r, '');
  const ids = [first?.id, 'nothing', second?.id, 'nothing'];
  const { data } = (await r.post('/api/streams/batch', { data: { streamKeyIds: ids } })).body;
  expect(data).toEqual({ found: [first, second], notFound: ['nothing'] });
});

test.each([{}, { data: {} }, { data: { streamKeyIds: 'x' } }, { data: { streamKeyIds: [1] } }])(
  'A6 with %j is 400',
  async (body) => {
    const r = await rig();
    const answer = await r.post('/api/streams/batch', body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toEqual(expect.any(String));
  },
);

test('a batch of more than 1,000 ids is 400', async () => {
  const r = await rig();
  const streamKeyIds = Array.from({ length: 1_001 }, (_, i) => `id-${i}`);
  expect((await r.post('/api/streams/batch', { data: { streamKeyIds } })).status).toBe(400);
});
