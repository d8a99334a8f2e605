import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../src/base/clock.ts';

/** One request as the server received it. */
export interface RequestLogEntry {
  /** Unix milliseconds on the simulator's clock. */
  readonly at: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** 0: not answered yet, or never. */
  status: number;
}

const MAX_REQUESTS = 20_000;

/** Keeps the last requests in `entries`, oldest first. */
export function keepLog(app: FastifyInstance, clock: Clock, entries: RequestLogEntry[]): void {
  const open = new WeakMap<object, RequestLogEntry>();
  app.addHook('onRequest', async (request) => {
    const { method, url } = request;
    const entry = { at: clock.now(), method, path: url.split('?', 1)[0] ?? url, status: 0 };
    entries.push(entry);
    if (entries.length > MAX_REQUESTS) entries.splice(0, MAX_REQUESTS / 2);
    open.set(request, entry);
  });
  app.addHook('onResponse', async (request, reply) => {
    const entry = open.get(request);
    if (entry) entry.status = reply.statusCode;
  });
}
