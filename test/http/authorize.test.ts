import { expect, test } from 'vitest';
import { answering, failure, json, open, serveWithLogin } from './support.ts';

test('requests whose token was revoked share one renewal', async () => {
  const { url, hits } = await serveWithLogin((request, response) => {
    if (request.headers.authorization === 'Bearer token-1') json(response, 401, { message: 'revoked' });
    else json(response, 200, { data: { topology: [] } });
  });
  const { api } = open(url);
  await Promise.all(Array.from({ length: 8 }, () => api.topology()));
  expect(hits.filter((hit) => hit.includes('login'))).toHaveLength(2);
});

test('continued answers of 401 end as an error and not in endless logins', async () => {
  const { url, hits } = await answering(401, { message: 'no' });
  const { api } = open(url);
  for (let poll = 0; poll < 20; poll++)
    expect(await failure(api.topology())).toMatchObject({ code: 'HTTP_401', serverMessage: 'no' });
  expect([hits.length, hits.filter((hit) => hit.includes('login')).length]).toEqual([23, 2]);
});

test('a write that got a 401 is sent once more, with its data', async () => {
  const done: string[] = [];
  const { url } = await serveWithLogin((request, response, body) => {
    if (request.headers.authorization === 'Bearer token-1') json(response, 401, { message: 'expired' });
    else {
      done.push(body);
      json(response, 200, { data: { id: 7, attributes: { username: { value: 'eve' } } } });
    }
  });
  const { api } = open(url);
  const input = { username: 'eve', password: 'long-enough', accessRights: [] };
  expect((await api.createUser(input)).value.id).toBe(7);
  expect(done.map((body) => JSON.parse(body))).toEqual([{ data: { attributes: input } }]);
});

test('a caller that gives up during a login does not cancel it for the others', async () => {
  const { url } = await answering();
  const { api } = open(url);
  const controller = new AbortController();
  const failed = failure(api.topology({ signal: controller.signal }));
  const other = api.topology();
  controller.abort();
  expect(await failed).toMatchObject({ name: 'Aborted', sent: false });
  expect((await other).status).toBe(200);
});
