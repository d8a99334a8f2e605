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
