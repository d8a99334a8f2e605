import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Mutations } from '../../src/actions/mutations.ts';
import type { Outcome } from '../../src/actions/outcome.ts';
import { anna, ok, writing } from '../support/writing.ts';

type Rig = Awaited<ReturnType<typeof writing>>;
type Send = (mutations: Mutations, signal: AbortSignal | undefined, rig: Rig) => Promise<Outcome<unknown>>;

const transcode = { transcodeTaskLimit: { value: 7, editable: true, lockedBy: undefined } };

const rights = { server: 'read_only', viewer: 'none', application: 'read_write', stream: 'none' };
const masked = (what: string) => `Not compared, because the server masks it: ${what}. The server says: `;
const limits = { transcodeTaskLimit: null, ffmpegCommand: 'ffmpeg' };
const hidden = '(hidden)';
const noStream = { password: anna.password, accessRights: [{ name: 'stream', value: 'none' } as const] };

async function cloudStream({ mutations, stateDir }: Rig, signal: AbortSignal | undefined) {
  const image = async (name: string, content: string) => {
    const path = join(stateDir, name);
    await writeFile(path, content, 'latin1');
    const part = await mutations.inspectImage(path);
    if ('problem' in part) throw new Error(part.problem);
    return part;
  };
  const thumbnailFile = await image('thumbnail', '\x89PNG\r\n\x1a\n');
  const splashscreenFile = await image('splash', 'GIF89a');
  const stream = { name: 'Concert', regionId: 4, thumbnailFile, splashscreenFile };
  return mutations.createCloudStream(stream, { signal });
}
const images = { thumbnailFile: 'png, 8 bytes', splashscreenFile: 'gif, 6 bytes' };

/** Every request that writes, with its line in the audit. */
const writes: readonly [action: string, target: string, fields: object, message: string, Send][] = [
  [
    'create user',
    'user 1 (anna)',
    { username: 'anna', password: hidden, accessRights: rights },
    `User anna has the id 1. ${masked('password')}User created`,
    (own, signal) => own.createUser(anna, signal),
  ],
  ['read user', 'user 0', {}, 'User 0 (operator) is read.', (own, signal) => own.readUser(0, signal)],
  [
    'update user',
    'user 0',
    { username: 'boss' },
    'User 0 (boss) is updated. The server says: User updated',
    (own, signal) => own.updateUser(0, { username: 'boss' }, signal),
  ],
  [
    'update user',
    'user 0',
    { password: hidden, accessRights: { stream: 'none' } },
    `User 0 (operator) is updated. ${masked('password')}User updated`,
    (own, signal) => own.updateUser(0, noStream, signal),
  ],
  [
    ...(['delete user', 'user 0 (operator)', {}] as const),
    'User 0 (operator) is deleted. The server says: User deleted',
    (own, signal) => own.deleteUser({ id: 0, name: 'operator' }, signal),
  ],
  [
    ...(['read transcode settings', 'transcode settings', {}] as const),
    'The transcode settings are read.',
    (own, signal) => own.readTranscode(signal),
  ],
  [
    ...(['update transcode settings', 'transcode settings', limits] as const),
    'The transcode settings are updated. The server says: Transcode settings updated',
    async (own, signal) =>
      own.updateTranscode(limits, signal ? transcode : ok(await own.readTranscode()), signal),
  ],
  [
    ...(['replace license', 'license key', { licenseKey: hidden }] as const),
    `The license key is replaced. ${masked('licenseKey')}License key updated`,
    (own, signal) => own.replaceLicense({ key: 'SOME-LICENSE-9' }, signal),
  ],
  [
    ...([
      'create cloud stream',
      'cloud stream Concert',
      { name: 'Concert', regionId: 4, ...images },
    ] as const),
    'The stream Concert is created. The server says: Stream created',
    (_own, signal, rig) => cloudStream(rig, signal),
  ],
];

test.each(writes)('%s: %s has an audit line before it is sent, and one with its outcome', async (...row) => {
  const [action, target, fields, message, send] = row;
  const rig = await writing();
  const outcome = await send(rig.mutations, undefined, rig);
  expect(outcome).toMatchObject({ kind: 'confirmed', message });
  expect(outcome.warning).toBeUndefined();
  const lines = (await rig.lines()).slice(-2);
  const same = { cluster: 'prod', user: 'operator', action, fields };
  // The id of a new user is only known from the answer.
  const announced = action === 'create user' ? 'user (anna)' : target;
  expect(lines.map(({ at: _at, id: _id, answered: _, ...line }) => line)).toEqual([
    { ...same, target: announced, outcome: 'sent' },
    { ...same, target, outcome: 'confirmed', status: 200, message },
  ]);
  expect(lines[0]?.id).toMatch(/^[\da-f-]{36}$/);
  expect(lines[1]?.id).toBe(lines[0]?.id);
});

test.each(writes)('%s: %s can be cancelled before it is sent', async (...row) => {
  const [action, , , , send] = row;
  const rig = await writing();
  const outcome = await send(rig.mutations, AbortSignal.abort(), rig);
  expect(outcome).toMatchObject({ kind: 'refused', status: undefined });
  expect(rig.sent()).toEqual([]);
  expect(await rig.audited()).toMatchObject([{ action, outcome: 'refused', message: outcome.message }]);
});

test('requests that only read the cloud are not in the audit', async () => {
  const { mutations, lines } = await writing();
  const read = { kind: 'confirmed', message: 'The possible values are read.' };
  expect(await mutations.cloudValues()).toMatchObject(read);
  expect(await mutations.cloudValues(AbortSignal.abort())).toMatchObject({ kind: 'refused' });
  expect(await lines()).toEqual([]);
});
