import { expect, test } from 'vitest';
import { rig } from '../rig.ts';

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

const guarded: readonly (readonly [string, string])[] = [
  ['POST', '/api/users'],
  ['PATCH', '/api/users/1'],
  ['DELETE', '/api/users/1'],
  ['GET', '/api/streams'],
  ['GET', '/api/streams/live'],
  ['POST', '/api/streams/batch'],
  ['GET', '/api/applications'],
  ['POST', '/api/applications/batch'],
  ['POST', '/api/viewers/batch'],
  ['GET', '/api/cluster/journal'],
  ['GET', '/api/cluster/dashboard'],
  ['GET', '/api/cluster/topology'],
  ['PATCH', '/api/transcode/settings'],
  ['PUT', '/api/license/settings'],
];

test('every endpoint but login refuses a missing, a foreign and a garbled token with 401 and a message', async () => {
  const r = await rig();
  const other = await rig({ seed: 2 });
  const foreign = (await other.login()).body.data.accessToken;
  for (const [method, path] of guarded) {
    for (const token of ['', 'a.b.c', foreign]) {
      const answer = await r.send(method, path, undefined, token);
      expect([method, path, answer.status]).toEqual([method, path, 401]);
      expect(answer.body.message).toEqual(expect.any(String));
    }
  }
});
