import { expect, test } from 'vitest';
import { json, open, serveWithLogin } from '../http/support.ts';
import { anna, ok, writing } from '../support/writing.ts';

test('a created user can log in, is known from then on, and its rights are shown as requests spell them', async () => {
  const { mutations, simulator, audited } = await writing();
  const created = await mutations.createUser(anna);
  const user = ok(created);
  expect(created).toMatchObject({
    message: `User anna has the id ${user.id}.`,
    warning: undefined,
    details: expect.arrayContaining([
      ['Id', String(user.id)],
      ['Username', 'anna'],
    ]),
  });
  expect(user.rights).toEqual({
    server: 'read_only',
    viewer: 'none',
    application: 'read_write',
    stream: 'none',
  });
  expect(user.locked).toEqual({ algorithm: '' });
  expect(mutations.known.getState().users).toEqual([{ id: user.id, name: 'anna' }]);
  const login = await fetch(`${simulator.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'anna', password: anna.password }),
  });
  expect(login.status).toBe(200);
  expect(await audited()).toMatchObject([
    {
      cluster: 'prod',
      user: 'operator',
      action: 'create user',
      target: `user ${user.id} (anna)`,
      fields: { username: 'anna', password: '(hidden)', accessRights: { application: 'read_write' } },
      outcome: 'ok',
    },
  ]);
});

test('an update sends only what is given, a deletion forgets; both are remembered over a restart', async () => {
  const first = await writing();
  const user = ok(await first.mutations.createUser(anna));
  const id = user.id ?? -1;
  expect(ok(await first.mutations.updateUser(id, { username: 'anne' })).rights).toEqual(user.rights);
  expect(first.mutations.known.getState().users).toEqual([{ id: user.id, name: 'anne' }]);
  const other = ok(await first.mutations.createUser({ ...anna, username: 'bob' }));
  expect((await first.mutations.deleteUser({ id: other.id ?? -1, name: 'bob' })).kind).toBe('ok');
  const [file] = (await first.files()).filter((text) => text.includes('"users"'));
  expect(JSON.parse(file ?? '').users).toEqual([{ id: user.id, name: 'anne' }]);
});

test('a user is called by id and name in messages and in the audit, by what of them is known', async () => {
  const { mutations, audited, refreshes } = await writing();
  expect((await mutations.readUser(0)).message).toBe('User 0 (operator) is read.');
  expect((await mutations.updateUser(0, { username: 'boss' })).message).toBe('User 0 (boss) is updated.');
  await mutations.forgetUser(0);
  expect(mutations.known.getState()).toMatchObject({ users: [], facts: {} });
  await mutations.readUser(0);
  expect((await mutations.readUser(999)).kind).toBe('refused');
  await mutations.rememberUser({ id: 999, name: '' });
  await mutations.readUser(999);
  expect((await audited()).map(({ action, target }) => `${action}: ${target}`)).toEqual([
    'read user: user 0',
    'update user: user 0 (operator)',
    'read user: user 0',
    'read user: user 999',
    'read user: user 999',
  ]);
  expect(refreshes).toEqual([]);
});

test('a creation whose response says nothing of the user has happened all the same, with what was sent', async () => {
  const { url } = await serveWithLogin((_request, response) =>
    json(response, 200, { data: { attributes: {} }, meta: {} }),
  );
  const { mutations, audited } = await writing({ mutations: { api: open(url).api } });
  expect(await mutations.createUser(anna)).toMatchObject({
    kind: 'ok',
    message: 'User anna is created.',
    warning: expect.stringContaining('not on the list here'),
  });
  expect(mutations.known.getState().users).toEqual([]);
  expect((await audited()).map(({ target }) => target)).toEqual(['user (anna)']);
  expect((await mutations.readUser(7)).message).toBe('User 7 is read.');
});

test('errors of the server land on their fields', async () => {
  const { mutations, audited } = await writing();
  ok(await mutations.createUser(anna));
  const taken = await mutations.createUser(anna);
  expect(taken).toMatchObject({ kind: 'refused', status: 409, fields: { username: [expect.any(String)] } });
  const weak = await mutations.createUser({ ...anna, username: 'bob', password: 'short' });
  expect(weak).toMatchObject({
    kind: 'refused',
    status: 400,
    fields: { password: [expect.any(String), expect.any(String)] },
  });
  expect(await mutations.updateUser(999, { username: 'x' })).toMatchObject({ kind: 'refused', status: 404 });
  expect((await audited()).map(({ outcome, status }) => [outcome, status])).toEqual([
    ['ok', undefined],
    ['failed', 409],
    ['failed', 400],
    ['failed', 404],
  ]);
});

test('deleting who is gone already takes the user off the list, and says so', async () => {
  const { mutations } = await writing();
  await mutations.rememberUser({ id: 77, name: 'ghost' });
  expect(mutations.known.getState().users).toHaveLength(1);
  const outcome = await mutations.deleteUser({ id: 77, name: 'ghost' });
  expect(outcome).toMatchObject({ kind: 'refused', status: 404 });
  expect(outcome.message).toContain('gone already');
  expect(mutations.known.getState().users).toEqual([]);
});

test('a deletion that is refused for another reason leaves the user on the list', async () => {
  const { url } = await serveWithLogin((_request, response) => json(response, 403, { message: 'not you' }));
  const { mutations } = await writing({ mutations: { api: open(url).api } });
  await mutations.rememberUser({ id: 77, name: 'anna' });
  const outcome = await mutations.deleteUser({ id: 77, name: 'anna' });
  expect(outcome).toMatchObject({ kind: 'refused', status: 403 });
  expect(outcome.message).not.toContain('gone already');
  expect(mutations.known.getState().users).toHaveLength(1);
});
