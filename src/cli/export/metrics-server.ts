import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import type { Clock } from '../../base/clock.ts';
import type { ListenTls } from './listen.ts';

export interface MetricsServer {
  /** Base URL, without a path. */
  readonly url: string;
  /** Uses a renewed certificate for new connections. */
  useTls(tls: ListenTls): void;
  close(): Promise<void>;
}

export interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  /** Host names accepted in `Host` besides those of this machine. */
  readonly allowedHosts: readonly string[];
  /** Undefined: plain HTTP. */
  readonly tls?: ListenTls | undefined;
  /** Required as `Authorization: Bearer …`, if given. */
  readonly token?: string | undefined;
  readonly clock: Clock;
  /**
   * Renders the metrics as OpenMetrics or in Prometheus's older text format. Called at most once a second for each.
   */
  readonly metrics: (format: MetricsFormat) => Promise<{ readonly type: string; readonly text: string }>;
}

export type MetricsFormat = 'open' | 'text';

/**
 * Most open connections: more than there are scrapers in practice. A further one closes the connection that was
 * idle longest.
 */
const MOST_CONNECTIONS = 64;
/** A request must arrive completely within this time, ms; connections are checked at the same interval. */
const REQUEST_TIME_MS = 5_000;
/** A response must be read within this time, ms; scrapers do not wait as long. */
const ANSWER_TIME_MS = 30_000;
/** A rendered text is served again for this time, ms, so that many scrapes cost little. */
const SERVED_AGAIN_MS = 1_000;
const LOOK_EACH_MS = 1_000;
/** Shorter texts are not compressed, because they fit in one packet; characters. */
const GZIP_FROM_CHARACTERS = 1_400;
const PLAIN = 'text/plain; charset=utf-8';
const START_PAGE =
  '<!doctype html><html lang="en"><title>castwatch export</title><h1>castwatch export</h1><a href="/metrics">Metrics</a></html>\n';

const gzip = promisify(gzipCallback);

interface Reply {
  readonly status: number;
  /** A buffer, because all responses with the same text share it. */
  readonly text: string | Buffer;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The compressed text, if it is long enough. */
  readonly packed?: Buffer | undefined;
}

type Render = (accept: string) => Promise<Reply>;

/** Serves `/metrics`, `/healthz` and a page that links to the first, and nothing else. Rejects if it cannot listen on the address. */
export async function serveMetrics(options: MetricsServerOptions): Promise<MetricsServer> {
  /** By address and port of the client, the least recently used first. */
  const connections = new Map<string, Socket>();
  const times = {
    requestTimeout: REQUEST_TIME_MS,
    headersTimeout: REQUEST_TIME_MS,
    connectionsCheckingInterval: LOOK_EACH_MS,
  };
  const render = renderOnce(options);
  const answering = new Set<Socket>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // Scrapers do not send a request before the previous one is answered. A client that does gets no response.
    if (answering.has(socket)) socket.destroy();
    if (socket.destroyed) return;
    used(socket);
    answering.add(socket);
    const cancel = options.clock.after(ANSWER_TIME_MS, () => socket.destroy());
    response.on('close', () => {
      answering.delete(socket);
      cancel();
    });
    const packed = request.headers['accept-encoding']?.includes('gzip') ?? false;
    send(response, await replyTo(request, options, render), { headOnly: request.method === 'HEAD', packed });
  };
  const tlsServer =
    options.tls && createTlsServer({ ...times, ...options.tls, handshakeTimeout: REQUEST_TIME_MS }, answer);
  const server = tlsServer ?? createServer(times, answer);
  const used = (socket: Socket) => {
    const peer = peerOf(socket);
    const known = connections.get(peer);
    if (!known) return;
    connections.delete(peer);
    connections.set(peer, known);
  };
  // With TLS this is the underlying connection, which counts before the handshake.
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    connections.set(peer, socket);
    socket.on('close', () => connections.delete(peer));
    const [oldest] = connections.values();
    if (connections.size > MOST_CONNECTIONS) oldest?.destroy();
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const { address: host, port, family } = server.address() as AddressInfo;
  return {
    url: `http${options.tls ? 's' : ''}://${family === 'IPv6' ? `[${host}]` : host}:${port}`,
    useTls: (tls) => tlsServer?.setSecureContext(tls),
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of connections.values()) socket.destroy();
      await closed;
    },
  };
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Renders each format at most once in `SERVED_AGAIN_MS`; simultaneous requests share one rendering. */
function renderOnce({ metrics, clock }: Pick<MetricsServerOptions, 'metrics' | 'clock'>): Render {
  const kept = new Map<MetricsFormat, { readonly at: number; readonly reply: Promise<Reply> }>();
  return (accept) => {
    const format = accept.includes('application/openmetrics-text') ? 'open' : 'text';
    const known = kept.get(format);
    if (known && clock.monotonic() - known.at < SERVED_AGAIN_MS) return known.reply;
    const reply = metrics(format).then(
      async ({ type, text }): Promise<Reply> => {
        const packed = text.length >= GZIP_FROM_CHARACTERS ? await gzip(text) : undefined;
        return { status: 200, type, text: Buffer.from(text), packed };
      },
      (): Reply => ({ status: 500, text: 'castwatch itself failed here; please report it\n' }),
    );
    kept.set(format, { at: clock.monotonic(), reply });
    return reply;
  };
}

async function replyTo(
  request: IncomingMessage,
  options: MetricsServerOptions,
  render: Render,
): Promise<Reply> {
  const { host, authorization = '', accept = '' } = request.headers;
  if (!isKnownHost(host, options.allowedHosts)) {
    return { status: 421, text: 'this host name is not allowed; --allow-host NAME allows it\n' };
  }
  const path = (request.url ?? '').split('?', 1)[0];
  if (path !== '/' && path !== '/metrics' && path !== '/healthz') {
    return { status: 404, text: 'not found; there are /metrics and /healthz\n' };
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { status: 405, text: 'only GET and HEAD\n', headers: { allow: 'GET, HEAD' } };
  }
  if (path === '/healthz') return { status: 200, text: 'ok\n' };
  if (path === '/') return { status: 200, text: START_PAGE, type: 'text/html; charset=utf-8' };
  // The scheme's name is case-insensitive.
  const bearer = authorization.replace(/^bearer +/i, '');
  if (options.token !== undefined && (bearer === authorization || !isSame(bearer, options.token))) {
    const headers = { 'www-authenticate': 'Bearer' };
    return { status: 401, text: 'the bearer token is missing or wrong\n', headers };
  }
  return render(accept);
}

/** Compares in constant time, so that the duration does not reveal the first difference. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function send(
  response: ServerResponse,
  { status, text, type = PLAIN, headers, packed }: Reply,
  takes: { readonly headOnly: boolean; readonly packed: boolean },
): void {
  const isPacked = takes.packed && packed !== undefined;
  const whole = typeof text === 'string' ? Buffer.from(text) : text;
  const body = isPacked ? packed : whole;
  response.writeHead(status, {
    'content-type': type,
    'content-length': body.length,
    vary: 'accept, accept-encoding',
    ...(isPacked && { 'content-encoding': 'gzip' }),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(takes.headOnly ? undefined : body);
}

/**
 * Whether the server accepts a request's `Host`: an address, a name of this machine, or an allowed name. This
 * refuses requests from a foreign web page whose name was pointed at this machine (DNS rebinding).
 */
export function isKnownHost(host: string | undefined, allowed: readonly string[]): boolean {
  // A dot at the end marks a fully qualified name.
  const name = URL.parse(`http://${host ?? ''}`)?.hostname.replace(/\.$/, '');
  if (name === undefined) return false;
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true;
  return ['localhost', hostname(), ...allowed].some((known) => known.toLowerCase() === name);
}
