import { createSecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import { type Dispatcher, FormData } from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import { turn } from '../../src/base/turn.ts';
import { defaultTransportLimits, exchange } from '../../src/http/exchange.ts';
import { type HttpRequest, requestLabel } from '../../src/http/request.ts';
import { createTransport, type TransportOptions } from '../../src/http/transport.ts';
import { eventually } from '../support/eventually.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { dashboardRequest, failure, fixture, fixturePath, listen, serveRaw } from './support.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;

/** A raw server, and a transport to it on a clock that stands still. */
async function setUp(onData: (socket: Socket) => void, options: Partial<TransportOptions> = {}) {
  const received: string[] = [];
  const url = await serveRaw((socket, data) => {
    received.push(data);
    onData(socket);
  });
  const clock = new ManualClock();
  const transport = createTransport({ url, clock, ...options });
  onTestFinished(() => transport.close());
  return { clock, transport, received };
}

const until = (holds: () => boolean) => eventually(() => expect(holds()).toBe(true));

/** Waits until the arrived bytes are read. */
async function turns(): Promise<void> {
  for (let count = 0; count < 50; count++) await turn();
}

const upload = (bytes: number, change: Partial<HttpRequest> = {}): HttpRequest => {
  const body = new FormData();
  body.append('thumbnailFile', new Blob([Buffer.alloc(bytes, 'i')]), 'a.png');
  return { endpoint: 'cloudCreate', method: 'POST', path: '/x', headers: {}, body, ...change };
};

test('requests beyond eight wait, and one cancelled meanwhile is never sent', async () => {
  const { clock, transport, received } = await setUp(() => {});
  const waiting = Array.from({ length: 8 }, () => failure(transport.send(dashboardRequest)));
  await until(() => received.length === 8);
  const controller = new AbortController();
  const ninth = failure(transport.send({ ...dashboardRequest, path: '/ninth', signal: controller.signal }));
  controller.abort();
  expect(await ninth).toMatchObject({ name: 'Aborted', sent: false });
  const tenth = failure(transport.send({ ...dashboardRequest, path: '/tenth' }));
  await clock.advance(10_000);
  await Promise.all(waiting);
  await until(() => received.some((data) => data.includes('/tenth')));
  expect(received.some((data) => data.includes('/ninth'))).toBe(false);
  await transport.close();
  await tenth;
});

test('a request that waits in the queue until its timeout was not sent', async () => {
  const { clock, transport, received } = await setUp(() => {}, { limits: { headers: 2_000_000 } });
  const uploads = [1, 2].map(() => failure(transport.send(upload(10))));
  await until(() => received.length >= 2);
  const write: HttpRequest = { endpoint: 'license', method: 'PUT', path: '/x', headers: {}, body: '{}' };
  const waiting = failure(transport.send(write));
  await clock.advance(30_000);
  expect(await waiting).toMatchObject({ code: 'TIMEOUT_CONNECT', sent: false });
  await clock.advance(870_000);
  for (const error of await Promise.all(uploads)) {
    expect(error).toMatchObject({ code: 'TIMEOUT_HEADERS', sent: true });
  }
});

test('an early hint is not the response: its headers are still waited for, up to the limit', async () => {
  const hinted = Promise.withResolvers<void>();
  const { clock, transport } = await setUp((socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', () => hinted.resolve());
  });
  const failed = failure(transport.send(dashboardRequest));
  await hinted.promise;
  await turns();
  await clock.advance(10_000);
  expect(await failed).toMatchObject({ code: 'TIMEOUT_HEADERS' });
});

test.each([
  ['early hints', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
  ['headers', head, `x-flood: ${'y'.repeat(100)}\r\n`],
  ['trailers', `${chunked}2\r\n{}\r\n0\r\n`, `x: ${'y'.repeat(100)}\r\n`],
])('a server that sends %s without end is not read further', async (_what, first, endless) => {
  const closed = Promise.withResolvers<void>();
  const { transport } = await setUp((socket) => {
    const next = (error?: Error | null) => (error ? undefined : setImmediate(write));
    const write = () => socket.write(endless.repeat(100), next);
    socket.on('close', () => closed.resolve());
    socket.write(first);
    write();
  });
  expect(await failure(transport.send(dashboardRequest))).toMatchObject({ code: 'BAD_HTTP' });
  await closed.promise;
});

/** An exchange whose connection is controlled by the test. */
function played(request: HttpRequest) {
  const clock = new ManualClock();
  const progress: number[] = [];
  let handler: Dispatcher.DispatchHandler = {};
  const dispatch = (_options: object, given: Dispatcher.DispatchHandler) => {
    handler = given;
    return true;
  };
  const controller = { abort: () => {} } as unknown as Dispatcher.DispatchController;
  const result = exchange(
    { dispatch } as Dispatcher,
    { origin: new URL('https://cluster.test'), path: '/x' },
    { ...request, onSent: (bytes) => progress.push(bytes) },
    { limits: defaultTransportLimits, clock, label: requestLabel(request) },
  );
  handler.onRequestStart?.(controller, {});
  return { clock, progress, handler, controller, result };
}

test('an upload may take minutes while it makes progress, which is reported', async () => {
  const { clock, progress, handler, controller, result } = played(upload(10));
  for (let count = 0; count < 60; count++) {
    await clock.advance(9_999);
    handler.onBodySent?.(Buffer.alloc(100));
  }
  expect(progress.slice(0, 3)).toEqual([100, 200, 300]);
  await clock.advance(9_999);
  handler.onResponseStart?.(controller, 200, {}, 'OK');
  // Further bytes after the end change nothing.
  handler.onBodySent?.(Buffer.alloc(100));
  await clock.advance(20_000);
  handler.onResponseData?.(controller, Buffer.from('{}'));
  handler.onResponseEnd?.(controller, {});
  expect(await result).toMatchObject({ status: 200, body: Buffer.from('{}') });
  expect(clock.waiting).toBe(0);
});

test('the answer to an upload has a quarter of an hour, any other half a minute', async () => {
  const { clock, transport, received } = await setUp((socket) => {
    socket.write(`${head}content-length: 100\r\n\r\n{`);
  });
  const ended = vi.fn();
  const failed = failure(transport.send(upload(10))).finally(ended);
  await until(() => received.length > 0 && clock.waiting === 1);
  await clock.advance(899_000);
  expect(ended).not.toHaveBeenCalled();
  await clock.advance(1_000);
  expect(await failed).toMatchObject({ code: 'TIMEOUT_BODY', sent: true });
});

test('a server with HTTP/2 is used with HTTP/1.1', async () => {
  const versions: string[] = [];
  const tls = { cert: fixture('localhost.pem'), key: fixture('key.pem'), allowHTTP1: true };
  const server = createSecureServer(tls, (request, response) => {
    versions.push(request.httpVersion);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{}');
  });
  const url = `https://localhost:${await listen(server)}`;
  const transport = createTransport({ url, caFile: fixturePath('localhost.pem') });
  onTestFinished(() => transport.close());
  await transport.send(dashboardRequest);
  expect(versions).toEqual(['1.1']);
});
