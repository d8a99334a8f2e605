import { once } from 'node:events';
import { Agent, type ClientRequest, get, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../../src/base/clock.ts';
import { serveMetrics } from '../../../src/cli/export/metrics-server.ts';
import { eventually } from '../../support/eventually.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/** A server of this text. */
async function serve(text: string | Error, host = '127.0.0.1', token?: string, clock: Clock = systemClock) {
  const rendered: string[] = [];
  const server = await serveMetrics({
    host,
    port: 0,
    allowedHosts: [],
    token,
    clock,
    metrics: async (format) => {
      rendered.push(format);
      if (text instanceof Error) throw text;
      return { type: 'text/plain', text };
    },
  });
  onTestFinished(() => server.close());
  return { ...server, rendered };
}

/** Status, headers and length of the body as it was sent. */
async function answerOf(asked: ClientRequest) {
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  let length = 0;
  for await (const chunk of response) length += chunk.length;
  return { status: response.statusCode, headers: response.headers, length };
}

const ask = (url: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
  answerOf(request(url, { ...options, agent: false }).end());

test('long answers are compressed for clients that accept it, and only for them', async () => {
  const taking = (encodings: string) => ({ headers: { 'accept-encoding': encodings, accept: 'plain' } });
  const answer = async (size: number, options = {}) =>
    ask(`${(await serve('x'.repeat(size))).url}/metrics`, options);
  const small = await answer(1_400, taking('gzip, br'));
  expect([small.headers['content-encoding'], small.length < 100]).toEqual(['gzip', true]);
  expect(small.headers['content-length']).toBe(String(small.length));
  for (const [size, options] of [[1_400], [1_400, taking('br')], [1_399, taking('gzip, br')]] as const) {
    const { headers, length } = await answer(size, options);
    expect([headers['content-encoding'], length]).toEqual([undefined, size]);
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'accept, accept-encoding',
    });
  }
});

test('each answer has its status: failures, other methods, other paths, HEAD', async () => {
  const { url } = await serve(new Error('broken'));
  const { url: good } = await serve('metrics');
  expect((await ask(`${url}/metrics`)).status).toBe(500);
  expect((await ask(`${url}/healthz?deep=1`)).status).toBe(200);
  const page = await ask(`${good}/`);
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await (await fetch(good)).text()).toContain('<a href="/metrics">');
  const post = await ask(`${good}/metrics`, { method: 'POST' });
  expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
  expect((await ask(`${good}/metrics/x`, { method: 'HEAD' })).status).toBe(404);
  const head = await ask(`${good}/metrics`, { method: 'HEAD' });
  expect([head.status, head.headers['content-length'], head.length]).toEqual([200, '7', 0]);
  expect((await ask(`${good}/metrics`, { headers: { host: 'localhost..' } })).status).toBe(421);
  expect((await ask(`${good}/metrics`, { headers: { host: 'LOCALHOST.:17864' } })).status).toBe(200);
});

test('a token is required with a clear message, except for the health page', async () => {
  const { url } = await serve('metrics', '127.0.0.1', 'open-sesame');
  const none = await ask(`${url}/metrics`);
  expect([none.status, none.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  for (const [authorization, status] of [
    ['Bearer open-sesam', 401],
    ['Bearer open-sesame', 200],
    ['bearer  open-sesame', 200],
    ['open-sesame', 401],
    ['Basic open-sesame', 401],
  ] as const)
    expect((await ask(`${url}/metrics`, { headers: { authorization } })).status, authorization).toBe(status);
  expect((await ask(`${url}/healthz`)).status).toBe(200);
});

test('an IPv6 address is in brackets', async () => {
  const { url } = await serve('metrics', '::1');
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await ask(`${url}/metrics`)).status).toBe(200);
});

/** A connection that does not read until it is resumed. */
async function connectTo(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** How many bytes it has received since. */
function countBytes(socket: Socket): () => number {
  let received = 0;
  socket.on('data', (chunk) => (received += chunk.length));
  return () => received;
}

test('above the limit of connections the least recently used one is closed', async () => {
  const { url } = await serve('metrics');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const scrape = async () => {
    const asked = get(`${url}/metrics`, { agent });
    await answerOf(asked);
    return asked.socket;
  };
  const idle: Socket[] = [];
  const open = async (most: number) => {
    for (let count = 0; count < most; count++) idle.push((await connectTo(url)).resume());
  };
  const first = await scrape();
  await open(63);
  // The scraper is the oldest of 64 connections; another request makes it the newest.
  expect(await scrape()).toBe(first);
  expect(idle.some((socket) => socket.closed)).toBe(false);
  await open(2);
  await eventually(() => expect(idle.map((socket) => socket.closed).indexOf(false)).toBe(2));
  expect(await scrape()).toBe(first);
  // A closed connection makes room.
  idle[2]?.destroy();
  idle[3]?.destroy();
  await eventually(() => expect(idle.slice(2, 4).every((socket) => socket.closed)).toBe(true));
  await scrape();
  await open(2);
  await scrape();
  expect(idle.slice(4).some((socket) => socket.closed)).toBe(false);
});

const SCRAPE = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('each format is rendered once a second, however many scrapes come', async () => {
  const clock = new ManualClock();
  const { url, rendered } = await serve('metrics', '127.0.0.1', undefined, clock);
  const open = { headers: { accept: 'application/openmetrics-text; version=1.0.0' } };
  await Promise.all(Array.from({ length: 20 }, (_, at) => ask(`${url}/metrics`, at % 2 ? open : {})));
  expect(rendered.toSorted()).toEqual(['open', 'text']);
  await clock.advance(999);
  await ask(`${url}/metrics`);
  expect(rendered).toHaveLength(2);
  await clock.advance(1);
  await ask(`${url}/metrics`);
  expect(rendered).toHaveLength(3);
});

test('two megabytes of requests on one connection close it, and a scrape on another one is answered', async () => {
  const { url, rendered } = await serve('x'.repeat(100_000));
  const flood = await connectTo(url);
  const received = countBytes(flood);
  flood.write(SCRAPE.repeat(2_000_000 / SCRAPE.length));
  expect((await ask(`${url}/metrics`)).length).toBe(100_000);
  await eventually(() => expect(flood.closed).toBe(true));
  expect(received()).toBe(0);
  // One for both; the flood may have asked for one of its own before it was closed.
  expect(rendered.length).toBeLessThanOrEqual(2);
});

test('a client that does not finish its request in time is cut off', async () => {
  const { url } = await serve('metrics');
  const slow = await connectTo(url);
  slow.resume().write(SCRAPE.slice(0, -2));
  await eventually(() => expect(slow.closed).toBe(true));
});

test('a client that does not read its answer in time is cut off', async () => {
  const clock = new ManualClock();
  const { url, rendered } = await serve('x'.repeat(50_000_000), '127.0.0.1', undefined, clock);
  const slow = await connectTo(url);
  slow.pause().write(SCRAPE);
  await eventually(() => expect(rendered).toHaveLength(1));
  await clock.advance(30_000);
  slow.resume();
  const received = countBytes(slow);
  await eventually(() => expect(slow.closed).toBe(true));
  expect(received()).toBeLessThan(50_000_000);
});
