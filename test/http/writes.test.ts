import { expect, test } from 'vitest';
import type { ManagementApi } from '../../src/http/management.ts';
import { answering, failure, json, open, serveWithLogin } from './support.ts';

const user = { username: 'eve', password: 'correct-horse', accessRights: [] };
const writes: [string, (api: ManagementApi) => Promise<unknown>][] = [
  ['create user', (api) => api.createUser(user)],
  ['update user', (api) => api.updateUser(1, { username: 'mallory' })],
  ['delete user', (api) => api.deleteUser(1)],
  ['transcode settings', (api) => api.transcodeSettings({})],
  ['license', (api) => api.replaceLicense('LICENSE-KEY-1')],
];

test.each(writes)('a refused write has the words of the server: %s', async (_title, write) => {
  const fields = { username: ['already in use'] };
  const { url } = await answering(409, { message: 'taken', errors: { attributes: fields } });
  const refused = { name: 'HttpError', status: 409, serverMessage: 'taken', fields };
  expect(await failure(write(open(url).api))).toMatchObject(refused);
});

test('read-only mode allows look-ups, although they are POSTs', async () => {
  const { url, hits } = await answering(200, { data: { found: [], notFound: ['x'] } });
  const { api } = open(url, { readOnly: true });
  await api.streamBatch(['x']);
  await api.applicationBatch(['x']);
  expect((await api.viewerBatch(['x'])).value.notFound).toEqual(['x']);
  expect(hits).toHaveLength(4);
});

test('a write that was cancelled after it was sent says so', async () => {
  const controller = new AbortController();
  const { url } = await serveWithLogin(() => controller.abort());
  const error = await failure(open(url).api.deleteUser(3, { signal: controller.signal }));
  expect(error).toMatchObject({ name: 'Aborted', sent: true });
});

test('a write that could not be sent is reported as not done, and nothing more', async () => {
  const { url, server } = await serveWithLogin((_request, response) => {
    response.setHeader('connection', 'close');
    json(response, 200, { data: { topology: [] } });
  });
  const { api } = open(url);
  await api.topology();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const refused = { name: 'NetworkError', code: 'REFUSED', sent: false };
  expect(await failure(api.deleteUser(3))).toMatchObject(refused);
  const signal = AbortSignal.abort();
  expect(await failure(api.deleteUser(3, { signal }))).toMatchObject({ name: 'Aborted', sent: false });
});
