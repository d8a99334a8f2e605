import { expect, test } from 'vitest';
import { json, open, serveWithLogin } from './support.ts';

/** A server that answers with this text. */
async function answeringText(body: string) {
  const { url } = await serveWithLogin((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(body);
  });
  return open(url).api;
}

test('95 journal entries of one moment with ids beyond 2^53 stay 95', async () => {
  const ids = Array.from({ length: 95 }, (_, index) => 9_007_199_254_740_980n + BigInt(index));
  const list = ids.map((id) => `{"id": ${id},"message":"m","createDate":1700000000000}`);
  const api = await answeringText(`{"data":{"list":[${list}]}}`);
  const { value } = await api.journal({});
  expect(value.list.map(({ id }) => BigInt(id ?? 0))).toEqual(ids);
});

test('numeric ids of streams and applications are looked up with all their digits', async () => {
  const bodies: string[] = [];
  const { url } = await serveWithLogin((request, response, body) => {
    bodies.push(body);
    if (request.method === 'POST') return json(response, 200, { data: { found: [], notFound: [] } });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"data":{"list":[{"id":9007199254740993,"streamKey":"a"},{"id":9007199254740992}]}}');
  });
  const { api } = open(url);
  const { list } = (await api.streams({})).value;
  await api.streamBatch(list.map(({ id }) => id));
  expect(bodies.at(-1)).toBe('{"data":{"streamKeyIds":["9007199254740993","9007199254740992"]}}');
});

test('text that looks like an id, and long figures, stay as they are', async () => {
  const message = 'user "id": 9007199254740993, "id":9007199254740993}';
  const list = [{ id: 1, message, createDate: 1_700_000_000_000 }];
  const api = await answeringText(JSON.stringify({ data: { list } }));
  expect((await api.journal({})).value.list[0]?.message).toBe(message);
  const figures = await answeringText('{"data":{"incomingTraffic":{"totalBytes":12345678901234567}}}');
  expect((await figures.dashboard()).value.incomingTraffic?.totalBytes).toBe(12345678901234568);
});
