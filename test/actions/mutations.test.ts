import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Mutations } from '../../src/actions/mutations.ts';
import type { Outcome } from '../../src/actions/outcome.ts';
import type { UserInput } from '../../src/protocol/user.ts';
import type { FaultKind } from '../../src/simulator/faults.ts';
import { json, open, serve, serveWithLogin } from '../http/support.ts';
import { writing } from '../support/writing.ts';

const PASSWORD = 'Very-secret-9173';
const anna: UserInput = {
  username: 'anna',
  password: PASSWORD,
  accessRights: [
    { name: 'server', value: 'read_only' },
    { name: 'viewer', value: 'none' },
    { name: 'application', value: 'read_write' },
    { name: 'stream', value: 'none' },
  ],
};

function ok<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'ok') throw new Error(`${outcome.kind}: ${outcome.message}`);
  return outcome.value;
}

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
    body: JSON.stringify({ username: 'anna', password: PASSWORD }),
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

test('the settings are read by an empty update, and only changed fields are sent', async () => {
  const { mutations, simulator, refreshes } = await writing();
  const read = ok(await mutations.readTranscode());
  expect(read.ffmpegPath).toMatchObject({ editable: false, lockedBy: 'STORM_FFMPEG_PATH' });
  const { ffmpegCommand } = simulator.world.settings.transcode;
  const now = ok(await mutations.updateTranscode({ transcodeTaskLimit: null }, read));
  expect(now.transcodeTaskLimit?.value).toBeNull();
  expect(simulator.world.settings.transcode).toMatchObject({ transcodeTaskLimit: null, ffmpegCommand });
  expect(mutations.known.getState().transcode?.value).toBe(now);
  expect(refreshes).toHaveLength(1);
});

test('settings that changed since they were read stop the update, with both values', async () => {
  const { mutations, simulator, sent } = await writing();
  const read = ok(await mutations.readTranscode());
  simulator.world.settings.transcode.thumbGenerateTaskLimit = 9;
  const before = sent().length;
  const outcome = await mutations.updateTranscode({ transcodeTaskLimit: 3 }, read);
  expect(outcome).toMatchObject({
    kind: 'refused',
    fields: { thumbGenerateTaskLimit: [expect.stringMatching(/4 .*9/)] },
  });
  expect(sent().length - before).toBe(1);
  expect(simulator.world.settings.transcode.transcodeTaskLimit).not.toBe(3);
  const fresh = mutations.known.getState().transcode?.value;
  expect(fresh?.thumbGenerateTaskLimit?.value).toBe(9);
  if (fresh) ok(await mutations.updateTranscode({ transcodeTaskLimit: 3 }, fresh));
  expect(simulator.world.settings.transcode).toMatchObject({
    transcodeTaskLimit: 3,
    thumbGenerateTaskLimit: 9,
  });
});

test('a license comes typed or from a private file; one that others can read is refused with its remedy', async () => {
  const { mutations, simulator, files, audited } = await writing();
  expect((await mutations.replaceLicense({ key: 'TYPED-LICENSE-1' })).kind).toBe('ok');
  expect(simulator.world.settings.licenseKey).toBe('TYPED-LICENSE-1');
  expect(mutations.known.getState().license).toEqual({
    lockedBy: undefined,
    replacedAt: expect.any(Number),
  });
  const directory = await mkdtemp(join(tmpdir(), 'castwatch-license-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'key');
  await writeFile(file, 'FILED-LICENSE-2\n', { mode: 0o600 });
  expect((await mutations.replaceLicense({ file })).kind).toBe('ok');
  expect(simulator.world.settings.licenseKey).toBe('FILED-LICENSE-2');
  expect((await audited()).map(({ fields }) => fields)).toEqual([
    { licenseKey: '(hidden)' },
    { licenseKey: '(hidden)', from: 'a file' },
  ]);
  await chmod(file, 0o644);
  const refused = await mutations.replaceLicense({ file });
  expect(refused).toMatchObject({
    kind: 'refused',
    fields: { file: [expect.stringContaining('chmod 600')] },
  });
  expect((await files()).join('\n')).not.toMatch(/TYPED-LICENSE|FILED-LICENSE/);
  expect(JSON.stringify(mutations.known.getState())).not.toMatch(/TYPED-LICENSE|FILED-LICENSE/);
});

test('a locked license names its variable', async () => {
  const { mutations, simulator } = await writing({ simulator: { licenseLockedBy: 'STORM_LICENSE_KEY' } });
  const outcome = await mutations.replaceLicense({ key: 'NEW-LICENSE-3' });
  expect(outcome).toMatchObject({ kind: 'refused', status: 409 });
  expect(outcome.message).toContain('STORM_LICENSE_KEY');
  expect(mutations.known.getState().license).toMatchObject({
    lockedBy: 'STORM_LICENSE_KEY',
    replacedAt: undefined,
  });
  expect(simulator.world.settings.licenseKey).not.toBe('NEW-LICENSE-3');
});

test('a cloud stream is created; its credentials are in the outcome and nowhere else', async () => {
  const { mutations, files } = await writing();
  const values = ok(await mutations.cloudValues());
  expect(values.regions).toHaveLength(9);
  const progress: number[] = [];
  const stream = ok(
    await mutations.createCloudStream(
      { name: 'Concert', regionId: 4 },
      { onProgress: (sent, total) => progress.push(sent, total) },
    ),
  );
  const secret = stream.credentials?.password ?? '';
  expect(secret).not.toBe('');
  expect((await files()).join('\n')).not.toContain(secret);
});

test('the limit of live streams and a wrong key come with their remedy', async () => {
  const full = await writing({ simulator: { liveLimit: 0 } });
  const outcome = await full.mutations.createCloudStream({ name: 'One too many', regionId: 1 });
  expect(outcome).toMatchObject({ kind: 'refused', status: 403 });
  expect(outcome.message).toMatch(/end a stream, or change the plan/);
  const wrong = await writing({ connection: { apiKey: async () => 'wrong-key-123' } });
  const refused = await wrong.mutations.cloudValues();
  expect(refused).toMatchObject({ kind: 'refused', status: 401 });
  expect(refused.message).toContain('API key');
  expect(refused.message).not.toContain('wrong-key-123');
});

test.each([
  [401, /^The API key does not count/, /^The API key does not count/],
  [403, /^Your plan’s limit/, /^Your plan’s limit/],
  [404, /^Check the cloud URL/, /^The cloud does not know the source id or the theme id/],
  [422, /^(?!The API|Your plan|Check|The cloud)/, /^(?!The API|Your plan|Check|The cloud)/],
])('the cloud’s %i comes with its own remedy, and with no other', async (status, whenRead, whenCreated) => {
  const { url } = await serve((_request, response) => json(response, status, { message: 'no' }));
  const { mutations } = await writing({ connection: { cloudUrl: url } });
  expect((await mutations.cloudValues()).message).toMatch(whenRead);
  expect((await mutations.createCloudStream({ name: 'Concert', regionId: 4 })).message).toMatch(whenCreated);
});

const image = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64)]);

test('images are known by their content, not by their name', async () => {
  const { mutations, stateDir } = await writing();
  const path = join(stateDir, 'picture.jpg');
  await writeFile(path, image);
  expect(await mutations.inspectImage(path)).toEqual({ path, format: 'png', size: image.length });
  for (const [format, head] of [
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['gif', 'GIF87a'],
    ['gif', 'GIF89a'],
    ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ] as const) {
    await writeFile(path, head, 'latin1');
    expect(await mutations.inspectImage(path)).toEqual({ path, format, size: head.length });
  }
  await writeFile(path, 'RIFF\x10\0\0\0WAVEfmt ', 'latin1');
  expect(await mutations.inspectImage(path)).toMatchObject({ problem: expect.stringContaining('no jpeg') });
  await writeFile(path, 'this is text');
  expect(await mutations.inspectImage(path)).toMatchObject({ problem: expect.stringContaining('no jpeg') });
  await writeFile(path, Buffer.concat([image, Buffer.alloc(8192 * 1024)]));
  expect(await mutations.inspectImage(path)).toMatchObject({
    problem: expect.stringContaining('at most 8192 KB'),
  });
  expect(await mutations.inspectImage(join(stateDir, 'nothing'))).toMatchObject({
    problem: 'no such file or directory',
  });
});

const writes: readonly [
  string,
  'users' | 'transcode' | 'license',
  (mutations: Mutations) => Promise<Outcome<unknown>>,
][] = [
  ['create user', 'users', (mutations) => mutations.createUser(anna)],
  ['update user', 'users', (mutations) => mutations.updateUser(0, { password: PASSWORD })],
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
      // Nothing in a deletion's answer is needed: whatever shape it has, it was a success.
      const kindOf = kind === 'wrong-shape' && action === 'delete user' ? 'ok' : expected;
      expect(outcome.kind).toBe(kindOf);
      if (outcome.kind === 'unknown') {
        expect(outcome.message).toContain('may have happened');
        expect(outcome.howToFindOut).not.toBe('');
      }
      // A 401 costs one new login, and the write that was refused by it is sent once more.
      expect(sent()).toHaveLength(kind === 'unauthorized' ? 2 : 1);
      const told = kindOf === 'refused' ? 'failed' : kindOf;
      expect(await audited()).toMatchObject([{ action, outcome: told, message: outcome.message }]);
      // One line before it left, one for what became of it, both of the same write.
      const both = await lines();
      expect(both).toMatchObject([
        { action, outcome: 'sent' },
        { action, outcome: told },
      ]);
      expect(both[0]?.id).toBe(both[1]?.id);
      expect((await files()).join('\n')).not.toMatch(/Very-secret|SOME-LICENSE/);
    },
  );
}

test('a server that is not there: certainly not applied, and in the audit all the same', async () => {
  const { mutations, simulator, audited } = await writing();
  await simulator.close();
  const outcome = await mutations.createUser(anna);
  expect(outcome).toMatchObject({ kind: 'failed', message: expect.stringContaining('nothing changed') });
  expect(await audited()).toMatchObject([{ action: 'create user', outcome: 'failed' }]);
});

test('an update of the settings whose answer is lost is told as doubt until they are read again', async () => {
  let asked = 0;
  const attributes = { transcodeTaskLimit: { value: 7, editable: true } };
  const { url } = await serveWithLogin((request, response) => {
    asked++;
    if (asked === 3) request.socket.destroy();
    else json(response, 200, { data: { attributes }, meta: {} });
  });
  const { mutations } = await writing({ mutations: { api: open(url).api } });
  const read = ok(await mutations.readTranscode());
  const outcome = await mutations.updateTranscode({ transcodeTaskLimit: 5 }, read);
  expect(outcome).toMatchObject({
    kind: 'unknown',
    howToFindOut: expect.stringContaining('Read the settings again'),
  });
  expect(asked).toBe(3);
  expect(mutations.known.getState().transcode?.doubt).toBe(true);
  ok(await mutations.readTranscode());
  expect(mutations.known.getState().transcode?.doubt).toBe(false);
});

test('a license lock told as 403, without a variable, is a lock all the same', async () => {
  const { url } = await serveWithLogin((_request, response) => json(response, 403, { message: 'fixed' }));
  const { mutations } = await writing({ mutations: { api: open(url).api } });
  const outcome = await mutations.replaceLicense({ key: 'NEW-LICENSE-3' });
  expect(outcome).toMatchObject({ kind: 'refused', status: 403 });
  expect(outcome.message).toContain('environment');
});

test('a license that is refused for another reason is not told as fixed; one that is overridden is', async () => {
  const messages = ['the key has expired', 'overridden by STORM_LICENSE_KEY'];
  const { url } = await serveWithLogin((_request, response) =>
    json(response, 422, { message: messages.shift() }),
  );
  const { mutations } = await writing({ mutations: { api: open(url).api } });
  const expired = await mutations.replaceLicense({ key: 'NEW-LICENSE-3' });
  expect(expired).toMatchObject({
    kind: 'refused',
    status: 422,
    message: expect.stringContaining('expired'),
  });
  expect(expired.message).not.toContain('fixed');
  expect(mutations.known.getState().license).toBeUndefined();
  const overridden = await mutations.replaceLicense({ key: 'NEW-LICENSE-3' });
  expect(overridden.message).toMatch(
    /^The license key is fixed by the environment variable STORM_LICENSE_KEY/,
  );
  expect(mutations.known.getState().license?.lockedBy).toBe('STORM_LICENSE_KEY');
});

test('read-only sends nothing at all, reading the settings included', async () => {
  const { mutations, sent } = await writing({ connection: { readOnly: true } });
  for (const [, , write] of writes)
    expect(await write(mutations)).toMatchObject({ kind: 'refused', status: undefined });
  expect((await mutations.readTranscode()).message).toContain('Read-only');
  const settings = { transcodeTaskLimit: { value: 7, editable: true, lockedBy: undefined } };
  expect((await mutations.updateTranscode({ transcodeTaskLimit: 3 }, settings)).kind).toBe('refused');
  expect((await mutations.createCloudStream({ name: 'x', regionId: 1 })).kind).toBe('refused');
  expect(sent()).toEqual([]);
});

test('an audit that cannot be written is told beside the outcome, which stays what it is', async () => {
  const broken = { append: () => Promise.reject(new Error('the disk is full')) };
  const { mutations } = await writing({ mutations: { audit: broken } });
  const outcome = await mutations.createUser(anna);
  expect(outcome).toMatchObject({ kind: 'ok', warning: expect.stringContaining('the disk is full') });
});

test('the audit and the memory are for the user alone', async () => {
  const { mutations, audit } = await writing();
  await mutations.createUser(anna);
  expect((await stat(audit.path)).mode & 0o777).toBe(0o600);
});

test('when a write reaches the server, its line is in the audit already', async () => {
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

test('what is refused before it is sent leaves no line that says it was sent', async () => {
  const { mutations, lines, stateDir } = await writing();
  const path = join(stateDir, 'missing');
  expect(await mutations.replaceLicense({ file: path })).toMatchObject({ kind: 'refused' });
  expect((await lines()).map(({ outcome }) => outcome)).toEqual(['failed']);
});
