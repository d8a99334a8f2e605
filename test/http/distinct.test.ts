import { expect, test } from 'vitest';
import { applicationId } from '../../src/protocol/application.ts';
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

test('applications with one name on one server get distinct names and ids, in any order', async () => {
  const live = (id: string | undefined, type: string) => ({ id, name: 'live', type });
  const applications = [live('a-1', 'EDGE'), live('a-2', 'ORIGIN'), live('a-2', 'TRANSCODE')];
  const { url } = await serveWithLogin((_request, response) =>
    json(response, 200, { data: { topology: [{ serverName: 'n', applications }] } }),
  );
  const { api } = open(url);
  const first = await api.topology();
  applications.reverse();
  const second = await api.topology();
  const named = (response: typeof first) =>
    response.value.topology.flatMap((server) =>
      (server.applications ?? []).map(({ name, type }) => [type, name]),
    );
  expect(named(first)[0]).toEqual(['EDGE', 'live']);
  expect(named(second).find(([type]) => type === 'EDGE')).toEqual(['EDGE', 'live']);
  for (const { value, shared } of [first, second]) {
    const own = value.topology.flatMap((server) => server.applications ?? []);
    expect(new Set(own.map(({ name }) => name)).size).toBe(3);
    expect(new Set(own.map(({ id }) => id)).size).toBe(3);
    expect(shared).toEqual([
      { kind: 'application', name: 'live' },
      { kind: 'application', name: 'a-2' },
    ]);
  }
});

test('applications with one name in a batch are distinct and reported', async () => {
  const found = [{ name: 'live', type: 'EDGE' }, { name: 'live', type: 'ORIGIN' }, { name: 'vod' }];
  const { url } = await serveWithLogin((_request, response) => json(response, 200, { data: { found } }));
  const { api } = open(url);
  const { value, shared } = await api.applicationBatch(['live', 'vod']);
  expect(new Set(value.found.map(applicationId)).size).toBe(3);
  expect(shared).toEqual([{ kind: 'application', name: 'live' }]);
});
