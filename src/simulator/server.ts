import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import jwt from '@fastify/jwt';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import type { Context } from './context.ts';
import { ApiError } from './errors.ts';
import { bearer, loginRoute } from './routes/auth.ts';
import { cloudRoutes } from './routes/cloud.ts';
import { clusterRoutes } from './routes/cluster.ts';
import { applicationRoutes, streamRoutes, viewerRoutes } from './routes/lists.ts';
import { settingsRoutes } from './routes/settings.ts';
import { userRoutes } from './routes/users.ts';

export const CLOUD_BASE = '/cloud';
/** Requests per minute of one account to interface B. */
const CLOUD_REQUESTS_A_MINUTE = 500;

/** The HTTP server with all 16 endpoints, not listening yet. `extend` adds hooks for all of them. */
export async function buildServer(
  context: Context,
  secret: string,
  extend: (app: FastifyInstance) => void,
): Promise<FastifyInstance> {
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 500 } });
  readJson(app);
  sendErrorBodies(app);
  extend(app);
  // For every route below: everything that its handler computes before its first wait belongs to one moment.
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      return context.world.atOneMoment(() => handler.call(this, request, reply));
    };
  });
  await app.register(jwt, { secret, verify: { ignoreExpiration: true } });
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(rateLimit, {
    global: false,
    store: clockStore(context.clock),
    errorResponseBuilder: () => new ApiError(429, 'Too many requests'),
  });
  await app.register(async (api) => loginRoute(api, context), { prefix: '/api' });
  await app.register(
    async (api) => {
      api.addHook('onRequest', bearer(context));
      userRoutes(api, context);
      streamRoutes(api, context);
      applicationRoutes(api, context);
      viewerRoutes(api, context);
      clusterRoutes(api, context);
      settingsRoutes(api, context);
    },
    { prefix: '/api' },
  );
  await app.register(
    async (cloud) => {
      const limit = cloud.rateLimit({
        max: CLOUD_REQUESTS_A_MINUTE,
        timeWindow: MINUTE_MS,
        keyGenerator: () => context.apiKey,
      });
      cloud.addHook('onRequest', async (request) => {
        if (request.headers['x-api-key'] !== context.apiKey) throw new ApiError(401, 'Invalid API key');
      });
      cloud.addHook('onRequest', limit);
      cloudRoutes(cloud, context);
    },
    { prefix: CLOUD_BASE },
  );
  return app;
}

/** An empty body counts as no body; any other body that is not JSON is a 400. */
function readJson(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(text)));
    } catch {
      done(new ApiError(400, 'Malformed JSON'));
    }
  });
}

function sendErrorBodies(app: FastifyInstance): void {
  app.setNotFoundHandler(async (request, reply) => {
    reply.code(404).send({ message: `No such resource: ${request.method} ${request.url.split('?', 1)[0]}` });
  });
  app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    await readRest(request.raw);
    if (error instanceof ApiError) {
      reply.code(error.status).send(error.body);
      return;
    }
    const status = error.statusCode ?? 500;
    reply.code(status).send({ message: status < 500 ? error.message : 'Internal error' });
  });
}

/**
 * Reads the rest of a request: closing the connection before that resets it, and the client would miss the
 * response.
 */
async function readRest(request: IncomingMessage): Promise<void> {
  if (request.complete) return;
  request.resume();
  // A client that has disconnected gets no response in any case.
  await finished(request).catch(() => {});
}

type Done = (error: Error | null, result?: { current: number; ttl: number }) => void;

/**
 * Counts for the rate limits by our own clock, so that limits work with accelerated time and in tests. Returns the
 * class that @fastify/rate-limit requires.
 */
function clockStore(clock: Clock) {
  return class ClockStore {
    readonly #windows = new Map<string, { start: number; count: number }>();

    /** Counts a request in the time window of its key. */
    incr(key: string, done: Done, timeWindow = MINUTE_MS): void {
      const now = clock.monotonic();
      let window = this.#windows.get(key);
      if (!window || now - window.start >= timeWindow) {
        if (this.#windows.size > 10_000) this.#windows.clear();
        window = { start: now, count: 0 };
        this.#windows.set(key, window);
      }
      window.count++;
      done(null, { current: window.count, ttl: timeWindow - (now - window.start) });
    }

    child(): ClockStore {
      return new ClockStore();
    }
  };
}
