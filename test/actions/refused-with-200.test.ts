import { expect, test } from 'vitest';
import type { Mutations } from '../../src/actions/mutations.ts';
import { json, open, serveWithLogin } from '../http/support.ts';
import { anna, writing } from '../support/writing.ts';

/* Some servers answer a write that failed with status 200 and an error in the body. */

const writes: readonly (readonly [what: string, write: (mutations: Mutations) => Promise<unknown>])[] = [
  ['A2', (mutations) => mutations.createUser(anna)],
  ['A3', (mutations) => mutations.updateUser(77, { username: 'boss' })],
  ['A4', (mutations) => mutations.deleteUser({ id: 77, name: 'ghost' })],
  ['A13', (mutations) => mutations.updateTranscode({ transcodeTaskLimit: 9 }, {})],
  ['A14', (mutations) => mutations.replaceLicense({ key: 'new-key' })],
  ['B1', (mutations) => mutations.createCloudStream({ name: 'concert', regionId: 4 })],
];

const bodies: readonly (readonly [what: string, body: object, said: string])[] = [
  [
    'errors',
    { message: 'Could not store: disk full', errors: { attributes: { username: ['not stored'] } } },
    'Could not store: disk full',
  ],
  ['success false', { success: false, message: 'Could not store: disk full' }, 'Could not store: disk full'],
  ['an error without message', { success: false, error: 'disk full' }, 'disk full'],
  ['a list of errors', { data: {}, errors: ['disk full'] }, 'disk full'],
];

const cases = writes.flatMap(([name, write]) =>
  bodies.map(([what, body, said]) => [name, what, write, body, said] as const),
);

async function writingTo(answer: (isWrite: boolean) => object) {
  const { url } = await serveWithLogin((request, response, body) => {
    // The settings are read before they are changed.
    const isReading = request.url?.includes('transcode') && !body.includes('9');
    json(response, 200, answer(!isReading));
  });
  const { api, cloud } = open(url, { cloudUrl: url, apiKey: async () => 'key' });
  return writing({ mutations: { api, cloud } });
}

test.each(cases)('%s answered with 200 and %s is a failure in the server’s words', async (...row) => {
  const [, , write, body, said] = row;
  const { mutations, audited, refreshes } = await writingTo((isWrite) => (isWrite ? body : { data: {} }));
  await mutations.rememberUser({ id: 77, name: 'ghost' });
  const before = mutations.known.getState();
  const outcome = await write(mutations);
  expect(outcome).toMatchObject({ kind: 'refused', message: expect.stringContaining(said) });
  expect(mutations.known.getState()).toEqual(before);
  expect(refreshes).toEqual([]);
  expect(await audited()).toMatchObject([{ outcome: 'failed', status: 200 }]);
});

test('messages by field are shown at their fields', async () => {
  const { mutations } = await writingTo(() => ({ errors: { attributes: { username: ['too short'] } } }));
  expect(await mutations.createUser(anna)).toMatchObject({
    kind: 'refused',
    fields: { username: ['too short'] },
  });
});

test.each([{ errors: {} }, { errors: [] }, { errors: null }, { error: '' }, { errors: { attributes: {} } }])(
  'a deletion answered with %j is done',
  async (body) => {
    const { mutations } = await writingTo(() => ({ success: true, message: 'User deleted', ...body }));
    await mutations.rememberUser({ id: 77, name: 'ghost' });
    expect(await mutations.deleteUser({ id: 77, name: 'ghost' })).toMatchObject({ kind: 'ok' });
    expect(mutations.known.getState().users).toEqual([]);
  },
);
