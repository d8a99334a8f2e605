import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openClusterMemory } from '../../src/config/state-files.ts';
import { json, open, serveWithLogin } from '../http/support.ts';
import { eventually } from '../support/eventually.ts';
import { anna, ok, writing } from '../support/writing.ts';

test('an update sends only the given fields, a deletion forgets the user, and both survive a restart', async () => {
  const first = await writing();
  const user = ok(await first.mutations.createUser(anna));
  const id = user.id ?? -1;
  expect(ok(await first.mutations.updateUser(id, { username: 'anne' })).rights).toEqual(user.rights);
  expect(first.mutations.known.getState().users).toEqual([{ id: user.id, name: 'anne' }]);
  const other = ok(await first.mutations.createUser({ ...anna, username: 'bob' }));
  expect((await first.mutations.deleteUser({ id: other.id ?? -1, name: 'bob' })).kind).toBe('confirmed');
  const ofBob = ['POST /api/users', `DELETE /api/users/${other.id}`];
  expect(first.sent()).toEqual(['POST /api/users', `PATCH /api/users/${id}`, ...ofBob]);
  expect(Object.keys(first.mutations.known.getState().facts)).toEqual([String(id)]);
  const memory = openClusterMemory(first.stateDir, first.simulator.url, systemClock, () => {});
  const { mutations: next, sent } = await writing({ mutations: { memory } });
  await eventually(() => expect(next.known.getState().users).toEqual([{ id: user.id, name: 'anne' }]));
  expect(sent()).toEqual([]);
});

test('unreadable fields of a response are reported together with other failures beside the write', async () => {
  const { url } = await serveWithLogin((_request, response) =>
    json(response, 200, { data: { id: {}, attributes: { username: {} } } }),
  );
  const broken = { append: () => Promise.reject(new Error('the disk is full')) };
  const { mutations } = await writing({ mutations: { api: open(url).api, audit: broken } });
  for (const write of [() => mutations.createUser(anna), () => mutations.updateUser(7, { username: 'boss' })])
    expect((await write()).kind).toBe('refused');
  const unread = 'Parts of the response could not be read: data.id.';
  const both = `${unread} Not in the audit: the disk is full.`;
  const warning = `Its id is not known, so it is not on the list here. ${both}`;
  expect(await mutations.createUser(anna)).toMatchObject({ kind: 'unknown', warning });
  const [updated, read] = [await mutations.updateUser(7, { username: 'boss' }), await mutations.readUser(7)];
  expect([updated.warning, read.warning]).toEqual([both, both]);
});

test('a list on disk that cannot be changed is reported beside the write, until it can be changed', async () => {
  let why: string | undefined = 'the disk is full';
  const change = async () => {
    if (why !== undefined) throw new Error(why);
    return { cluster: '', users: [{ id: 5, name: 'eva' }], acknowledgements: {}, explained: ['seen'] };
  };
  const memory = { read: change, rememberUser: change, forgetUser: change, markExplained: change };
  const { mutations } = await writing({ mutations: { memory } });
  const { known } = mutations;
  await eventually(() => expect(known.getState().problem).toBe('the disk is full'));
  const warning = 'Not remembered for the next start: the disk is full.';
  expect(await mutations.createUser(anna)).toMatchObject({ kind: 'confirmed', warning });
  expect(await mutations.deleteUser({ id: 1, name: 'anna' })).toMatchObject({ kind: 'confirmed', warning });
  expect(await mutations.deleteUser({ id: 1, name: 'anna' })).toMatchObject({ kind: 'refused', warning });
  expect(await mutations.rememberUser({ id: 5, name: 'eva' })).toBe(warning);
  expect(await mutations.forgetUser(5)).toBe(warning);
  expect(await mutations.markExplained('seen')).toBe(warning);
  expect(known.getState()).toMatchObject({ users: [], explained: [], problem: 'the disk is full' });
  why = undefined;
  expect(await mutations.markExplained('seen')).toBeUndefined();
  const mended = { users: [{ id: 5, name: 'eva' }], explained: ['seen'], problem: undefined };
  expect(known.getState()).toMatchObject(mended);
});

test('errors of the server are shown at their fields', async () => {
  const { mutations, audited } = await writing();
  ok(await mutations.createUser(anna));
  const taken = await mutations.createUser(anna);
  expect(taken).toMatchObject({ kind: 'refused', status: 409, fields: { username: [expect.any(String)] } });
  const weak = await mutations.createUser({ ...anna, username: 'bob', password: 'short' });
  const fields = { password: [expect.any(String), expect.any(String)] };
  expect(weak).toMatchObject({ kind: 'refused', status: 400, fields });
  expect(await mutations.updateUser(999, { username: 'x' })).toMatchObject({ kind: 'refused', status: 404 });
  const outcomes = (await audited()).map(({ outcome, status }) => `${outcome} ${status}`);
  expect(outcomes).toEqual(['confirmed 200', 'refused 409', 'refused 400', 'refused 404']);
});

test('deleting a user that no longer exists removes it from the list and says so', async () => {
  const { mutations } = await writing();
  await mutations.rememberUser({ id: 77, name: 'ghost' });
  expect(mutations.known.getState().users).toHaveLength(1);
  const outcome = await mutations.deleteUser({ id: 77, name: 'ghost' });
  expect(outcome).toMatchObject({ kind: 'refused', status: 404 });
  expect(outcome.message).toMatch(/^User 77 is gone already, and taken off the list here\. .*\(404\)/);
  expect(mutations.known.getState().users).toEqual([]);
});

test('a lost change is read back: the name tells, a masked password does not', async () => {
  const answers = [undefined, 'anne', undefined, 'anne'];
  const { url } = await serveWithLogin((request, response) => {
    const name = answers.shift();
    if (name === undefined) request.socket.destroy();
    else {
      const password = { value: '******', masked: true };
      json(response, 200, { data: { id: 7, attributes: { username: { value: name }, password } } });
    }
  });
  const { mutations } = await writing({ mutations: { api: open(url).api } });
  const readBack = async (change: object) => {
    const outcome = await mutations.updateUser(7, change);
    expect(outcome.kind).toBe('unknown');
    return 'readBack' in outcome ? outcome.readBack?.() : undefined;
  };
  expect(await readBack({ username: 'anne' })).toMatchObject({ kind: 'confirmed' });
  const message = 'It may have happened: the answer does not say what became of password.';
  expect(await readBack({ password: 'New-secret-1' })).toMatchObject({ kind: 'unknown', message });
});
