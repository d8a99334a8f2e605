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
  const all = await listOf(r, '?rowsPerPage=500');
  const isCamera = ({ streamKey }: Json) => streamKey.includes('cam');
  const isLive = ({ application }: Json) => application === 'live';
  /** The list of a query has some streams, exactly those. */
  const finds = async (query: string, isFound: (stream: Json) => boolean) => {
    const expected = all.filter(isFound).map(({ id }) => id);
    expect([expected.length > 0, expected.length < all.length]).toEqual([true, true]);
    expect((await listOf(r, query)).map(({ id }) => id)).toEqual(expected);
  };
  await finds('?rowsPerPage=500&search=CAM', isCamera);
  await finds('?rowsPerPage=500&streamState=PUBLISHED', ({ state }) => state === 'PUBLISHED');
  await finds('/live?rowsPerPage=500', isLive);
  await finds('/live?search=cam&rowsPerPage=500', (stream) => isLive(stream) && isCamera(stream));
  for (const query of ['?streamState=LEVITATING', '/no-such-application'])
    expect(await listOf(r, query)).toEqual([]);
});

test('A6 finds by id, lists each id without a match once, and refuses odd and too many ids', async () => {
  const r = await rig();
  const [first, second] = await listOf(r, '');
  const ids = [first?.id, 'nothing', second?.id, 'nothing'];
  const { data } = (await r.post('/api/streams/batch', { data: { streamKeyIds: ids } })).body;
  expect(data).toEqual({ found: [first, second], notFound: ['nothing'] });
  const many = Array.from({ length: 1_001 }, (_, nth) => `id-${nth}`);
  const odd = ['x', [1], many].map((streamKeyIds) => ({ data: { streamKeyIds } }));
  for (const body of [{}, { data: {} }, ...odd])
    expect(refusal(await r.post('/api/streams/batch', body))).toEqual([400, 'string']);
});
