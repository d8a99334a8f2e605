import { expect, test } from 'vitest';
import { number, refusal, rig, text } from '../rig.ts';

test('A1 answers with a token, its lifetime and the envelope', async () => {
  const r = await rig();
  const { status, body } = await r.login();
  expect(status).toBe(200);
  const accessToken = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  const times = { expireDate: r.clock.now() + 900_000, remainingTime: 900_000 };
  const { username } = r.sim;
  expect(body).toEqual({
    data: { accessToken, tokenType: 'Bearer', ...times, username, message: text },
    meta: { executionTime: number, generatedAt: r.clock.now() },
    message: text,
  });
});

test('a token is valid for 900 seconds and no longer', async () => {
  const r = await rig();
  expect((await r.get('/api/applications')).status).toBe(200);
  await r.clock.advance(899_999);
  expect((await r.get('/api/applications')).status).toBe(200);
  await r.clock.advance(1);
  expect(refusal(await r.get('/api/applications'))).toEqual([401, 'string']);
});

test('the sixth login within a minute is 429 with Retry-After for all users, and works a minute later', async () => {
  const r = await rig();
  for (let i = 0; i < 5; i++) expect((await r.login(`user${i}`, 'wrong')).status).toBe(401);
  const sixth = await r.login();
  expect([...refusal(sixth), sixth.headers.get('retry-after')]).toEqual([429, 'string', '60']);
  await r.clock.advance(60_000);
  expect((await r.login()).status).toBe(200);
});

test('every endpoint but login refuses a missing, a foreign and a garbled token, and an unknown path is 404', async () => {
  const r = await rig();
  const foreign = (await (await rig({ seed: 2 })).login()).body.data.accessToken;
  const guarded = {
    GET: 'streams streams/live applications cluster/journal cluster/dashboard cluster/topology',
    POST: 'users streams/batch applications/batch viewers/batch',
    PATCH: 'users/1 transcode/settings',
    DELETE: 'users/1',
    PUT: 'license/settings',
  };
  const all = Object.entries(guarded).flatMap(([method, paths]) =>
    paths.split(' ').map((path) => [method, path]),
  );
  for (const [method = '', path = ''] of all) {
    for (const token of ['', 'a.b.c', foreign]) {
      const answer = await r.send(method, `/api/${path}`, undefined, token);
      expect([method, path, ...refusal(answer)]).toEqual([method, path, 401, 'string']);
    }
  }
  for (const path of ['/api/nothing', '/', '/api', '/cloud/api/nothing'])
    expect([path, ...refusal(await r.get(path))]).toEqual([path, 404, 'string']);
  expect((await r.send('DELETE', '/api/cluster/dashboard')).status).toBe(404);
});

const accessRights = [
  { name: 'server', value: 'read_only' },
  { name: 'stream', value: 'read_write' },
];
const given = { username: 'ann', password: 'secret12', accessRights };

test('A2 creates a user who can log in, with wrappers, a masked password and capitalised rights', async () => {
  const r = await rig();
  const { status, body } = await r.post('/api/users', { data: { attributes: given } });
  expect(status).toBe(200);
  const attributes = {
    username: { value: 'ann', editable: true },
    password: { value: '******', editable: true, masked: true },
    algorithm: { value: 'SHA256', editable: false },
    accessRights: [
      { name: 'Server', value: 'READ_ONLY' },
      { name: 'Stream', value: 'READ_WRITE' },
    ],
  };
  const meta = { executionTime: number, generatedAt: r.clock.now() };
  expect(body).toEqual({ data: { id: number, attributes }, message: text, meta });
  expect((await r.login('ann', 'secret12')).status).toBe(200);
});

const wrap = (given: object) => ({ data: { attributes: given } });

async function settings(options: Parameters<typeof rig>[0] = {}) {
  const r = await rig(options);
  const transcode = (given: object) => r.send('PATCH', '/api/transcode/settings', wrap(given));
  const total = async () => (await r.get('/api/cluster/dashboard')).body.data.transcodeStats.total;
  return { transcode, total, license: (body: object) => r.send('PUT', '/api/license/settings', body) };
}

test('A13 without attributes changes nothing and returns all four', async () => {
  const { transcode } = await settings();
  const { status, body } = await transcode({});
  expect([status, body.message]).toEqual([200, text]);
  expect(body.data.attributes).toEqual({
    ffmpegPath: { value: text, editable: false, lockedBy: expect.stringMatching(/^[A-Z_]+$/) },
    ffmpegCommand: { value: expect.stringContaining('{SOURCE_INPUT}'), editable: true },
    transcodeTaskLimit: { value: number, editable: true },
    thumbGenerateTaskLimit: { value: number, editable: true },
  });
  expect((await transcode({})).body.data).toEqual(body.data);
});

test('A13 changes the given values; null removes a limit, and the dashboard shows it', async () => {
  const { transcode, total } = await settings();
  const { attributes } = (await transcode({ thumbGenerateTaskLimit: 9, transcodeTaskLimit: null })).body.data;
  expect([attributes.thumbGenerateTaskLimit.value, attributes.transcodeTaskLimit.value]).toEqual([9, null]);
  expect((await total()).limit).toBeNull();
  await transcode({ transcodeTaskLimit: 2 });
  expect(await total()).toEqual({ value: 6, limit: 6 });
});
