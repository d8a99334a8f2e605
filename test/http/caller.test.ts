import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { createCaller, isPrivateAddress } from '../../src/http/caller.ts';
import { httpProxy } from '../support/http-proxy.ts';

async function listen(answer: (path: string) => { status: number; headers?: Record<string, string> }) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(`${request.method} ${request.url}`);
    const { status, headers } = answer(request.url ?? '');
    response.writeHead(status, headers).end('said');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { paths, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function open(url: string, isPrivate = true) {
  const caller = createCaller({ url, what: 'The webhook', isPrivate, clock: systemClock });
  onTestFinished(() => caller.close());
  return caller;
}

test('the URL is called with its query, and a path is put behind its own', async () => {
  const { paths, url } = await listen(() => ({ status: 200 }));
  const caller = open(`${url}/base/?token=t`);
  expect(await caller.send({ method: 'POST', body: '{}' })).toMatchObject({ status: 200, body: 'said' });
  await caller.send({ method: 'GET', path: '/api/v2/alerts?filter=x' });
  expect(paths).toEqual(['POST /base/?token=t', 'GET /base/api/v2/alerts?filter=x']);
});

test('a receiver is reached through its proxy, with the headers of its gateway', async () => {
  const seen: unknown[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push([headers['x-gateway'], headers.accept]);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const { host, asked } = await httpProxy();
  const proxy = { http: `http://${host}`, https: '', except: '', loopback: true };
  const route = { proxy, headers: { 'x-gateway': 'gw' } };
  const caller = createCaller({ url, what: 'The webhook', isPrivate: true, route, clock: systemClock });
  onTestFinished(() => caller.close());
  expect(await caller.send({ method: 'POST', body: '{}' })).toMatchObject({ status: 200 });
  expect([asked, seen]).toEqual([[`POST ${url}`], [['gw', 'application/json']]]);
});

test('a call that hangs holds back no other', async () => {
  const server = createServer(({ url }, response) => {
    if (url !== '/hangs') response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.closeAllConnections());
  const caller = open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  caller.send({ method: 'GET', path: '/hangs' }).catch(() => {});
  expect(await caller.send({ method: 'GET' })).toMatchObject({ status: 200 });
});

test('a redirect is not followed', async () => {
  const { paths, url } = await listen(() => ({ status: 307, headers: { location: '/other' } }));
  expect(await open(url).send({ method: 'POST', body: '{}' })).toMatchObject({ status: 307 });
  expect(paths).toEqual(['POST /']);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.1',
  '2002:a00:1::1',
  '64:ff9b:1::a00:1',
  'fec0::1',
])('%s is a private address', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', 'example.com'])(
  '%s is not',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);

test.each([
  'https://127.0.0.1/x',
  'https://localhost/x',
  'https://[::1]/x',
  'https://0x7f.1/x',
  'https://2130706433/',
])('without private: true, %s is refused', (url) => {
  expect(() => open(url, false)).toThrow(/private: true/);
});

test('a name that leads to a private address is refused when it is called', async () => {
  const caller = open('https://localhost.:1/x', false);
  // Machines whose resolver does not know this form of the name cannot reach it either.
  await expect(caller.send({ method: 'POST', body: '{}' })).rejects.toThrow(/private: true|not known to DNS/);
});

test.each([
  ['http://example.com/x', /plain HTTP/],
  ['ftp://example.com', /must begin with/],
  ['https://user:pass@example.com', /no user/],
  ['nonsense', /must begin with/],
])('%s is refused', (url, words) => {
  expect(() => open(url, false)).toThrow(words);
});
