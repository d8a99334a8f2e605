import { oneLine } from '../base/safe-text.ts';
import { Aborted, InvalidInput, NetworkError } from './errors.ts';
import type { RequestLabel } from './request.ts';

const whichProxy = 'proxy: in the configuration, or HTTPS_PROXY';

/** Messages about requests without a complete response, by error code. */
const words = {
  REFUSED: (host: string) =>
    `${host} refuses connections: nothing listens there, or a firewall rejects it. Check the URL and whether the server runs.`,
  DNS: (host: string) =>
    `The name in ${host} is not known to DNS. Check the URL, and the network of this machine.`,
  UNREACHABLE: (host: string) => `There is no route to ${host}. Check the network or the VPN.`,
  TIMEOUT_CONNECT: (host: string) =>
    `No connection to ${host} was established in time. A firewall may drop it, or the server is overloaded.`,
  TIMEOUT_HEADERS: (host: string) =>
    `${host} took the request, but did not answer in time. The server hangs or is overloaded.`,
  TIMEOUT_BODY: (host: string) =>
    `The response of ${host} did not end in time. The link or the server is too slow.`,
  RESET: (host: string) =>
    `${host} closed the connection before the response was complete. The server may be restarting.`,
  BAD_HTTP: (host: string) => `${host} did not answer in HTTP. Check port and scheme of the URL.`,
  BAD_ENCODING: (host: string) =>
    `The response of ${host} cannot be decompressed: it is damaged, or its Content-Encoding is not what was asked for. Check the server and any proxy in between.`,
  SOCKET: (host: string) =>
    `There is no Unix socket ${host} that this user may open. Check socket: of the configuration, and whether the server runs.`,
  TLS_EXPIRED: (host: string) =>
    `The certificate of ${host} is not valid at this time (expired, or a wrong clock). Renew it; castwatch never ignores it.`,
  TLS_UNKNOWN: (host: string) =>
    `The certificate of ${host} is signed by an authority that is not known here. Give the authority with --ca-file.`,
  TLS_NAME: (host: string) =>
    `The certificate of ${host} belongs to another name. Use the name it was issued for.`,
  TLS_CLIENT: (host: string) =>
    `${host} asks for a client certificate (mTLS). Give one that it accepts: clientCert: with cert and key.`,
  TLS_CLIENT_REFUSED: (host: string) =>
    `${host} refuses the client certificate: it is of an authority that the server does not accept, or revoked. Look at cert of clientCert:.`,
  TLS_CLIENT_EXPIRED: (host: string) =>
    `${host} refuses the client certificate, which has expired. Renew the files of clientCert:; castwatch reads them again by itself.`,
  TLS_FAILED: (host: string) =>
    `No TLS connection to ${host} could be established. Does that port speak HTTPS?`,
  PROXY_REFUSED: (host: string) =>
    `The proxy ${host} refuses connections: nothing listens there, or a firewall rejects it. Check ${whichProxy}, and whether the proxy runs.`,
  PROXY_DNS: (host: string) =>
    `The name of the proxy ${host} is not known to DNS. Check ${whichProxy}, and the network of this machine.`,
  PROXY_TLS: (host: string) =>
    `No TLS connection to the proxy ${host} could be established. Check whether it speaks HTTPS (else its URL begins with http://), and its certificate.`,
  PROXY_LOST: (host: string) =>
    `No connection through the proxy ${host} was established: it does not answer, or closes the connection. Check ${whichProxy}.`,
  PROXY_LOGIN: (host: string) =>
    `The proxy ${host} wants a user and password, or refuses those that it got (407). Write its URL as http://user:password@${host}, in ${whichProxy}.`,
  PROXY_DENIED: (host: string) =>
    `The proxy ${host} does not allow connections to this server (403). Ask whoever runs it, or go without it: proxy: none, or NO_PROXY.`,
  PROXY_FAILED: (host: string) =>
    `The proxy ${host} could not reach the server. Check the URL; if the server is near, go without a proxy: proxy: none, or NO_PROXY.`,
  NETWORK: (host: string) => `The connection to ${host} failed.`,
};

export type NetworkCode = keyof typeof words;

export function isNetworkCode(code: string): code is NetworkCode {
  return Object.hasOwn(words, code);
}

const codes: Readonly<Record<string, NetworkCode>> = {
  ENOENT: 'SOCKET',
  EACCES: 'SOCKET',
  ENOTSOCK: 'SOCKET',
  ECONNREFUSED: 'REFUSED',
  ENOTFOUND: 'DNS',
  EAI_AGAIN: 'DNS',
  EAI_FAIL: 'DNS',
  EAI_NODATA: 'DNS',
  EHOSTUNREACH: 'UNREACHABLE',
  ENETUNREACH: 'UNREACHABLE',
  EADDRNOTAVAIL: 'UNREACHABLE',
  ETIMEDOUT: 'TIMEOUT_CONNECT',
  UND_ERR_CONNECT_TIMEOUT: 'TIMEOUT_CONNECT',
  ECONNRESET: 'RESET',
  EPIPE: 'RESET',
  UND_ERR_SOCKET: 'RESET',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'RESET',
  UND_ERR_HEADERS_OVERFLOW: 'BAD_HTTP',
  CERT_HAS_EXPIRED: 'TLS_EXPIRED',
  CERT_NOT_YET_VALID: 'TLS_EXPIRED',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS_UNKNOWN',
  UNABLE_TO_GET_ISSUER_CERT: 'TLS_UNKNOWN',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS_UNKNOWN',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS_UNKNOWN',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS_UNKNOWN',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS_NAME',
  EPROTO: 'TLS_FAILED',
};

/** A failure with a code of castwatch. `sent`: the request may have reached the server. */
export function networkError(
  code: NetworkCode,
  host: string,
  options: { readonly request: RequestLabel; readonly sent: boolean; readonly cause?: unknown },
): NetworkError {
  return new NetworkError(code, words[code](host), { ...options, cause: harmless(options.cause) });
}

/** Translates errors of undici and Node into a message for users. */
export function fromSystemError(
  error: unknown,
  host: string,
  options: { readonly request: RequestLabel; readonly sent: boolean; readonly proxy?: string | undefined },
): NetworkError | Aborted | InvalidInput {
  if (error instanceof InvalidInput) return error;
  if (error instanceof Error && error.name === 'NotReadableError') {
    // Its length was announced, so the server cannot mistake half of it for the whole.
    return new InvalidInput(
      'FILE',
      'A file changed or vanished while it was being sent; nothing was created.',
    );
  }
  const ofProxy = proxyCode(error);
  if (ofProxy) return networkError(ofProxy, options.proxy ?? host, { ...options, cause: error });
  const found = codeOf(error);
  if (found === 'UND_ERR_DESTROYED' || found === 'UND_ERR_CLOSED' || found === 'UND_ERR_ABORTED') {
    return new Aborted(options);
  }
  const parser = error instanceof Error && error.name === 'HTTPParserError';
  const code = parser ? 'BAD_HTTP' : codeFor(error);
  return networkError(code, host, { ...options, cause: error });
}

/** A failure to connect to a proxy, or one that undici has of its answer; undefined for any other failure. */
function proxyCode(error: unknown): NetworkCode | undefined {
  if (error instanceof ProxyFailure) return proxyCodes[codeFor(error.cause)] ?? 'PROXY_LOST';
  if (codeOf(error) === 'UND_ERR_PRX_CONN') return 'PROXY_LOST';
  const [, status] = (error instanceof Error && /^Proxy [a-z ]+\((\d{3})\)/i.exec(error.message)) || [];
  if (status === undefined) return undefined;
  return proxyStatus[status] ?? 'PROXY_FAILED';
}

const proxyStatus: Readonly<Record<string, NetworkCode>> = { 407: 'PROXY_LOGIN', 403: 'PROXY_DENIED' };

const proxyCodes: Readonly<Partial<Record<NetworkCode, NetworkCode>>> = {
  REFUSED: 'PROXY_REFUSED',
  DNS: 'PROXY_DNS',
  TLS_EXPIRED: 'PROXY_TLS',
  TLS_UNKNOWN: 'PROXY_TLS',
  TLS_NAME: 'PROXY_TLS',
  TLS_FAILED: 'PROXY_TLS',
};

/** The connection to a proxy failed. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

function codeFor(error: unknown): NetworkCode {
  const found = codeOf(error);
  return codes[found] ?? byPrefix(found);
}

function byPrefix(code: string): NetworkCode {
  if (/ALERT_(BAD_CERTIFICATE|CERTIFICATE_|UNKNOWN_CA|HANDSHAKE_FAILURE|ACCESS_DENIED)/.test(code))
    return 'TLS_CLIENT';
  if (/SSL|TLS|CERT|CRL/.test(code)) return 'TLS_FAILED';
  return 'NETWORK';
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Several addresses were tried; the first failure represents all.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return '';
}

/**
 * Errors of the HTTP parser contain the bytes at which they failed, which may contain a token: only name, code and
 * message are kept.
 */
function harmless(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  return new Error(oneLine(`${error.name}${code === '' ? '' : ` ${code}`}: ${error.message}`, 300));
}
