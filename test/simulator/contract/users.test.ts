import { expect, test } from 'vitest';
import { number, type Rig, refusal, rig, text } from '../rig.ts';

const rights = [
  { name: 'server', value: 'read_only' },
  { name: 'stream', value: 'read_write' },
];
const attributes = { username: 'ann', password: 'secret12', accessRights: rights };
const wrap = (given: object) => ({ data: { attributes: given } });
const create = (r: Rig, change: object = {}) => r.post('/api/users', wrap({ ...attributes, ...change }));

test('A2 creates a user who can log in, with wrappers, a masked password and capitalised rights', async () => {
  const r = await rig();
  const { status, body } = await create(r);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id: number,
      attributes: {
        username: { value: 'ann', editable: true },
        password: { value: '******', editable: true, masked: true },
        algorithm: { value: 'SHA256', editable: false },
        accessRights: [
          { name: 'Server', value: 'READ_ONLY' },
          { name: 'Stream', value: 'READ_WRITE' },
        ],
      },
    },
    message: text,
    meta: { executionTime: number, generatedAt: r.clock.now() },
  });
  expect((await r.login('ann', 'secret12')).status).toBe(200);
});

test('A2 and A3 name each field that they refuse', async () => {
  const r = await rig();
  const right = (...accessRights: object[]) => ({ accessRights });
  for (const [change, field] of [
    [{ username: undefined }, 'username'],
    [{ password: undefined }, 'password'],
    [{ accessRights: undefined }, 'accessRights'],
    [{ password: 'ab1' }, 'password'],
    [{ password: 'abcdefgh' }, 'password'],
    [right({ name: 'kitchen', value: 'none' }), 'accessRights'],
    [right({ name: 'server', value: 'READ_ONLY' }), 'accessRights'],
    [right({ name: 'server' }), 'accessRights'],
  ] as const)
    expect([change, ...refusal(await create(r, change), [])]).toEqual([change, 400, 'string', [field]]);
  const none = await r.post('/api/users', {});
  expect(refusal(none, [])).toEqual([400, 'string', ['username', 'password', 'accessRights']]);
  expect(none.body.errors.attributes.username).toEqual([text]);
  await create(r);
  const bob = (await create(r, { username: 'bob' })).body.data.id;
  const renamed = await r.send('PATCH', `/api/users/${bob}`, wrap({ username: 'ann' }));
  for (const taken of [await create(r), renamed])
    expect(refusal(taken, [])).toEqual([409, 'string', ['username']]);
});

test('A3 changes only the given fields', async () => {
  const r = await rig();
  const { id } = (await create(r)).body.data;
  const change = (given: object) => r.send('PATCH', `/api/users/${id}`, wrap(given));
  const { status, body } = await change({ username: 'anne' });
  expect([status, body.data.id, body.data.attributes.username.value]).toEqual([200, id, 'anne']);
  expect(body.data.attributes.accessRights).toHaveLength(2);
  expect((await r.login('anne', 'secret12')).status).toBe(200);
  await change({ password: 'other999' });
  expect((await r.login('anne', 'secret12')).status).toBe(401);
  expect((await r.login('anne', 'other999')).status).toBe(200);
});

test('A4 deletes for good: meta and message only, the token of the user is void, and its id unknown', async () => {
  const r = await rig();
  const { id } = (await create(r)).body.data;
  const token = (await r.login('ann', 'secret12')).body.data.accessToken;
  const { status, body } = await r.send('DELETE', `/api/users/${id}`);
  expect([status, Object.keys(body).sort()]).toEqual([200, ['message', 'meta']]);
  expect((await r.send('GET', '/api/streams', undefined, token)).status).toBe(401);
  const again = [
    await r.send('PATCH', `/api/users/${id}`, wrap({ username: 'x' })),
    await r.send('DELETE', `/api/users/${id}`),
  ];
  for (const answer of again) expect([answer.status, answer.body.message]).toEqual([404, 'User not found']);
});
