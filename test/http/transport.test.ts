import dns from 'node:dns';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTransport, type TransportOptions } from '../../src/http/transport.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { dashboardRequest, failure, json, serve, serveRaw } from './support.ts';

function transportTo(url: string, options: Partial<TransportOptions> = {}) {
  const transport = createTransport({ url, ...options });
  onTestFinished(() => transport.close());
  return transport;
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

const told = async (url: string, options: Partial<TransportOptions> = {}) =>
  (await failure(transportTo(url, options).send(dashboardRequest))) as Error & {
    code: string;
    sent: boolean;
  };

test('a server that accepts and never answers ends at the timeout for headers', async () => {
  const clock = new ManualClock();
  const arrived = Promise.withResolvers<void>();
  const url = await serveRaw(() => arrived.resolve());
  const failed = told(url, { clock });
  await arrived.promise;
  await clock.advance(9_999);
  expect(clock.waiting).toBe(2);
  await clock.advance(1);
  expect(await failed).toMatchObject({ name: 'NetworkError', code: 'TIMEOUT_HEADERS', sent: true });
  expect(clock.waiting).toBe(0);
});

test('a very slow body ends at the timeout of the whole', async () => {
  const clock = new ManualClock();
  const dripping = Promise.withResolvers<void>();
  const url = await serveRaw((socket) => {
    socket.write(`${head}content-length: 1000000\r\n\r\n{`);
    let drops = 0;
    const drip = setInterval(() => {
      socket.write(' ');
      if (++drops === 3) dripping.resolve();
    }, 5);
    socket.on('close', () => clearInterval(drip));
  });
  const failed = told(url, { clock });
  await dripping.promise;
  await clock.advance(30_000);
  expect(await failed).toMatchObject({ code: 'TIMEOUT_BODY' });
  expect(clock.waiting).toBe(0);
});

test.each([
  ['closed before the headers', ''],
  ['closed in the middle of a body of known length', `${head}content-length: 100\r\n\r\n{"da`],
  ['closed in the middle of a chunked body', `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"dat`],
])('%s is reported as a reset', async (_name, bytes) => {
  expect((await told(await serveRaw((socket) => socket.end(bytes)))).code).toBe('RESET');
});

test('a body with an announced size beyond the limit is refused unread', async () => {
  const url = await serveRaw((socket) => socket.write(`${head}content-length: 99999999999\r\n\r\n{`));
  expect((await told(url)).code).toBe('TOO_LARGE');
});

test('a server that does not speak HTTP is reported as such, without quoting it', async () => {
  const url = await serveRaw((socket) => socket.end('SSH-2.0-OpenSSH secret-in-banner\r\n'));
  const error = await told(url);
  const message = expect.stringContaining('did not answer in HTTP');
  expect(error).toMatchObject({ code: 'BAD_HTTP', message });
  expect(inspect(error)).not.toContain('secret-in-banner');
});

test('a refused connection is known as not sent', async () => {
  const { url, server } = await serve(() => {});
  await new Promise((resolve) => server.close(resolve));
  expect(await told(url)).toMatchObject({ code: 'REFUSED', sent: false });
});

test('a body of gigabytes is cut at the limit, with limited memory', async () => {
  const limit = 8 * 1024 * 1024;
  let written = 0;
  const url = await serveRaw((socket) => {
    const chunk = Buffer.alloc(256 * 1024, 'x');
    socket.write(`${head}\r\n`);
    const pour = () => {
      do written += chunk.length;
      while (socket.write(chunk) && written < 2 ** 31);
    };
    socket.on('drain', pour);
    pour();
  });
  const before = process.memoryUsage().rss;
  expect((await told(url, { limits: { bodyBytes: limit } })).code).toBe('TOO_LARGE');
  expect(written).toBeLessThan(20 * limit);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});

test.each([
  ['that of the transport, when the endpoint allows more', 'dashboard', 1_000, 1_000],
  ['that of the endpoint, when the transport allows more', 'login', 1_000_000, 64 * 1024],
] as const)('the lower limit of a body counts: %s', async (_what, endpoint, bodyBytes, most) => {
  let size: number = most;
  const { url } = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(Buffer.alloc(size, ' '));
  });
  const transport = transportTo(url, { limits: { bodyBytes } });
  const request = { ...dashboardRequest, endpoint };
  expect((await transport.send(request)).body).toHaveLength(most);
  size = most + 1;
  expect(await failure(transport.send(request))).toMatchObject({ code: 'TOO_LARGE' });
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('%s is decompressed, and cut at the limit', async (encoding, compress) => {
  let plain = Buffer.from('{"data":"compressed"}');
  const { url } = await serve((request, response) => {
    expect(request.headers['accept-encoding']).toContain(encoding);
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
    response.end(compress(plain));
  });
  const transport = transportTo(url, { limits: { bodyBytes: 1024 * 1024 } });
  expect(Buffer.from((await transport.send(dashboardRequest)).body).toString()).toBe('{"data":"compressed"}');
  plain = Buffer.alloc(20 * 1024 * 1024, '0');
  expect(await failure(transport.send(dashboardRequest))).toMatchObject({ code: 'TOO_LARGE' });
});

test('a caller that cancels ends the request, and nothing is left', async () => {
  const clock = new ManualClock();
  const arrived = Promise.withResolvers<Socket>();
  const url = await serveRaw((socket) => arrived.resolve(socket));
  const controller = new AbortController();
  const request = { ...dashboardRequest, signal: controller.signal };
  const failed = failure(transportTo(url, { clock }).send(request));
  const socket = await arrived.promise;
  const closed = new Promise((resolve) => socket.on('close', resolve));
  controller.abort();
  expect(await failed).toMatchObject({ name: 'Aborted', sent: true });
  expect(clock.waiting).toBe(0);
  await closed;
  const before = failure(
    transportTo(url, { clock }).send({ ...dashboardRequest, signal: AbortSignal.abort() }),
  );
  expect(await before).toMatchObject({ name: 'Aborted', sent: false });
  expect(clock.waiting).toBe(0);
});

test('a write whose connection closes after it was read is sent once, also on a used pool', async () => {
  const received: string[] = [];
  const url = await serveRaw((socket, data) => {
    received.push(data.split(' ', 1)[0] ?? '');
    if (data.startsWith('GET')) socket.write(`${head}content-length: 2\r\n\r\n{}`);
    else socket.destroy();
  });
  const transport = transportTo(url);
  await Promise.all([1, 2, 3].map(() => transport.send(dashboardRequest)));
  const methods = ['POST', 'PATCH', 'DELETE', 'PUT', 'POST'] as const;
  const writes = ['createUser', 'updateUser', 'deleteUser', 'license', 'login'] as const;
  for (const [index, method] of methods.entries()) {
    const body = method === 'DELETE' ? undefined : '{}';
    const request = { endpoint: writes[index] ?? 'login', method, path: '/api/x', headers: {}, body };
    expect(await failure(transport.send(request))).toMatchObject({ code: 'RESET', sent: true });
  }
  // Reads still work, and none of the earlier requests was sent again.
  await transport.send(dashboardRequest);
  expect(received.filter((method) => method !== 'GET')).toEqual(methods);
});

test('a CA file that is missing or contains no certificate is named', async () => {
  for (const caFile of ['/nonexistent/ca.pem', import.meta.filename]) {
    expect(() => createTransport({ url: 'https://localhost', caFile })).toThrow(
      expect.objectContaining({ code: 'CA_FILE', message: expect.stringContaining(caFile) }),
    );
  }
});

test('a write uses a new connection, never one that the server may be closing', async () => {
  const sockets = new Set<unknown>();
  const { url } = await serve((request, response) => {
    sockets.add(request.socket);
    expect(request.headers.connection).toBe(request.method === 'GET' ? 'keep-alive' : 'close');
    json(response, 200, {});
  });
  const transport = transportTo(url);
  for (let i = 0; i < 3; i++) await transport.send(dashboardRequest);
  const reading = sockets.size;
  const write = { endpoint: 'license', method: 'PUT', path: '/api/x', headers: {}, body: '{}' } as const;
  for (let i = 0; i < 3; i++) await transport.send(write);
  expect(sockets.size).toBe(reading + 3);
});

test('a body that arrives byte by byte is kept in one block of memory', async () => {
  const size = 300_000;
  const url = await serveRaw((socket) => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
    socket.write('1\r\n \r\n'.repeat(size));
    socket.write('2\r\n{}\r\n0\r\n\r\n');
  });
  const { body } = await transportTo(url).send(dashboardRequest);
  expect(Buffer.from(body).toString()).toBe(`${' '.repeat(size)}{}`);
  expect(body.buffer.byteLength).toBeLessThan(4 * size);
});

/** DNS gives these addresses one after the other, again and again. */
function lookUps(addresses: readonly (string | undefined)[]) {
  const asked = vi.spyOn(dns, 'lookup').mockImplementation((...given: unknown[]) => {
    const address = addresses[(asked.mock.calls.length - 1) % addresses.length];
    const unknown = Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
    const found = address === undefined ? [unknown] : [null, [{ address, family: 4 }]];
    (given.at(-1) as (...found: unknown[]) => void)(...found);
  });
  onTestFinished(() => asked.mockRestore());
  return asked;
}

test('localhost is this machine, whatever DNS answers', async () => {
  const { url } = await serve((_request, response) => json(response, 200, {}));
  const asked = lookUps(['203.0.113.1']);
  const transport = transportTo(url.replace('127.0.0.1', 'localhost'));
  expect((await transport.send(dashboardRequest)).status).toBe(200);
  expect(asked).not.toHaveBeenCalled();
});

test('a name with another address at each look-up, or none, costs single requests', async () => {
  const { url } = await serve((_request, response) => {
    response.setHeader('connection', 'close');
    json(response, 200, {});
  });
  // At the second address nothing listens.
  lookUps(['127.0.0.1', '127.0.0.2', undefined, '127.0.0.1']);
  const named = url.replace('127.0.0.1', 'cluster.invalid');
  expect(() => createTransport({ url: named })).toThrow('Plain HTTP');
  const transport = transportTo(named, { allowHttp: true });
  const seen: unknown[] = [];
  for (let request = 0; request < 8; request++) {
    const { status, code } = await transport.send(dashboardRequest).catch((error) => error);
    seen.push(status ?? code);
  }
  expect(seen).toEqual([200, 'REFUSED', 'DNS', 200, 200, 'REFUSED', 'DNS', 200]);
});
