import { mkdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Mutations } from '../../src/actions/mutations.ts';
import type { Outcome } from '../../src/actions/outcome.ts';
import { json, open, serveWithLogin } from '../http/support.ts';
import { anna, writing } from '../support/writing.ts';
import type { FaultKind } from '../world/faults.ts';

const writes: readonly [
  string,
  'users' | 'transcode' | 'license',
  (mutations: Mutations) => Promise<Outcome<unknown>>,
][] = [
  ['create user', 'users', (mutations) => mutations.createUser(anna)],
  ['update user', 'users', (mutations) => mutations.updateUser(0, { password: anna.password })],
  ['delete user', 'users', (mutations) => mutations.deleteUser({ id: 0, name: 'operator' })],
  ['replace license', 'license', (mutations) => mutations.replaceLicense({ key: 'SOME-LICENSE-9' })],
];

const faults: readonly [FaultKind, Outcome<never>['kind']][] = [
  ['black-hole', 'unknown'],
  ['reset', 'unknown'],
  ['truncated-json', 'unknown'],
  ['html', 'unknown'],
  ['wrong-content-type', 'unknown'],
  ['wrong-shape', 'unknown'],
  ['error-500', 'failed'],
  ['rate-limit', 'refused'],
  ['unauthorized', 'refused'],
];

for (const [kind, expected] of faults) {
  test.each(writes)(
    `${kind} makes “%s” ${expected}, is sent once and is in the audit`,
    async (action, endpoint, write) => {
      const { mutations, simulator, audited, lines, sent, loseResponse, files } = await writing();
      simulator.faults.set({ kind, endpoint });
      const written = write(mutations);
      if (kind === 'black-hole') await loseResponse();
      const outcome = await written;
      // The answer to a deletion may have any shape: it succeeded.
      const kindOf = kind === 'wrong-shape' && action === 'delete user' ? 'ok' : expected;
      expect(outcome.kind).toBe(kindOf);
      if (outcome.kind === 'unknown') {
        expect(outcome.message).toContain('may have happened');
        expect(outcome.howToFindOut).not.toBe('');
      }
      // A 401 costs one new login, and the write that was refused by it is sent once more.
      expect(sent()).toHaveLength(kind === 'unauthorized' ? 2 : 1);
      const auditOutcome = kindOf === 'refused' ? 'failed' : kindOf;
      expect(await audited()).toMatchObject([{ action, outcome: auditOutcome, message: outcome.message }]);
      // Two lines for one write: one before it is sent, one with its outcome.
      const both = await lines();
      expect(both).toMatchObject([
        { action, outcome: 'sent' },
        { action, outcome: auditOutcome },
      ]);
      expect(both[0]?.id).toBe(both[1]?.id);
      expect((await files()).join('\n')).not.toMatch(/Very-secret|SOME-LICENSE/);
    },
  );
}

test('without a server a write is reported as certainly not applied, and is in the audit', async () => {
  const { mutations, simulator, audited } = await writing();
  await simulator.close();
  const outcome = await mutations.createUser(anna);
  expect(outcome).toMatchObject({ kind: 'failed', message: expect.stringContaining('nothing changed') });
  expect(await audited()).toMatchObject([{ action: 'create user', outcome: 'failed' }]);
});

test('read-only mode sends nothing, and does not even read the settings', async () => {
  const { mutations, sent } = await writing({ connection: { readOnly: true } });
  for (const [, , write] of writes)
    expect(await write(mutations)).toMatchObject({ kind: 'refused', status: undefined });
  expect((await mutations.readTranscode()).message).toContain('Read-only');
  const settings = { transcodeTaskLimit: { value: 7, editable: true, lockedBy: undefined } };
  expect((await mutations.updateTranscode({ transcodeTaskLimit: 3 }, settings)).kind).toBe('refused');
  expect((await mutations.createCloudStream({ name: 'x', regionId: 1 })).kind).toBe('refused');
  expect(sent()).toEqual([]);
});

const fullDisk = { append: () => Promise.reject(new Error('the disk is full')) };

test.each(writes)('without an audit “%s” is not sent to a production cluster', async (_, __, write) => {
  const { mutations, sent } = await writing({ mutations: { audit: fullDisk, production: true } });
  for (let time = 0; time < 2; time++) {
    expect(await write(mutations)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('Not sent: the disk is full'),
    });
  }
  expect(sent()).toEqual([]);
});

test('without an audit a write to another cluster is sent at the second try, which says that the audit lacks it', async () => {
  const { mutations, sent } = await writing({ mutations: { audit: fullDisk } });
  expect(await mutations.createUser(anna)).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('Send it again'),
  });
  expect((await mutations.createUser({ ...anna, username: 'bob' })).kind).toBe('refused');
  expect(sent()).toEqual([]);
  const outcome = await mutations.createUser(anna);
  expect(outcome).toMatchObject({ kind: 'ok', warning: expect.stringContaining('the disk is full') });
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
  expect(await mutations.readTranscode()).toMatchObject({
    kind: 'ok',
    warning: expect.stringContaining('the disk is full'),
  });
});

test('the audit and the state file are private', async () => {
  const { mutations, audit } = await writing();
  await mutations.createUser(anna);
  expect((await stat(audit.path)).mode & 0o777).toBe(0o600);
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
  expect(lines.map(({ outcome }) => outcome)).toEqual(['sent', 'failed']);
  expect(new Set(lines.map(({ id }) => id))).toEqual(new Set([line.id]));
});
