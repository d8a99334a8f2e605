import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket, Server as TcpServer } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Connection, type ConnectOptions, connect } from '../../src/http/connect.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/request.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A real HTTP server on loopback that ends with the test. */
export async function serve(handler: Handler): Promise<{ url: string; server: Server; hits: string[] }> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => handler(request, response, Buffer.concat(chunks).toString('latin1')));
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, server, hits };
}

/** The port on loopback of a server that ends with the test. */
export async function listen(server: TcpServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A raw TCP server, for behaviour that no HTTP server has. */
export async function serveRaw(onData: (socket: Socket, data: string) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('data', (data) => onData(socket, data.toString('latin1')));
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

export const fixturePath = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
export const fixture = (name: string) => readFileSync(fixturePath(name), 'utf8');

/** An HTTPS cluster for `localhost`, which `refuse` may answer with a page; its port and the headers of what it was asked. */
export async function serveTls(
  options: ServerOptions = {},
  refuse: (request: IncomingMessage) => string | undefined = () => undefined,
) {
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const tls = { cert: fixture('localhost.pem'), key: fixture('key.pem'), ...options };
  const server = createTlsServer(tls, (request, response) => {
    headers.push(request.headers);
    request.resume();
    const refusal = refuse(request);
    if (refusal !== undefined) return response.writeHead(400).end(`<html><center>${refusal}</center></html>`);
    const isLogin = request.url?.includes('login');
    return json(response, 200, isLogin ? loginResponse('t') : { data: { topology: [] } });
  });
  const port = await listen(server);
  return { url: `https://localhost:${port}`, port, headers };
}

/** An answer as a transport gives it. */
export function httpResponse(status: number, value: unknown, headers: object = {}): HttpResponse {
  const body = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body, duration: 1 };
}

export function json(response: ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

export const loginResponse = (token: string, remainingTime: number | undefined = 900_000) => ({
  data: { accessToken: token, tokenType: 'Bearer', expireDate: 1, remainingTime, username: 'op' },
  meta: { executionTime: 1, generatedAt: 1 },
});

/** A server that accepts every login with tokens `token-1`, `token-2`, … and passes other requests to `handler`. */
export async function serveWithLogin(handler: Handler): ReturnType<typeof serve> {
  let logins = 0;
  return serve((request, response, body) => {
    if (request.url?.endsWith('/api/auth/login')) json(response, 200, loginResponse(`token-${++logins}`));
    else handler(request, response, body);
  });
}

/** The same with one answer to all other requests; by default a topology without servers. */
export const answering = (status = 200, value: unknown = { data: { topology: [] } }) =>
  serveWithLogin((_request, response) => json(response, status, value));

export function open(url: string, options: Partial<ConnectOptions> = {}): Connection {
  const connection = connect({
    url,
    credentials: async () => ({ username: 'op', password: 'hunter2-secret' }),
    retry: { base: 1 },
    ...options,
  });
  onTestFinished(() => connection.close());
  return connection;
}

const path = '/api/cluster/dashboard';
export const dashboardRequest: HttpRequest = { endpoint: 'dashboard', method: 'GET', path, headers: {} };

/** The error of a promise that must be rejected. */
export async function failure(promise: Promise<unknown> | undefined): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('this should have failed');
}
