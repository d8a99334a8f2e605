import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../src/base/clock.ts';
import type { Question } from './answers.ts';
import { type Reply, refuse } from './paging.ts';

const TOKEN_MS = 900_000;

const account = { username: 'operator', password: 'correct horse battery' };

interface Answering {
  answer(question: Question, now: number): Reply;
}

/** Serves a world on loopback, with the login of the document. */
export async function serveThird(world: Answering, clock: Clock) {
  const tokens = new Map<string, number>();

  const login = (body: unknown): Reply => {
    const now = clock.now();
    if (JSON.stringify(body) !== JSON.stringify(account))
      return refuse(401, 'Username or password is incorrect');
    const accessToken = `third.${tokens.size}.${now}`;
    tokens.set(accessToken, now + TOKEN_MS);
    const message = 'Login successful';
    const data = {
      accessToken,
      tokenType: 'Bearer',
      expireDate: now + TOKEN_MS,
      remainingTime: TOKEN_MS,
      username: account.username,
    };
    return {
      status: 200,
      body: { data: { ...data, message }, meta: { executionTime: 4, generatedAt: now }, message },
    };
  };

  const replyTo = async (request: IncomingMessage): Promise<Reply> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://third');
    const body = await bodyOf(request);
    const question = { method: request.method ?? 'GET', path: pathname, query: searchParams };
    if (question.method === 'POST' && pathname === '/api/auth/login') return login(body);
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if ((tokens.get(token) ?? 0) <= clock.now()) return refuse(401, 'Invalid or missing token');
    return world.answer(question, clock.now());
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body } = await replyTo(request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };

  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    // Nothing answers below the address of the cloud.
    login: { url, cloudUrl: url, credentials: async () => account, apiKey: async () => 'no key' },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}
