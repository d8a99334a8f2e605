import { expect, test } from 'vitest';
import { json, open, serveWithLogin } from './support.ts';

const stream = (id: string | undefined, streamKey: string) => ({ id, streamKey, application: 'live' });

test('streams with the same id are looked up by that id, and each is found under the id it was given', async () => {
  const asked: unknown[] = [];
  const both = [stream('s', 'a'), stream('s', 'b')];
  const { url } = await serveWithLogin((request, response, body) => {
    const isBatch = request.url?.endsWith('/batch');
    if (isBatch) asked.push(JSON.parse(body).data.streamKeyIds);
    json(response, 200, { data: isBatch ? { found: both, notFound: ['gone'] } : { list: both } });
  });
  const { api } = open(url);
  const listed = await api.streams({});
  const ids = listed.value.list.map(({ id }) => id);
  expect(ids).toEqual(['s', 's (live/b)']);
  const found = await api.streamBatch([...ids, 'gone']);
  expect(asked).toEqual([['s', 'gone']]);
  expect(found.value.found.map(({ id, streamKey }) => [id, streamKey])).toEqual([
    ['s', 'a'],
    ['s (live/b)', 'b'],
  ]);
  expect(found.value.notFound).toEqual(['gone']);
  // The answer to a request for some ids belongs to what was requested.
  both.splice(0, 2, { id: 's', streamKey: 'b' } as never);
  expect((await api.streamBatch(['s (live/b)'])).value.found).toMatchObject([{ id: 's (live/b)' }]);
});
