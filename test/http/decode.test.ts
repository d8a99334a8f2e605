import { expect, test } from 'vitest';
import { assertSuccess, decode } from '../../src/http/decode.ts';
import type { HttpRequest } from '../../src/http/request.ts';
import { Secrets } from '../../src/http/secrets.ts';
import { endpoints } from '../../src/protocol/endpoints.ts';
import { cpuTime } from '../support/cpu-time.ts';

const path = '/api/cluster/topology';
const request: HttpRequest = { endpoint: 'topology', method: 'GET', path, headers: {} };
const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  [400, 'was refused: something in it is not valid (400)'],
  [401, 'was refused: the token or key is not valid (any more) (401)'],
  [403, 'was refused: not allowed (403)'],
  [404, 'was not found (404)'],
  [409, 'was refused: it is in conflict with what exists (409)'],
  [413, 'was refused: it is too large (413)'],
  [418, 'was refused (418)'],
  [500, 'failed inside the server (500)'],
  [502, 'failed: a proxy does not reach the server (502)'],
  [503, 'failed: the server is not available now (503)'],
  [504, 'failed: a proxy does not reach the server (504)'],
])('status %i is reported with what the operator can do about it', (status, words) => {
  expect(judged(status, {}, '{}')?.message).toBe(`“topology” ${words}`);
});

test('the topology of 1,000 servers with ten linked applications is accepted', () => {
  const links = Array.from({ length: 8 }, (_, at) => ({ name: `a-${at}`, id: `app-${at}`, latency: at }));
  const load = { streams: { count: 22, cap: null }, viewers: { count: 0, cap: null } };
  const bandwidth = { inBandwidth: 12_145_733, outBandwidth: 33_481_655 };
  const ends = { upLinks: links, downLinks: links.slice(0, 2) };
  const applications = Array.from({ length: 10 }, (_, at) => {
    return { id: `app-${at}`, name: `abr-arn-${at}`, type: 'transcode', ...load, bandwidth, ...ends };
  });
  const topology = Array.from({ length: 1_000 }, (_, at) => ({ serverName: `arn-${at}`, applications }));
  const { value } = decode('topology', request, bytes(JSON.stringify({ data: { topology } })));
  expect(value.data.topology).toHaveLength(1_000);
});

test('a response as dense as its endpoint allows costs little more than parsing its JSON', () => {
  const { maxBytes } = endpoints.journal;
  const members = Array.from({ length: maxBytes / 24 - 10 }, (_, at) => `"k${at}":1`).join();
  const rows = Array.from({ length: maxBytes / 64 - 10 }, () => '{}').join();
  const [dense, many] = [`{"data":{"list":[{${members}}]}}`, `{"data":{"list":[${rows}]}}`];
  const asked = { ...request, endpoint: 'journal' } as const;
  const decoding = (text: string) => () => decode('journal', asked, bytes(text));
  // About 30 ms, which is less than the time between two keys.
  const parsing = leastCpu(() => JSON.parse(dense));
  expect(leastCpu(decoding(dense)) / parsing).toBeLessThan(3);
  expect(leastCpu(decoding(many)) / parsing).toBeLessThan(3);
});

/** The shortest of five tries, ms, so that other work of a busy process does not count. */
function leastCpu(work: () => void): number {
  return Math.min(...Array.from({ length: 5 }, () => cpuTime(work)));
}

test('links nested four thousand levels deep cost one level', () => {
  const deep = `${'['.repeat(4_000)}"x"${']'.repeat(4_000)}`;
  const server = `{"serverName":"a","applications":[{"name":"live","upLinks":[${deep},{"name":"b","more":${deep}}]}]}`;
  const { value, unreadable } = decode('topology', request, bytes(`{"data":{"topology":[${server}]}}`));
  expect(value.data.topology[0]?.applications?.[0]?.upLinks).toEqual([[null], { name: 'b', more: null }]);
  expect(unreadable).toEqual([]);
});

/** The error of a response before its body is read, or nothing. */
function judged(status: number, headers: Record<string, string>, text: string) {
  try {
    assertSuccess(request, { status, headers, body: bytes(text), duration: 1 }, new Secrets(), 0);
  } catch (error) {
    return error as Error & { code: string; serverMessage?: string };
  }
  return undefined;
}

test('a response without a content type is accepted, and so is one without a body', () => {
  expect(judged(200, {}, '{}')).toBeUndefined();
  expect(judged(200, { 'content-type': 'text/plain' }, '')).toBeUndefined();
  expect(judged(299, { 'content-type': 'application/json' }, '{}')).toBeUndefined();
  expect(judged(200, { 'content-type': 'text/plain' }, '{}')).toMatchObject({ code: 'NOT_JSON' });
});

test('only the target of a redirect is named', () => {
  const to = (location: string) => judged(300, { location }, '')?.message;
  expect(to('/login?token=secret')).toContain(' to another path (300)');
  expect(to('https://other.test/a?token=secret')).toContain(' to https://other.test (300)');
});

test('a status of the 300s that leads nowhere is named for what it is', () => {
  const words = 'was answered with HTTP 304 (“not changed”, which was not asked for) instead of';
  expect(judged(304, {}, '')).toMatchObject({ code: 'NOT_JSON', message: expect.stringContaining(words) });
  expect(judged(302, {}, '')?.message).toContain('HTTP 302 (a redirect without an address)');
});

test('the text of an error is shown when no content type contradicts and it is short', () => {
  const long = (length: number) => JSON.stringify({ message: 'the reason', more: 'x'.repeat(length) });
  expect(judged(500, {}, long(1))).toMatchObject({ serverMessage: 'the reason' });
  expect(judged(500, { 'content-type': 'text/html' }, long(1))?.serverMessage).toBeUndefined();
  expect(judged(500, {}, long(200_000))).toMatchObject({ serverMessage: 'the reason' });
  expect(judged(500, {}, long(300_000))?.serverMessage).toBeUndefined();
  expect(judged(500, {}, '{"message":')?.serverMessage).toBeUndefined();
});

test('a 429 tells how long the server wants to be left alone', () => {
  const message = expect.stringContaining('asks to wait');
  const limited = { code: 'RATE_LIMITED', retryAfter: 30_000, message };
  expect(judged(429, { 'retry-after': '30' }, '{}')).toMatchObject(limited);
});

test.each([
  ['lists and objects', 64, '{},'],
  ['values', 24, '1,'],
])('%s above the limit are refused before they block keys, and the limit is accepted', (what, each, unit) => {
  const most = Math.ceil(endpoints.login.maxBytes / each);
  const login = { ...request, endpoint: 'login' } as const;
  // What is accepted is no JSON and fails later.
  const decoding = (count: number) => () => decode('login', login, bytes(unit.repeat(count)));
  expect(decoding(most)).toThrow(what);
  expect(decoding(most - 1)).toThrow(/JSON/);
});
