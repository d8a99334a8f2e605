import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { Pool } from 'undici';
import { type Clock, systemClock } from '../base/clock.ts';
import { readNamedFile } from '../base/private-file.ts';
import { systemReason } from '../base/system-error.ts';
import { endpoints } from '../protocol/endpoints.ts';
import { InvalidInput, TooLarge } from './errors.ts';
import { defaultTransportLimits, exchange, type TransportLimits } from './exchange.ts';
import { networkError } from './network-error.ts';
import type { RequestLabel } from './request.ts';
import { requestLabel, type Transport } from './request.ts';
import { assertSafeUrl, pathPrefix } from './url.ts';

export interface TransportOptions {
  readonly url: string;
  readonly allowHttp?: boolean | undefined;
  /** PEM file of authorities that are trusted in addition to the system's. */
  readonly caFile?: string | undefined;
  readonly limits?: Partial<TransportLimits> | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * The network as a `Transport`: a small pool for requests that may be repeated, and a separate connection for each
 * of the others. A write on a new connection cannot meet a keep-alive connection that the server is just closing,
 * so a failure to connect is known to mean "not sent". Throws `InvalidInput` for an unsafe URL or an unreadable CA
 * file.
 */
export function createTransport(options: TransportOptions): Transport {
  const base = assertSafeUrl(options.url, { allowHttp: options.allowHttp });
  const limits: TransportLimits = { ...defaultTransportLimits, ...options.limits };
  const clock = options.clock ?? systemClock;
  const prefix = pathPrefix(base);
  const shared = {
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: limits.connect,
      // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment does not switch it off.
      rejectUnauthorized: true,
      ...(base.hostname === 'localhost' && { lookup: thisMachine }),
      ...(options.caFile === undefined ? {} : { ca: authorities(options.caFile) }),
    },
  };
  // Enough connections that requests that hang do not block others.
  const pool = new Pool(base.origin, { ...shared, connections: 8, pipelining: 1, keepAliveTimeout: 15_000 });
  const single = new Pool(base.origin, { ...shared, connections: 2, pipelining: 0 });

  return {
    async send(request) {
      const start = clock.monotonic();
      const { repeatable, maxBytes } = endpoints[request.endpoint];
      const dispatcher = repeatable ? pool : single;
      const own = { ...limits, bodyBytes: Math.min(limits.bodyBytes, maxBytes) };
      const sent = {
        ...request,
        headers: { accept: 'application/json', 'accept-encoding': acceptEncoding, ...request.headers },
      };
      const label = requestLabel(request);
      const wire = await exchange(dispatcher, { origin: base, path: prefix + request.path }, sent, {
        limits: own,
        clock,
        label,
      });
      const body = await decompress(wire.body, wire.headers['content-encoding'], own.bodyBytes, {
        host: base.host,
        request: label,
      });
      return { status: wire.status, headers: wire.headers, body, duration: clock.monotonic() - start };
    },
    async close() {
      await Promise.all([pool.destroy(), single.destroy()]);
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

/** The authorities of a whole system are less than 1 MB. */
const MAX_CA_BYTES = 16 * 1024 * 1024;

/** The system's authorities and those of a PEM file. Throws `InvalidInput` if it cannot be read. */
export function authorities(file: string): string[] {
  let pem: string;
  try {
    pem = readNamedFile(file, MAX_CA_BYTES);
  } catch (cause) {
    throw new InvalidInput(
      'CA_FILE',
      `The file of certificate authorities (--ca-file) cannot be read: ${file}: ${systemReason(cause)}`,
      { cause },
    );
  }
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    throw new InvalidInput(
      'CA_FILE',
      `The file of certificate authorities (--ca-file) holds no PEM certificate: ${file}`,
    );
  }
  // Loaded late: TLS takes 10 ms of a start, and plain HTTP on loopback does not need it.
  const { getCACertificates } = process.getBuiltinModule('node:tls');
  return [...getCACertificates('default'), pem];
}

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
