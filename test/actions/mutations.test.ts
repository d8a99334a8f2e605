import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Mutations } from '../../src/actions/mutations.ts';
import type { Outcome } from '../../src/actions/outcome.ts';
import { json, open, serveWithLogin } from '../http/support.ts';
import { anna, writing } from '../support/writing.ts';

const writes: readonly [string, (mutations: Mutations) => Promise<Outcome<unknown>>][] = [
  ['create user', (mutations) => mutations.createUser(anna)],
  ['update user', (mutations) => mutations.updateUser(0, { password: anna.password })],
  ['delete user', (mutations) => mutations.deleteUser({ id: 0, name: 'operator' })],
  ['replace license', (mutations) => mutations.replaceLicense({ key: 'SOME-LICENSE-9' })],
];

test('a 401 costs one new login, and the write that it refused is sent once more', async () => {
  const { mutations, simulator, sent, audited } = await writing();
  simulator.faults.set({ kind: 'unauthorized', endpoint: 'users' });
  expect(await mutations.createUser(anna)).toMatchObject({ kind: 'refused', status: 401 });
  expect(sent()).toHaveLength(2);
  expect(await audited()).toMatchObject([{ action: 'create user', outcome: 'refused', status: 401 }]);
});

test('a write whose login fails was never sent', async () => {
  const { mutations, simulator } = await writing();
  simulator.faults.set({ kind: 'error-500', endpoint: 'login' });
  const message = expect.stringContaining('Not sent, nothing changed');
  expect(await mutations.createUser(anna)).toMatchObject({ kind: 'refused', status: undefined, message });
});

test('read-only mode sends nothing, and does not even read the settings', async () => {
  const { mutations, sent } = await writing({ connection: { readOnly: true } });
  for (const [, write] of writes)
    expect(await write(mutations)).toMatchObject({ kind: 'refused', status: undefined });
  expect((await mutations.readTranscode()).message).toContain('Read-only');
  const settings = { transcodeTaskLimit: { value: 7, editable: true, lockedBy: undefined } };
  expect((await mutations.updateTranscode({ transcodeTaskLimit: 3 }, settings)).kind).toBe('refused');
  expect((await mutations.createCloudStream({ name: 'x', regionId: 1 })).kind).toBe('refused');
  expect(sent()).toEqual([]);
});

const fullDisk = { append: () => Promise.reject(new Error('the disk is full')) };

test.each(writes)('without an audit “%s” is not sent to a production cluster', async (_, write) => {
  const { mutations, sent } = await writing({ mutations: { audit: fullDisk, production: true } });
  for (let time = 0; time < 2; time++) {
    const { kind, message, warning } = await write(mutations);
    expect([kind, warning]).toEqual(['refused', undefined]);
    expect(message).toContain('Not sent, nothing changed: the disk is full');
  }
  expect(sent()).toEqual([]);
});

test('without an audit a write to another cluster is sent at the second try, which says that the audit lacks it', async () => {
  const { mutations, sent } = await writing({ mutations: { audit: fullDisk } });
  const again = { kind: 'refused', message: expect.stringContaining('Send it again') };
  expect(await mutations.createUser(anna)).toMatchObject(again);
  expect((await mutations.createUser({ ...anna, username: 'bob' })).kind).toBe('refused');
  expect(sent()).toEqual([]);
  const outcome = await mutations.createUser(anna);
  expect(outcome).toMatchObject({ kind: 'confirmed', warning: expect.stringContaining('the disk is full') });
  expect(sent()).toHaveLength(1);
  expect((await mutations.createUser(anna)).kind).toBe('refused');
});

test.each(['a directory', 'a symbolic link'])('an audit that is %s prevents all writes', async (kind) => {
  const { mutations, sent, audit, stateDir } = await writing({ mutations: { production: true } });
  if (kind === 'a directory') await mkdir(audit.path);
  else await symlink(join(stateDir, 'elsewhere'), audit.path);
  expect((await mutations.createUser(anna)).kind).toBe('refused');
  expect(sent()).toEqual([]);
});

test('the settings can be read without an audit', async () => {
  const { mutations } = await writing({ mutations: { audit: fullDisk, production: true } });
  const read = { kind: 'confirmed', warning: expect.stringContaining('the disk is full') };
  expect(await mutations.readTranscode()).toMatchObject(read);
});

test('the audit has the line of a write before the write reaches the server', async () => {
  let atArrival: Promise<string[]> | undefined;
  const { url } = await serveWithLogin((_request, response) => {
    atArrival = rig.files();
    atArrival.then(() => json(response, 409, { message: 'taken' }));
  });
  const rig = await writing({ mutations: { api: open(url).api } });
  await rig.mutations.createUser(anna);
  const line = JSON.parse((await atArrival)?.join('') ?? '{}');
  expect(line).toMatchObject({ action: 'create user', target: 'user (anna)', outcome: 'sent' });
  const lines = await rig.lines();
  expect(lines.map(({ outcome }) => outcome)).toEqual(['sent', 'refused']);
  expect(new Set(lines.map(({ id }) => id))).toEqual(new Set([line.id]));
});
