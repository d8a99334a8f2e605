import { expect, test } from 'vitest';
import { rig } from '../rig.ts';

const rights = [
  { name: 'server', value: 'read_only' },
  { name: 'stream', value: 'read_write' },
];
const attributes = { username: 'ann', password: 'secret12', accessRights: rights };
const wrap = (given: object) => ({ data: { attributes: given } });

test('A2 creates a user who can log in, with wrappers, a masked password and capitalised rights', async () => {
  const r = await rig();
  const { status, body } = await r.post('/api/users', wrap(attributes));
  expect(status).toBe(200);
  expect(body.data).toEqual({
    id: expect.any(Number),
    attributes: {
      username: { value: 'ann', editable: true },
      password: { value: '******', editable: true, masked: true },
      algorithm: { value: 'SHA256', editable: false },
      accessRights: [
        { name: 'Server', value: 'READ_ONLY' },
        { name: 'Stream', value: 'READ_WRITE' },
      ],
    },
  });
  expect(body.message).toEqual(expect.any(String));
  expect(body.meta.generatedAt).toBe(r.clock.now());
  expect((await r.login('ann', 'secret12')).status).toBe(200);
});

test.each(['username', 'password', 'accessRights'])(
  'A2 without %s is 400 with a message of that field',
  async (field) => {
    const r = await rig();
    const { status, body } = await r.post('/api/users', wrap({ ...attributes, [field]: undefined }));
    expect(status).toBe(400);
    expect(body.message).toMatch(/validation failed/i);
    expect(Object.keys(body.errors.attributes)).toEqual([field]);
    expect(body.errors.attributes[field]).toEqual([expect.any(String)]);
  },
);

test('A2 without any field names all three fields', async () => {
  const r = await rig();
  const { status, body } = await r.post('/api/users', {});
  expect(status).toBe(400);
  expect(Object.keys(body.errors.attributes)).toEqual(['username', 'password', 'accessRights']);
});

test.each([
  ['a short password', { password: 'ab1' }, 'password'],
  ['a password without a digit', { password: 'abcdefgh' }, 'password'],
  ['an unknown right', { accessRights: [{ name: 'kitchen', value: 'none' }] }, 'accessRights'],
  ['an upper-case value', { accessRights: [{ name: 'server', value: 'READ_ONLY' }] }, 'accessRights'],
  ['a right without a value', { accessRights: [{ name: 'server' }] }, 'accessRights'],
])('A2 refuses %s', async (_what, change, field) => {
  const r = await rig();
  const { status, body } = await r.post('/api/users', wrap({ ...attributes, ...change }));
  expect(status).toBe(400);
  expect(Object.keys(body.errors.attributes)).toEqual([field]);
});

test('a username that is taken is 409 on create and on update', async () => {
  const r = await rig();
  await r.post('/api/users', wrap(attributes));
  const twice = await r.post('/api/users', wrap(attributes));
  expect(twice.status).toBe(409);
  expect(twice.body.errors.attributes.username).toEqual([expect.any(String)]);
  const bob = await r.post('/api/users', wrap({ ...attributes, username: 'bob' }));
  const renamed = await r.send('PATCH', `/api/users/${bob.body.data.id}`, wrap({ username: 'ann' }));
  expect(renamed.status).toBe(409);
  expect(renamed.body.errors.attributes.username).toEqual([expect.any(String)]);
});

test('A3 changes only the given fields', async () => {
  const r = await rig();
  const id = (await r.post('/api/users', wrap(attributes))).body.data.id;
  const { status, body } = await r.send('PATCH', `/api/users/${id}`, wrap({ username: 'anne' }));
  expect(status).toBe(200);
  expect(body.data.id).toBe(id);
  expect(body.data.attributes.username.value).toBe('anne');
  expect(body.data.attributes.accessRights).toHaveLength(2);
  expect((await r.login('anne', 'secret12')).status).toBe(200);
  await r.send('PATCH', `/api/users/${id}`, wrap({ password: 'other999' }));
  expect((await r.login('anne', 'secret12')).status).toBe(401);
  expect((await r.login('anne', 'other999')).status).toBe(200);
});

test("A4 deletes for good: it returns meta and message only, and the user's token is void", async () => {
  const r = await rig();
  const id = (await r.post('/api/users', wrap(attributes))).body.data.id;
  const token = (await r.login('ann', 'secret12')).body.data.accessToken;
  const { status, body } = await r.send('DELETE', `/api/users/${id}`);
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(['message', 'meta']);
  expect((await r.send('GET', '/api/streams', undefined, token)).status).toBe(401);
});

test('an unknown user is 404 on update and on delete', async () => {
  const r = await rig();
  for (const [method, body] of [
    ['PATCH', wrap({ username: 'x' })],
    ['DELETE', undefined],
  ] as const) {
    const answer = await r.send(method, '/api/users/4711', body);
    expect([answer.status, answer.body.message]).toEqual([404, 'User not found']);
  }
});
