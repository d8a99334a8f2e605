import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { type Clock, systemClock } from '../base/clock.ts';
import { errorMessage } from '../base/system-error.ts';
import { endpoints } from '../protocol/endpoints.ts';
import { NetworkError, TooLarge } from './errors.ts';
import { defaultTransportLimits, type TransportLimits } from './exchange.ts';
import { openLine, type Route } from './line.ts';
import { networkError } from './network-error.ts';
import type { RequestLabel } from './request.ts';
import { requestLabel, type Transport } from './request.ts';
import { assertSafeUrl, pathPrefix } from './url.ts';

export interface TransportOptions {
  readonly url: string;
  readonly allowHttp?: boolean | undefined;
  /** PEM file of authorities that are trusted in addition to the system's. */
  readonly caFile?: string | undefined;
  /** A function reads it with the first request, and again after it has failed. */
  readonly route?: Route | (() => Promise<Route>) | undefined;
  /** Called with each secret that a server could repeat. */
  readonly remember?: ((secret: string) => void) | undefined;
  readonly limits?: Partial<TransportLimits> | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * The network as a `Transport`: a small pool for requests that may be repeated, and a separate connection for each
 * of the others. A write on a new connection cannot meet a keep-alive connection that the server is just closing,
 * so a failure to connect is known to mean "not sent". Throws `InvalidInput` for an unsafe URL, and for what
 * `openLine` refuses.
 */
export function createTransport(options: TransportOptions): Transport {
  const base = assertSafeUrl(options.url, { allowHttp: options.allowHttp });
  const limits: TransportLimits = { ...defaultTransportLimits, ...options.limits };
  const clock = options.clock ?? systemClock;
  const prefix = pathPrefix(base);
  const lookup = base.hostname === 'localhost' ? thisMachine : undefined;
  const open = (route: Route | undefined) => {
    for (const value of Object.values(route?.headers ?? {})) options.remember?.(value);
    return openLine(
      base,
      { route, caFile: options.caFile, lookup, timeout: limits.connect },
      {
        // Enough connections that requests that hang do not block others.
        pool: { connections: 8, pipelining: 1, keepAliveTimeout: 15_000 },
        single: { connections: 2, pipelining: 0 },
      },
    );
  };
  const { route } = options;
  let line = typeof route === 'function' ? undefined : open(route);
  let opening: ReturnType<typeof openLate> | undefined;
  let isClosed = false;

  async function openLate() {
    try {
      const late = open(typeof route === 'function' ? await route() : route);
      if (isClosed) await late.close();
      line = late;
      return late;
    } catch (cause) {
      // No reason to ask for another password, as `InvalidInput` would be.
      throw new NetworkError('ROUTE', errorMessage(cause), { sent: false, cause });
    } finally {
      opening = undefined;
    }
  }

  /** Requests that come meanwhile wait for the same one. */
  function openedLate() {
    opening ??= openLate();
    return opening;
  }

  return {
    async send(request) {
      const start = clock.monotonic();
      const { repeatable, maxBytes } = endpoints[request.endpoint];
      const own = { ...limits, bodyBytes: Math.min(limits.bodyBytes, maxBytes) };
      const sent = {
        ...request,
        headers: { accept: 'application/json', 'accept-encoding': acceptEncoding, ...request.headers },
      };
      const label = requestLabel(request);
      // Without a pause where it is open already.
      const way = line ?? (await openedLate());
      const wire = await way.exchange(
        repeatable ? 'pool' : 'single',
        { ...sent, path: prefix + request.path },
        { limits: own, clock, label },
      );
      const body = await decompress(wire.body, wire.headers['content-encoding'], own.bodyBytes, {
        host: base.host,
        request: label,
      });
      return { status: wire.status, headers: wire.headers, body, duration: clock.monotonic() - start };
    },
    async close() {
      isClosed = true;
      await line?.close();
    },
  };
}

/** The addresses of `localhost`. DNS is not asked, because its answer could lead the password to another machine. */
const thisMachine: LookupFunction = (_name, { all }, found) => {
  if (all) found(null, loopbackAddresses);
  else found(null, '127.0.0.1', 4);
};

const loopbackAddresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Sent with each request; `decompress` supports exactly these. */
const acceptEncoding = 'gzip, br';

const decoders = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['br', brotliDecompress],
]);

/**
 * Decodes `content-encoding`, never beyond `limit` bytes, so that a decompression bomb is harmless. (undici's own
 * interceptor prints a warning on standard error that it is experimental, in the middle of the screen.)
 */
export async function decompress(
  body: Buffer,
  encoding: string | undefined,
  limit: number,
  context: { readonly host: string; readonly request: RequestLabel },
): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity' || body.length === 0) return body;
  const undo = decoders.get(name);
  if (!undo) throw networkError('BAD_ENCODING', context.host, { request: context.request, sent: true });
  try {
    return await promisify(undo)(body, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw new TooLarge(limit, { request: context.request });
    throw networkError('BAD_ENCODING', context.host, { request: context.request, sent: true, cause: error });
  }
}
