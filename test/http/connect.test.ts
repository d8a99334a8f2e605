import { expect, test } from 'vitest';
import { json, open, serveWithLogin } from './support.ts';

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

test('a response that says the same is the very same value', async () => {
  let generatedAt = 1_000;
  let name = 'a,"meta":{';
  const { url } = await serveWithLogin((_request, response) =>
    json(response, 200, { data: { topology: [{ serverName: name }] }, meta: { generatedAt: generatedAt++ } }),
  );
  const { api } = open(url);
  const first = await api.topology();
  const second = await api.topology();
  expect(second.value).toBe(first.value);
  expect([first.generatedAt, second.generatedAt]).toEqual([1_000, 1_001]);
  name = 'b';
  expect((await api.topology()).value.topology[0]?.serverName).toBe('b');
});
