import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Connection, type ConnectOptions, connect } from '../../src/http/connect.ts';
import type { HttpRequest } from '../../src/http/request.ts';

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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, hits };
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

export const dashboardRequest: HttpRequest = {
  endpoint: 'dashboard',
  method: 'GET',
  path: '/api/cluster/dashboard',
  headers: {},
};

/** The error of a promise that must be rejected. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('this should have failed');
}
