import { expect, test } from 'vitest';
import { type Json, oneOf, type Rig, refusal, rig, shape } from '../rig.ts';

const listOf = async (r: Rig, query: string): Promise<Json[]> =>
  (await r.get(`/api/streams${query}`)).body.data.list;

const texts = 'id type application streamKey healthGrade';
const numbers =
  'startTime duration viewerCount inBandwidth outBandwidth inTotalBytes outTotalBytes healthScore thumbnailTimestamp';

test('A5 has the paging envelope, ten rows by default, and every field of a stream', async () => {
  const r = await rig();
  const { data } = (await r.get('/api/streams')).body;
  expect(data).toMatchObject({ itemsPerPage: 10, currentPage: 1, hasPrevious: false, hasNext: true });
  expect(data.totalPages).toBe(Math.ceil(data.totalItems / 10));
  expect(data.list).toHaveLength(10);
  const stream = shape(texts, numbers, {
    state: oneOf('INITIALIZED|AWAITING|PUBLISHED|UNPUBLISHED|CLOSING|NOT_PUBLISHED'),
    allowedToPublish: true,
    isAutoRemovable: expect.any(Boolean),
    thumbnailPath: null,
    subStreams: expect.any(Array),
  });
  for (const item of await listOf(r, '?rowsPerPage=500')) {
    expect(item).toEqual(stream);
    for (const sub of item.subStreams) expect(sub).toEqual(shape('streamKey name'));
  }
});

test('the pages of a sweep contain every stream once, and a page beyond the end is empty', async () => {
  const r = await rig();
  const ids: string[] = [];
  for (let page = 1, hasNext = true; hasNext; page++) {
    const { data } = (await r.get(`/api/streams?page=${page}&rowsPerPage=7`)).body;
    expect([data.list.length > 0, data.hasPrevious]).toEqual([true, page > 1]);
    ids.push(...data.list.map(({ id }: Json) => id));
    hasNext = data.hasNext;
    if (!hasNext) expect(ids).toHaveLength(data.totalItems);
  }
  expect(new Set(ids).size).toBe(ids.length);
  const beyond = (await r.get('/api/streams?page=999')).body.data;
  expect([beyond.list, beyond.hasNext, beyond.currentPage]).toEqual([[], false, 999]);
});

test('search finds parts of the key in any case, and streamState and application can be added', async () => {
  const r = await rig();
  const ids = (items: readonly Json[]) => items.map(({ id }) => id);
  const all = await listOf(r, '?rowsPerPage=500');
  const found = await listOf(r, '?rowsPerPage=500&search=CAM');
  expect(ids(found)).toEqual(ids(all.filter(({ streamKey }) => streamKey.includes('cam'))));
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(all.length);
  const published = await listOf(r, '?rowsPerPage=500&streamState=PUBLISHED');
  expect(published).toHaveLength(all.filter(({ state }) => state === 'PUBLISHED').length);
  expect(await listOf(r, '?streamState=LEVITATING')).toEqual([]);
  const live = all.filter(({ application }) => application === 'live');
  expect(ids(await listOf(r, '/live?rowsPerPage=500'))).toEqual(ids(live));
  const cameras = live.filter(({ streamKey }) => streamKey.includes('cam'));
  expect(await listOf(r, '/live?search=cam&rowsPerPage=500')).toHaveLength(cameras.length);
  expect(await listOf(r, '/no-such-application')).toEqual([]);
});

test('A6 finds by id, lists each id without a match once, and refuses odd and too many ids', async () => {
  const r = await rig();
  const [first, second] = await listOf(r, '');
  const ids = [first?.id, 'nothing', second?.id, 'nothing'];
  const { data } = (await r.post('/api/streams/batch', { data: { streamKeyIds: ids } })).body;
  expect(data).toEqual({ found: [first, second], notFound: ['nothing'] });
  const many = Array.from({ length: 1_001 }, (_, nth) => `id-${nth}`);
  for (const body of [
    {},
    { data: {} },
    ...['x', [1], many].map((streamKeyIds) => ({ data: { streamKeyIds } })),
  ])
    expect(refusal(await r.post('/api/streams/batch', body))).toEqual([400, 'string']);
});
