import { expect, test, vi } from 'vitest';
import { failure, json, open, serve, serveWithLogin } from './support.ts';

test('logs in once and reads with the token, below a path prefix', async () => {
  const seen: (string | undefined)[] = [];
  const { url, hits } = await serveWithLogin((request, response) => {
    seen.push(request.headers.authorization);
    json(response, 200, { data: { topology: [{ serverName: 'a' }], mockupEnabled: false } });
  });
  const { api, session } = open(`${url}/prefix/`);
  expect(session.state.status).toBe('none');
  const [first] = await Promise.all([api.topology(), api.dashboard(), api.topology()]);
  expect(first.value.topology.map((server) => server.serverName)).toEqual(['a']);
  expect(hits.filter((hit) => hit.includes('login'))).toEqual(['POST /prefix/api/auth/login']);
  expect(new Set(seen)).toEqual(new Set(['Bearer token-1']));
  expect(session.state).toMatchObject({ status: 'ok', username: 'op' });
});

test('with an API key of the server there is no login', async () => {
  const { url, hits } = await serve((request, response) => {
    expect(request.headers['x-api-key']).toBe('server-key');
    json(response, 200, { data: { topology: [] } });
  });
  const credentials = () => Promise.reject(new Error('nobody may be asked'));
  const { api, session } = open(url, { serverKey: async () => 'server-key\n', credentials });
  await api.topology();
  expect(session.state.status).toBe('ok');
  expect(hits).toEqual(['GET /api/cluster/topology']);
});

test('after the end nothing is asked, not even for a password', async () => {
  const { url, hits } = await serve((_request, response) => json(response, 200, {}));
  const credentials = vi.fn(async () => ({ username: 'op', password: 'hunter2-secret' }));
  const connection = open(url, { credentials });
  await connection.close();
  expect(await failure(connection.api.topology())).toMatchObject({ name: 'Aborted' });
  expect([credentials.mock.calls, hits]).toEqual([[], []]);
});

test('after the end the cloud gets no requests either', async () => {
  const arrived = Promise.withResolvers<void>();
  const { url } = await serve(() => arrived.resolve());
  const connection = open(url, { cloudUrl: url, apiKey: async () => 'the-key' });
  const failed = failure(connection.cloud?.possibleValues());
  await arrived.promise;
  await connection.close();
  expect(await failed).toMatchObject({ name: 'Aborted' });
});
