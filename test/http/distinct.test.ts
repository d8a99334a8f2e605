import { expect, test } from 'vitest';
import { answering, json, open, serveWithLogin } from './support.ts';

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
  const names = found.value.found.map(({ id, streamKey }) => `${id}: ${streamKey}`);
  expect(names).toEqual(['s: a', 's (live/b): b']);
  expect(found.value.notFound).toEqual(['gone']);
  // The answer to a request for some ids belongs to what was requested.
  both.splice(0, 2, { id: 's', streamKey: 'b' } as never);
  expect((await api.streamBatch(['s (live/b)'])).value.found).toMatchObject([{ id: 's (live/b)' }]);
});

test('servers and applications of one name get distinct names, the same in each answer', async () => {
  const live = (id: string, type: string) => ({ id, name: 'live', type });
  const applications = [live('a-1', 'EDGE'), live('a-2', 'ORIGIN'), live('a-2', 'TRANSCODE')];
  const topology = [
    { serverName: 'n', hostName: 'a', applications },
    { serverName: 'n', hostName: 'b' },
  ];
  const found = ['EDGE', 'ORIGIN'].map((type) => ({ name: 'live', type }));
  const { url } = await answering(200, { data: { topology, found } });
  const { api } = open(url);
  for (let round = 0; round < 2; round++) {
    const { value, shared } = await api.topology();
    expect(value.topology.map(({ serverName }) => serverName)).toEqual(['n', 'n (b)']);
    const own = value.topology.flatMap((server) => server.applications ?? []);
    expect(own.find(({ type }) => type === 'EDGE')?.name).toBe('live');
    for (const member of ['name', 'id'] as const)
      expect(new Set(own.map((application) => application[member])).size).toBe(3);
    const names = shared?.map(({ kind, name }) => `${kind} ${name}`).sort();
    expect(names).toEqual(['application a-2', 'application live', 'server n']);
    applications.reverse();
  }
  const batch = await api.applicationBatch(['live']);
  expect(batch.shared).toEqual([{ kind: 'application', name: 'live' }]);
});
