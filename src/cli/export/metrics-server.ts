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
  /** A renewed certificate, for connections from now on. */
  useTls(tls: ListenTls): void;
  close(): Promise<void>;
}

export interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  /** Names in `Host` besides those of this machine. */
  readonly allowedHosts: readonly string[];
  /** Plain HTTP without it. */
  readonly tls?: ListenTls | undefined;
  /** Asked for as `Authorization: Bearer …` where it is given. */
  readonly token?: string | undefined;
  readonly clock: Clock;
  /** The metrics, as OpenMetrics or in Prometheus's older text format. Asked at most once a second for each of them. */
  readonly metrics: (format: MetricsFormat) => Promise<{ readonly type: string; readonly text: string }>;
}

export type MetricsFormat = 'open' | 'text';

/**
 * Most open connections: more than there are scrapers in practice. For further ones the connection that was idle
 * longest is closed.
 */
const MOST_CONNECTIONS = 64;
/** A request must arrive completely within so many ms; connections are checked at the same interval. */
const REQUEST_TIME_MS = 5_000;
/** An answer must be read within so many ms: longer than any scraper waits. */
const ANSWER_TIME_MS = 30_000;
/** ms for which a rendered text is served again: however many scrapes come, rendering costs little. */
const SERVED_AGAIN_MS = 1_000;
const LOOK_EACH_MS = 1_000;
/** Characters; what is shorter fits into one packet anyway. */
const GZIP_FROM_CHARACTERS = 1_400;
const PLAIN = 'text/plain; charset=utf-8';

const gzip = promisify(gzipCallback);

interface Reply {
  readonly status: number;
  /** A buffer is shared by all answers of the same text. */
  readonly text: string | Buffer;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The text packed, where that is worth it. */
  readonly packed?: Buffer | undefined;
}

type Render = (accept: string) => Promise<Reply>;

/** Serves `/metrics` and `/healthz`, and nothing else. Rejects where the address cannot be listened on. */
export async function serveMetrics(options: MetricsServerOptions): Promise<MetricsServer> {
  /** By address and port of the other end, the one that was used longest ago first. */
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
    // No scraper sends a request before it has the answer to the last one. A client that does gets no answer.
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
  // With TLS this is the connection below it, which counts before any handshake.
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

/** Renders each format at most once in a while; requests that come together share one rendering. */
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
    return {
      status: 421,
      text: 'this is not the host that was asked for; --allow-host NAME allows a name\n',
    };
  }
  const path = (request.url ?? '').split('?', 1)[0];
  if (path !== '/metrics' && path !== '/healthz') {
    return { status: 404, text: 'not found; there are /metrics and /healthz\n' };
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { status: 405, text: 'only GET and HEAD\n', headers: { allow: 'GET, HEAD' } };
  }
  if (path === '/healthz') return { status: 200, text: 'ok\n' };
  // The name of the scheme is written in any case.
  const bearer = authorization.replace(/^bearer +/i, '');
  if (options.token !== undefined && (bearer === authorization || !isSame(bearer, options.token))) {
    return {
      status: 401,
      text: 'the bearer token is missing or wrong\n',
      headers: { 'www-authenticate': 'Bearer' },
    };
  }
  return render(accept);
}

/** Compares in constant time, so that the duration does not show where they differ. */
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
 * Whether a request's `Host` is one that this server goes by: an address, this machine's own names, or one that was
 * allowed. A foreign web page whose name was pointed here (DNS rebinding) sends that name.
 */
export function isKnownHost(host: string | undefined, allowed: readonly string[]): boolean {
  // A dot at the end says that the name is whole.
  const name = URL.parse(`http://${host ?? ''}`)?.hostname.replace(/\.$/, '');
  if (name === undefined) return false;
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true;
  return ['localhost', hostname(), ...allowed].some((known) => known.toLowerCase() === name);
}
