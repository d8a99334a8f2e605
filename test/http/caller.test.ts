import { expect, onTestFinished, test } from 'vitest';
import { createCaller, isPrivateAddress } from '../../src/http/caller.ts';
import type { Route } from '../../src/http/line.ts';
import { httpProxy } from '../support/http-proxy.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { serve } from './support.ts';

const clock = new ManualClock();
function open(url: string, isPrivate = true, route?: Route) {
  const caller = createCaller({ url, what: 'The webhook', isPrivate, route, clock });
  onTestFinished(() => caller.close());
  return caller;
}

test('the URL is called with its query, and a path is put behind its own; what hangs holds back no other, and ends', async () => {
  const { hits, url } = await serve((request, response) => {
    response[request.url === '/base/hangs' ? 'write' : 'end']('said');
  });
  const caller = open(`${url}/base/?token=t`);
  const hangs = caller.send({ method: 'GET', path: '/hangs' }).catch(String);
  expect(await caller.send({ method: 'POST', body: '{}' })).toMatchObject({ status: 200, body: 'said' });
  await caller.send({ method: 'GET', path: '/api/v2/alerts?filter=x' });
  expect(hits).toEqual(['GET /base/hangs', 'POST /base/?token=t', 'GET /base/api/v2/alerts?filter=x']);
  await clock.advance(15_000);
  expect(await hangs).toMatch(/did not .* in time/);
});

test('a receiver is reached through its proxy, with the headers of its gateway', async () => {
  const seen: unknown[] = [];
  const { url } = await serve(({ headers }, response) => {
    seen.push([headers['x-gateway'], headers.accept]);
    response.end();
  });
  const { host, asked } = await httpProxy();
  const proxy = { http: `http://${host}`, https: '', except: '', loopback: true };
  const caller = open(`${url}/hook`, true, { proxy, headers: { 'x-gateway': 'gw' } });
  expect(await caller.send({ method: 'POST', body: '{}' })).toMatchObject({ status: 200 });
  expect([asked, seen]).toEqual([[`POST ${url}/hook`], [['gw', 'application/json']]]);
});

test('a redirect is not followed', async () => {
  const away = { location: '/other' };
  const { hits, url } = await serve((_, response) => void response.writeHead(307, away).end());
  expect(await open(url).send({ method: 'POST', body: '{}' })).toMatchObject({ status: 307 });
  expect(hits).toEqual(['POST /']);
});

const privately = (place: string): [string, RegExp] => [`https://${place}`, /private: true/];
const isPrivate =
  `127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 ::1 fd00::1 fe80::1
  ::ffff:10.0.0.1 2002:a00:1::1 64:ff9b:1::a00:1 fec0::1`.split(/\s+/);
const isPublic = ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', 'example.com'];

test('what is a private address is known in every notation', () => {
  expect(isPrivate.filter((address) => !isPrivateAddress(address))).toEqual([]);
  expect(isPublic.filter(isPrivateAddress)).toEqual([]);
});

test('a name that leads to a private address is refused when it is called', async () => {
  const caller = open('https://localhost.:1/x', false);
  // Machines whose resolver does not know this form of the name cannot reach it either.
  await expect(caller.send({ method: 'POST', body: '{}' })).rejects.toThrow(/private: true|not known to DNS/);
});

test.each([
  ...['127.0.0.1/x', 'localhost/x', '[::1]/x', '0x7f.1/x', '2130706433/'].map(privately),
  ['http://example.com/x', /plain HTTP/],
  ['ftp://example.com', /must begin with/],
  ['https://user:pass@example.com', /no user/],
  ['nonsense', /must begin with/],
])('%s is refused', (url, words) => {
  expect(() => open(url, false)).toThrow(words);
});
