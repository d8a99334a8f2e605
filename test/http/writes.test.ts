import { expect, test } from 'vitest';
import type { ManagementApi } from '../../src/http/management.ts';
import { failure, type Handler, json, open, serve, serveWithLogin } from './support.ts';

const user = { username: 'eve', password: 'correct-horse', accessRights: [] };
const writes: [string, (api: ManagementApi) => Promise<unknown>][] = [
  ['create user', (api) => api.createUser(user)],
  ['update user', (api) => api.updateUser(1, { username: 'mallory' })],
  ['delete user', (api) => api.deleteUser(1)],
  ['transcode settings', (api) => api.transcodeSettings({})],
  ['license', (api) => api.replaceLicense('LICENSE-KEY-1')],
];

const doubtful: [string, Handler][] = [
  ['the connection closes', (request) => request.socket.destroy()],
  [
    'the response breaks off',
    (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
      response.write('{"data', () => request.socket.destroy());
    },
  ],
  ...[408, 499, 502, 503, 504, 520, 522, 524, 599].map((status): [string, Handler] => [
    `a gateway says ${status}`,
    (_request, response) => json(response, status, { message: 'gateway' }),
  ]),
  [
    'a proxy responses with a page',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    },
  ],
  [
    'the response is packed in a way that was not asked for',
    (_request, response) => json(response, 200, {}, { 'content-encoding': 'compress' }),
  ],
  ['the response is not the API’s', (_request, response) => json(response, 200, ['no'])],
];

for (const [what, handler] of doubtful) {
  test.each(writes)(`when ${what}, “%s” may have happened, and is not sent again`, async (title, write) => {
    const { url, hits } = await serveWithLogin(handler);
    const error = await failure(write(open(url).api));
    expect(error).toMatchObject({ name: 'UnknownOutcome', code: 'UNKNOWN_OUTCOME', request: { title } });
    expect((error as Error).message).toMatch(/may have happened: .+ (again|settings)/);
    expect(hits.filter((hit) => !hit.includes('login'))).toHaveLength(1);
  });
}

test.each(writes)('a clearly refused write has no unknown outcome: %s', async (_title, write) => {
  const { url } = await serveWithLogin((_request, response) =>
    json(response, 409, { message: 'taken', errors: { attributes: { username: ['already in use'] } } }),
  );
  expect(await failure(write(open(url).api))).toMatchObject({
    name: 'HttpError',
    status: 409,
    serverMessage: 'taken',
    fields: { username: ['already in use'] },
  });
});

test.each(writes)('read-only mode sends nothing: %s', async (title, write) => {
  const { url, hits } = await serveWithLogin((_request, response) => json(response, 200, {}));
  const { api } = open(url, { readOnly: true });
  expect(await failure(write(api))).toMatchObject({ name: 'ReadOnlyRefused', request: { title } });
  expect(hits).toEqual([]);
});

test('read-only mode allows look-ups, although they are POSTs', async () => {
  const { url, hits } = await serveWithLogin((_request, response) =>
    json(response, 200, { data: { found: [], notFound: ['x'] } }),
  );
  const { api } = open(url, { readOnly: true });
  await api.streamBatch(['x']);
  await api.applicationBatch(['x']);
  expect((await api.viewerBatch(['x'])).value.notFound).toEqual(['x']);
  expect(hits).toHaveLength(4);
});

test('a write that was cancelled after it was sent may have happened', async () => {
  const controller = new AbortController();
  const { url } = await serveWithLogin(() => controller.abort());
  const error = await failure(open(url).api.deleteUser(3, { signal: controller.signal }));
  expect(error).toMatchObject({ name: 'UnknownOutcome', cause: { name: 'Aborted' } });
});

test('a deletion may be answered without a body', async () => {
  const { url } = await serveWithLogin((_request, response) => {
    response.writeHead(204).end();
  });
  expect(await open(url).api.deleteUser(3)).toMatchObject({ value: undefined, status: 204 });
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
  expect(await failure(api.deleteUser(3))).toMatchObject({
    name: 'NetworkError',
    code: 'REFUSED',
    sent: false,
  });
  const signal = AbortSignal.abort();
  expect(await failure(api.deleteUser(3, { signal }))).toMatchObject({ name: 'Aborted', sent: false });
});

test('a write whose login failed is reported as never sent', async () => {
  const { url, hits } = await serve((request) => request.socket.destroy());
  const { api } = open(url);
  expect(await failure(api.deleteUser(3))).toMatchObject({
    name: 'NetworkError',
    request: { title: 'login' },
  });
  expect(hits).toEqual(['POST /api/auth/login']);
});

const LICENSE_ANSWER = `<html>${'x'.repeat(20_000)}`;

test('an unreadable answer of which no other endpoint shows the data is kept, cut', async () => {
  const { url } = await serveWithLogin((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(LICENSE_ANSWER);
  });
  const error = await failure(open(url).api.replaceLicense('LICENSE-KEY-1'));
  expect(error).toMatchObject({ answer: LICENSE_ANSWER.slice(0, 16 * 1024) });
});

test('of other writes, and of a gateway that refuses, no answer is kept', async () => {
  const { url } = await serveWithLogin((request, response) => {
    response.writeHead(request.method === 'DELETE' ? 200 : 502).end('<html>');
  });
  const { api } = open(url);
  expect(await failure(api.deleteUser(1))).toMatchObject({ name: 'UnknownOutcome', answer: undefined });
  expect(await failure(api.replaceLicense('K'))).toMatchObject({ name: 'UnknownOutcome', answer: undefined });
});
