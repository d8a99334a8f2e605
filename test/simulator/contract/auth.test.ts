import { expect, test } from 'vitest';
import { refusal, rig } from '../rig.ts';

test('A1 answers with a token, its lifetime and the envelope', async () => {
  const r = await rig();
  const { status, body } = await r.login();
  expect(status).toBe(200);
  expect(body.data).toEqual({
    accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    tokenType: 'Bearer',
    expireDate: r.clock.now() + 900_000,
    remainingTime: 900_000,
    username: r.sim.username,
    message: expect.any(String),
  });
  expect(body.meta).toEqual({ executionTime: expect.any(Number), generatedAt: r.clock.now() });
  expect(body.message).toEqual(expect.any(String));
});

test('a wrong password, an unknown user and a missing field are 4xx with a message', async () => {
  const r = await rig();
  expect((await r.login(r.sim.username, 'wrong')).status).toBe(401);
  expect((await r.login('nobody', r.sim.password)).body.message).toMatch(/incorrect/i);
  const missing = await r.send('POST', '/api/auth/login', { username: 'operator' }, '');
  expect(missing.status).toBe(400);
  expect(missing.body.message).toEqual(expect.any(String));
});

test('a token is valid for 900 seconds and no longer', async () => {
  const r = await rig();
  expect((await r.get('/api/applications')).status).toBe(200);
  await r.clock.advance(899_999);
  expect((await r.get('/api/applications')).status).toBe(200);
  await r.clock.advance(1);
  const late = await r.get('/api/applications');
  expect(late.status).toBe(401);
  expect(late.body.message).toEqual(expect.any(String));
});

test('the sixth login within a minute is 429 with Retry-After for all users, and works a minute later', async () => {
  const r = await rig();
  for (let i = 0; i < 5; i++) expect((await r.login(`user${i}`, 'wrong')).status).toBe(401);
  const sixth = await r.login();
  expect(sixth.status).toBe(429);
  expect(sixth.body.message).toEqual(expect.any(String));
  expect(Number(sixth.headers.get('retry-after'))).toBe(60);
  await r.clock.advance(60_000);
  expect((await r.login()).status).toBe(200);
});

test('every endpoint but login refuses a missing, a foreign and a garbled token, and an unknown path is 404', async () => {
  const r = await rig();
  const foreign = (await (await rig({ seed: 2 })).login()).body.data.accessToken;
  const get = 'streams streams/live applications cluster/journal cluster/dashboard cluster/topology';
  const guarded = [
    ...get.split(' ').map((path) => ['GET', path] as const),
    ...['users', 'streams/batch', 'applications/batch', 'viewers/batch'].map(
      (path) => ['POST', path] as const,
    ),
    ['PATCH', 'users/1'],
    ['DELETE', 'users/1'],
    ['PATCH', 'transcode/settings'],
    ['PUT', 'license/settings'],
  ] as const;
  for (const [method, path] of guarded) {
    for (const token of ['', 'a.b.c', foreign]) {
      const answer = await r.send(method, `/api/${path}`, undefined, token);
      expect([method, path, ...refusal(answer)]).toEqual([method, path, 401, 'string']);
    }
  }
  for (const path of ['/api/nothing', '/', '/api', '/cloud/api/nothing'])
    expect([path, ...refusal(await r.get(path))]).toEqual([path, 404, 'string']);
  expect((await r.send('DELETE', '/api/cluster/dashboard')).status).toBe(404);
});

test('malformed JSON and a body that is too large are refused with a message', async () => {
  const r = await rig();
  for (const path of ['/api/users', '/api/streams/batch']) {
    const answer = await r.send('POST', path, '{"data": ');
    expect([answer.status, answer.body]).toEqual([400, { message: 'Malformed JSON' }]);
  }
  const large = await r.post('/api/viewers/batch', { ids: ['x'.repeat(2_000_000)] });
  expect(refusal(large)).toEqual([413, 'string']);
});

test('every answer of A is JSON with executionTime and generatedAt', async () => {
  const r = await rig();
  for (const path of [
    'streams',
    'applications',
    'cluster/journal',
    'cluster/dashboard',
    'cluster/topology',
  ]) {
    const answer = await r.get(`/api/${path}`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body.meta).toEqual({ executionTime: expect.any(Number), generatedAt: r.clock.now() });
    expect(answer.body.message).toBeUndefined();
  }
});
