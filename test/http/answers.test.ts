import { expect, test } from 'vitest';
import { describeError } from '../../src/http/errors.ts';
import { answering, failure, type Handler, json, open, serve, serveWithLogin } from './support.ts';

const page =
  (type: string, text: string, status = 200): Handler =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': type }).end(text);

test.each<[string, Handler, string, RegExp]>([
  ['HTML from a proxy', page('text/html', '<html>Sign in</html>'), 'NOT_JSON', /web page/],
  ['a wrong content type', page('text/plain', '{"data":{"topology":[]}}'), 'NOT_JSON', /content type/],
  ['cut-off JSON', page('application/json', '{"data":{"topology":[{"server'), 'NOT_JSON', /cut-off/],
  ['no body', page('application/json', ''), 'SCHEMA', /data/],
  ['a wrong shape', page('application/json', '{"data":{"topology":{}}}'), 'SCHEMA', /data\.topology/],
  ['null', page('application/json', 'null'), 'SCHEMA', /“topology”/],
  ['a 500', (_q, response) => json(response, 500, { message: 'db' }), 'HTTP_500', /inside the server.*db/],
  ['an error of another shape', (_q, response) => json(response, 418, ['x']), 'HTTP_418', /refused/],
  ['a 429', (_q, response) => json(response, 429, { message: 'slow' }), 'RATE_LIMITED', /slows down: slow/],
])('%s gives an error in words', async (_name, handler, code, words) => {
  const { url } = await serveWithLogin(handler);
  const error = describeError(await failure(open(url).api.topology()));
  expect(error.code).toBe(code);
  expect(error.message).toMatch(words);
});

test('other JSON types, charsets and a byte order mark are accepted', async () => {
  const own = page('application/hal+json; charset=utf-8', '\ufeff{"data":{"topology":[]}}');
  const { url } = await serveWithLogin(own);
  expect((await open(url).api.topology()).value.topology).toEqual([]);
});

test('a redirect is never followed with a token', async () => {
  const elsewhere = await serve((_request, response) => json(response, 200, { data: { topology: [] } }));
  const { url } = await serveWithLogin((_request, response) => {
    response.writeHead(301, { location: `${elsewhere.url}/?token=x` }).end();
  });
  const error = await failure(open(url).api.topology());
  expect(error).toMatchObject({ code: 'REDIRECTED', status: 301 });
  expect((error as Error).message).toContain(`to ${elsewhere.url} (301)`);
  expect(elsewhere.hits).toEqual([]);
});

test('names of applications never leave their path segment', async () => {
  const { url, hits } = await answering(404);
  const { api } = open(url);
  for (const application of ['../users', 'a/b?c#d', '...', '%2e%2e', 'ü \ud800', '\u0000'])
    expect(await failure(api.streams({ application }))).toMatchObject({ code: 'HTTP_404' });
  const asked = '..%2Fusers a%2Fb%3Fc%23d ... %252e%252e %C3%BC%20%EF%BF%BD %00'.split(' ');
  expect(hits.slice(1)).toEqual(asked.map((name) => `GET /api/streams/${name}`));
  for (const application of ['.', '..'])
    expect(await failure(api.streams({ application }))).toMatchObject({ code: 'BAD_NAME' });
  expect(hits).toHaveLength(7);
});

test('queries contain exactly what was asked for', async () => {
  const { url, hits } = await answering(404);
  const { api } = open(url);
  const order = { orderBy: 'startTime', order: 'desc' } as const;
  await failure(api.streams({ page: 2, rowsPerPage: 50, ...order, search: 'a&b', streamState: undefined }));
  await failure(api.journal({}));
  expect(hits.slice(1)).toEqual([
    'GET /api/streams?page=2&rowsPerPage=50&orderBy=startTime&order=desc&search=a%26b',
    'GET /api/cluster/journal',
  ]);
});

test('a fault of our own is reported as one, without its message', () => {
  const message = 'castwatch itself failed here; please report it';
  expect(describeError(new TypeError('cannot read hunter2'))).toEqual({ code: 'INTERNAL', message });
});
