import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Clock } from '../base/clock.ts';
import { InvalidInput } from './errors.ts';
import { defaultTransportLimits } from './exchange.ts';
import { openLine, type Route } from './line.ts';
import { pathPrefix } from './url.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface CallerOptions {
  readonly url: string;
  /** What is called, in messages: `The webhook`. */
  readonly what: string;
  readonly caFile?: string | undefined;
  readonly route?: Route | undefined;
  /** An address of a private network or of this machine is allowed. */
  readonly isPrivate: boolean;
  /** Plain HTTP to other machines is allowed. Where private addresses are, it is. */
  readonly allowHttp?: boolean | undefined;
  readonly clock: Clock;
}

const LIMITS = { ...defaultTransportLimits, total: 15_000, bodyBytes: 4 * 1024 * 1024 };
const MOST_CONNECTIONS = 12;

export type Caller = ReturnType<typeof createCaller>;

/**
 * Sends JSON to another service than the watched cluster, such as an Alertmanager or a webhook. Throws `InvalidInput` if the URL
 * is not safe, and for what `openLine` refuses.
 */
export function createCaller(options: CallerOptions) {
  const { what, isPrivate, clock } = options;
  const url = parseUrl(options);
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (!isPrivate && (literal === 'localhost' || isPrivateAddress(literal)))
    throw privateTarget(what, url.host);
  const { route, caFile } = options;
  const lookup = isPrivate ? undefined : publicLookup(what);
  // One that hangs holds back no other.
  const kinds = { call: { connections: MOST_CONNECTIONS, pipelining: 0 } };
  const line = openLine(url, { route, caFile, lookup, timeout: LIMITS.connect }, kinds);
  return {
    /** Host and port, for messages: the path may contain a secret. */
    host: url.host,
    /**
     * Sends a request to the URL, or to a path below it; redirects are not followed. Rejects with a `CastwatchError`
     * if there is no whole response.
     */
    async send({ method, path = '', headers = {}, body }: Call): Promise<Answer> {
      const wire = await line.exchange(
        'call',
        {
          method,
          path: path === '' ? url.pathname + url.search : pathPrefix(url) + path,
          headers: { accept: 'application/json', ...headers },
          body,
        },
        { limits: LIMITS, clock, label: { title: what, method, path: path.split('?', 1)[0] ?? '' } },
      );
      return { status: wire.status, headers: wire.headers, body: wire.body.toString('utf8') };
    },
    close: () => line.close(),
  };
}

function parseUrl({ url, what, isPrivate, allowHttp }: CallerOptions): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') {
    throw new InvalidInput('BAD_URL', `${what}: its URL must begin with https:// or http://.`);
  }
  if (parsed.username !== '' || parsed.password !== '' || parsed.hash !== '') {
    throw new InvalidInput('BAD_URL', `${what}: its URL must have no user, no password and no #.`);
  }
  if (parsed.protocol === 'http:' && !allowHttp && !isPrivate) {
    throw new InvalidInput('HTTPS_REQUIRED', `${what}: plain HTTP shows everything to others; use https://.`);
  }
  return parsed;
}

function privateTarget(what: string, host: string): InvalidInput {
  return new InvalidInput(
    'PRIVATE_TARGET',
    `${what}: ${host} is an address of this machine or of a private network; write private: true if you mean it.`,
  );
}

/** Networks that the internet does not reach: this machine, private ones, link-local, carrier NAT, multicast. */
const privateNetworks = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateNetworks.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  // An IPv4 address, which may be private, in an IPv6 address.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fec0::', 10],
] as const) {
  privateNetworks.addSubnet(net, prefix, 'ipv6');
}

/** Whether an IP address belongs to this machine or a private network. False for a name. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && privateNetworks.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** Resolves a name and refuses private addresses at the moment of connecting, so that DNS cannot change in between. */
const publicLookup =
  (what: string): LookupFunction =>
  (name, options, found) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return found(error ?? new Error('no address'), '', 4);
      if (addresses.some(({ address }) => isPrivateAddress(address)))
        return found(privateTarget(what, name), '', 4);
      if (options.all) found(null, addresses);
      else found(null, first.address, first.family);
    });
  };
