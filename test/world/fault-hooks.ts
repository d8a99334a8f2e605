import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../src/base/clock.ts';
import { ApiError, licenseFixed } from '../../src/simulator/errors.ts';
import type { Running } from '../../src/simulator/start.ts';
import { attributesOf, objectOf } from '../../src/simulator/validate.ts';
import { applyBodyFaults } from './fault-bodies.ts';
import { endpointOf, type FaultKind, type Faults } from './faults.ts';

const PAGE =
  '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';
const RETRY_AFTER_SECONDS = 7;

/** Applies the faults between the routes and the network. */
export function hookFaults(app: FastifyInstance, faults: Faults, { world, clock, url }: Running): void {
  const active = (request: FastifyRequest): ReadonlySet<FaultKind> => {
    const endpoint = endpointOf(request.routeOptions.url);
    return endpoint === undefined ? new Set() : faults.active(endpoint);
  };

  app.addHook('onRequest', async (request, reply) => {
    const kinds = active(request);
    if (kinds.has('black-hole')) {
      reply.hijack();
      return;
    }
    refuse(kinds, reply, `${url()}/elsewhere`);
    const age = faults.takeRestart();
    if (age !== undefined) world.restart(age);
    refuseRevoked(app, faults, clock, request);
  });

  app.addHook('preHandler', async (request) => {
    const kinds = active(request);
    const { orderBy, ...query } = objectOf(request.query);
    if (orderBy !== undefined && kinds.has('order-refused'))
      throw new ApiError(400, 'Unknown parameter: orderBy');
    const endpoint = endpointOf(request.routeOptions.url);
    if (kinds.has('license-fixed') && endpoint === 'license') throw licenseFixed('STORM_LICENSE_KEY');
    if (kinds.has('empty-update-refused') && request.method === 'PATCH') refuseEmpty(request.body);
    if (kinds.has('connection-ids') && endpoint === 'viewers') {
      const { connectionIds } = objectOf(request.body);
      if (connectionIds === undefined) throw new ApiError(400, 'connectionIds is required');
      request.body = { ids: connectionIds };
    }
    if (kinds.has('order-ignored')) request.query = { ...query, order: 'asc' };
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const kinds = active(request);
    if (kinds.size === 0 || typeof payload !== 'string') return payload;
    const ok = reply.statusCode < 400;
    const text = ok ? applyBodyFaults(payload, kinds, faults.seconds) : payload;
    return transmit(text, kinds, reply, clock);
  });
}

/** Tokens that were issued before the fault began are refused. */
function refuseRevoked(app: FastifyInstance, faults: Faults, clock: Clock, request: FastifyRequest): void {
  const age = faults.revokedAge;
  const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (age === undefined || token === undefined) return;
  const claims = app.jwt.decode<{ readonly issued: number }>(token);
  if (claims && claims.issued < clock.now() - age) throw new ApiError(401, 'Token revoked');
}

function refuseEmpty(body: unknown): void {
  if (Object.keys(attributesOf(body)).length === 0) throw new ApiError(400, 'Nothing to update');
}

/** Faults that answer in place of the route. */
function refuse(kinds: ReadonlySet<FaultKind>, reply: FastifyReply, elsewhere: string): void {
  if (kinds.has('redirect')) {
    reply.header('location', elsewhere);
    throw new ApiError(301, 'Moved permanently');
  }
  if (kinds.has('unauthorized')) throw new ApiError(401, 'Invalid or missing token');
  if (kinds.has('rate-limit')) {
    reply.header('retry-after', String(RETRY_AFTER_SECONDS));
    throw new ApiError(429, 'Too many requests');
  }
  if (kinds.has('rate-limit-bare')) throw new ApiError(429, 'Too many requests');
  if (kinds.has('error-500')) throw new ApiError(500, 'Internal error');
}

/** Faults of the transport from the server to the client. */
function transmit(text: string, kinds: ReadonlySet<FaultKind>, reply: FastifyReply, clock: Clock) {
  const bytes = Buffer.from(text);
  if (kinds.has('html')) {
    reply.code(502).type('text/html; charset=utf-8').removeHeader('content-length');
    return PAGE;
  }
  if (kinds.has('wrong-content-type')) reply.header('content-type', 'text/plain; charset=utf-8');
  if (kinds.has('truncated-json')) {
    reply.removeHeader('content-length');
    return bytes.subarray(0, Math.floor(bytes.length * 0.6)).toString('latin1');
  }
  if (kinds.has('reset')) {
    reply.header('content-length', bytes.length);
    return breaking(bytes, reply);
  }
  if (kinds.has('slow-drip')) {
    reply.header('content-length', bytes.length);
    return dripping(bytes, clock);
  }
  if (kinds.has('giant-body')) {
    reply.removeHeader('content-length');
    return endless(text);
  }
  return text;
}

/** Sends half of the body, then closes the connection. */
function breaking(bytes: Buffer, reply: FastifyReply): Readable {
  let sent = false;
  return new Readable({
    read() {
      if (sent) reply.raw.socket?.destroy();
      else this.push(bytes.subarray(0, Math.max(1, bytes.length >> 1)));
      sent = true;
    },
  });
}

/** Sends eight bytes per second. */
function dripping(bytes: Buffer, clock: Clock): Readable {
  let at = 0;
  let cancel = () => {};
  return new Readable({
    read() {
      cancel = clock.after(at === 0 ? 0 : 500, () => {
        this.push(at < bytes.length ? bytes.subarray(at, at + 4) : null);
        at += 4;
      });
    },
    destroy(error, done) {
      cancel();
      done(error);
    },
  });
}

/** The body with a string that never ends. */
function endless(text: string): Readable {
  const filler = Buffer.alloc(64 * 1024, 'x');
  let first = true;
  return new Readable({
    read() {
      this.push(first ? Buffer.from(`${text.slice(0, -1)},"padding":"`) : filler);
      first = false;
    },
  });
}
