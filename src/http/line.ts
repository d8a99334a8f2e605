import type { X509Certificate } from 'node:crypto';
import { isIP, type LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { isLoopback } from '../base/loopback.ts';
import { readNamedFile } from '../base/private-file.ts';
import { proxyFault } from '../base/proxy-fault.ts';
import { systemReason } from '../base/system-error.ts';
import { InvalidInput, NetworkError } from './errors.ts';
import { type ExchangeContext, exchange, type WireResponse } from './exchange.ts';
import { type NetworkCode, networkError, ProxyFailure } from './network-error.ts';
import type { HttpRequest } from './request.ts';

/** How a service is reached besides its URL. All of it may be secret. */
export interface Route {
  readonly proxy?: Proxy | undefined;
  readonly clientCert?: ClientCert | undefined;
  /** Reads the certificate again, which is done after it was refused: some are renewed every day. */
  readonly renewed?: (() => Promise<ClientCert>) | undefined;
  /** Further headers of each request, for a gateway; names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The path of a Unix socket in place of the network. */
  readonly socket?: string | undefined;
}

/** URLs of proxies by the scheme of what is asked, with user and password; empty for none. */
interface Proxy {
  readonly http: string;
  readonly https: string;
  /** What is asked without a proxy, as `NO_PROXY` says it. */
  readonly except: string;
  /** Also for this machine, which a proxy of the environment is not meant for. */
  readonly loopback: boolean;
}

/** A certificate with its chain, and its key, as PEM. */
interface ClientCert {
  readonly cert: string;
  readonly key: string;
  readonly passphrase: string | undefined;
  readonly certFile: string;
  readonly keyFile: string;
}

interface LineOptions {
  readonly route?: Route | undefined;
  /** PEM file of authorities that are trusted in addition to the system's. */
  readonly caFile?: string | undefined;
  readonly lookup?: LookupFunction | undefined;
  /** Limit for establishing a connection, ms. */
  readonly timeout: number;
}

type Sent = Omit<HttpRequest, 'endpoint' | 'path'> & { readonly path: string };

/**
 * Opens the way to the service at `base`, over which all goes that is sent to it, with its own connections for each kind of request; connects later. Throws
 * `InvalidInput` for a file of authorities, a certificate or a key that cannot be used.
 */
export function openLine<Kind extends string>(
  base: URL,
  options: LineOptions,
  kinds: Readonly<Record<Kind, Pool.Options>>,
) {
  const { headers = {}, renewed } = options.route ?? {};
  const proxy = proxyFor(base, options.route?.proxy);
  let { clientCert } = options.route ?? {};
  const open = (own: ClientCert | undefined) =>
    dispatchers(base, { ...options, clientCert: own, proxy }, kinds);
  let opened = open(clientCert);

  /** After a refusal of the certificate; requests on connections that it still has go on. */
  async function reopen(read: () => Promise<ClientCert>): Promise<void> {
    const old = opened;
    const next = await read();
    opened = open(next);
    clientCert = next;
    for (const dispatcher of Object.values<Dispatcher>(old)) dispatcher.close().catch(() => {});
  }

  return {
    /** One request over the connections of this kind, as `exchange` does it. */
    async exchange(kind: Kind, { path, ...request }: Sent, context: ExchangeContext) {
      try {
        const to = { origin: base, path, host: options.route?.socket, proxy: proxy?.host };
        // Last, because none of them may be one that castwatch sets (`config/route-schema.ts`).
        const sent = { ...request, headers: { ...request.headers, ...headers } };
        const answer = await exchange(opened[kind], to, sent, context);
        if (answer.status === 400 && isRefusedCertificate(answer)) {
          throw networkError('TLS_CLIENT', base.host, { request: context.label, sent: true });
        }
        return answer;
      } catch (error) {
        if (!(error instanceof NetworkError && error.code === 'TLS_CLIENT')) throw error;
        const code = refusal(clientCert, context.clock.now());
        // A file that is just being replaced is read after the next refusal.
        if (renewed) await reopen(renewed).catch(() => {});
        throw networkError(code, base.host, { request: context.label, sent: error.sent, cause: error.cause });
      }
    },
    /** Ends all requests at once. */
    async close() {
      await Promise.all(Object.values<Dispatcher>(opened).map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/** nginx answers over HTTP where others end the handshake. */
function isRefusedCertificate({ body }: WireResponse): boolean {
  return (
    body.length < 4_096 && /No required SSL certificate was sent|The SSL certificate error/.test(`${body}`)
  );
}

/** Why a server refuses the certificate of this client, as far as it can be known here. */
function refusal(clientCert: ClientCert | undefined, now: number): NetworkCode {
  if (!clientCert) return 'TLS_CLIENT';
  const until = Date.parse(certificateIn(clientCert.cert)?.validTo ?? '');
  return until < now ? 'TLS_CLIENT_EXPIRED' : 'TLS_CLIENT_REFUSED';
}

/** The proxy to the service. Throws `InvalidInput` for what is none, or would take a password out of this machine. */
function proxyFor(base: URL, proxy: Proxy | undefined): URL | undefined {
  if (!proxy || (isLoopback(base) && !proxy.loopback)) return undefined;
  const text = (base.protocol === 'https:' && proxy.https) || proxy.http;
  if (text === '') return undefined;
  const fault = proxyFault(text);
  if (fault !== undefined) {
    const what = 'The proxy of the environment (HTTPS_PROXY, HTTP_PROXY) cannot be used';
    throw new InvalidInput('PROXY', `${what}: ${fault}. To go without it: proxy: none.`);
  }
  const chosen = new URL(text);
  if (base.protocol === 'http:' && isLoopback(base) && !isLoopback(chosen)) {
    throw new InvalidInput(
      'HTTPS_REQUIRED',
      `Plain HTTP to ${base.host} through the proxy ${chosen.host} would leave this machine. Use https://, or proxy: none.`,
    );
  }
  return chosen;
}

interface Way extends LineOptions {
  readonly clientCert: ClientCert | undefined;
  readonly proxy: URL | undefined;
}

function dispatchers<Kind extends string>(
  base: URL,
  { route = {}, caFile, lookup, timeout, clientCert, proxy }: Way,
  kinds: Readonly<Record<Kind, Pool.Options>>,
): Readonly<Record<Kind, Dispatcher>> {
  const ca = caFile === undefined ? undefined : authorities(caFile);
  // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment does not switch it off.
  const trust = { timeout, allowH2: false, rejectUnauthorized: true, ...(ca && { ca }) };
  const own = { ...trust, ...(clientCert && { secureContext: contextOf(clientCert, ca) }) };
  const { socket } = route;
  const connect = { ...own, ...(lookup && { lookup }), ...(socket !== undefined && { socketPath: socket }) };
  const dispatcherOf = (pool: Pool.Options): Dispatcher => {
    const shared = { ...pool, allowH2: false, headersTimeout: 0, bodyTimeout: 0 };
    if (!proxy) return servicePool(base.origin, { ...shared, connect });
    return new EnvHttpProxyAgent({
      ...shared,
      connect,
      requestTls: own,
      proxyTls: trust,
      httpProxy: proxy.href,
      httpsProxy: proxy.href,
      noProxy: route.proxy?.except ?? '',
      // Plain HTTP goes to the proxy itself; for HTTPS a connection through it is made below.
      factory: (origin, made) =>
        new URL(origin).origin === base.origin
          ? servicePool(origin, made)
          : proxyPool(origin, { ...shared, ...made }),
      clientFactory: proxyPool,
    });
  };
  const all = Object.entries<Pool.Options>(kinds).map(([kind, pool]) => [kind, dispatcherOf(pool)]);
  return Object.fromEntries(all);
}

/** Connections to the service itself. */
function servicePool(origin: string | URL, options: Pool.Options): Pool {
  const connect = connectorOf(options);
  return new Pool(origin, {
    ...options,
    connect: (to, done) =>
      connect(to, (...[error, socket]) => {
        if (error) return done(error, null);
        // TLS 1.3 refuses a certificate after the handshake. undici would keep only that the connection ended.
        socket.once('error', (fault: Error) => socket.destroy(fault));
        return done(null, socket);
      }),
  });
}

/** Connections to a proxy, of which a failure says that it is one of the proxy. */
function proxyPool(origin: string | URL, options: Pool.Options): Pool {
  const connect = connectorOf(options);
  return new Pool(origin, {
    ...options,
    connect(to, done) {
      // undici names an address, too, about which Node would print a warning in the middle of the screen.
      const servername = isIP(to.hostname) === 0 ? to.servername : undefined;
      connect({ ...to, servername }, (...[error, socket]) =>
        error ? done(new ProxyFailure(error), null) : done(null, socket),
      );
    },
  });
}

/** As undici itself makes it. */
const connectorOf = ({ connect }: Pool.Options) =>
  typeof connect === 'function' ? connect : buildConnector({ ...connect });

/** Throws `InvalidInput` for a certificate, key or passphrase that do not fit. */
function contextOf(clientCert: ClientCert, ca: string[] | undefined): SecureContext {
  const { cert, key, passphrase } = clientCert;
  const { createSecureContext } = process.getBuiltinModule('node:tls');
  const fault = pairFault(cert, key, passphrase);
  if (fault !== undefined) throw new InvalidInput('CLIENT_CERT', pairWords(fault, clientCert));
  return createSecureContext({ cert, key, passphrase, ca });
}

function certificateIn(pem: string): X509Certificate | undefined {
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** What is wrong with a certificate and its key. */
type PairFault = 'no certificate' | 'no key' | 'another key' | 'locked';

/** TLS itself takes any key of another kind than the certificate's, and fails with the other side only. */
export function pairFault(cert: string, key: string, passphrase?: string): PairFault | undefined {
  const { createPrivateKey } = process.getBuiltinModule('node:crypto');
  const certificate = certificateIn(cert);
  if (!certificate) return 'no certificate';
  try {
    return certificate.checkPrivateKey(createPrivateKey({ key, passphrase })) ? undefined : 'another key';
  } catch {
    return key.includes('ENCRYPTED') ? 'locked' : 'no key';
  }
}

function pairWords(fault: PairFault, { certFile, keyFile, passphrase }: ClientCert): string {
  const words: Readonly<Record<PairFault, string>> = {
    'no certificate': `${certFile} holds no certificate in PEM.`,
    'no key': `${keyFile} holds no private key in PEM.`,
    'another key': `the key in ${keyFile} does not belong to the certificate in ${certFile}. Give the key it was issued for.`,
    locked:
      passphrase === undefined
        ? `the key in ${keyFile} has a passphrase: say with passphrase: where it is.`
        : `the passphrase does not open the key in ${keyFile}.`,
  };
  return `clientCert: ${words[fault]}`;
}

/** The authorities of a whole system are less than 1 MB. */
const MAX_CA_BYTES = 16 * 1024 * 1024;

/** The system's authorities and those of a PEM file. Throws `InvalidInput` if it cannot be read. */
function authorities(file: string): string[] {
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
