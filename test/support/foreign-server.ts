import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import type { Address } from '../../src/simulator/start.ts';
import { ForeignCluster, type Types } from './foreign-cluster.ts';

export interface ForeignOptions {
  /** 0 is any free port. */
  readonly port?: number;
  readonly now?: () => number;
  /** `plain`: types as in the document, so that only order, missing members and statuses differ. */
  readonly types?: Types;
  /** How the journal treats `orderBy`: it obeys, refuses it with 400, or ignores it. Without it the order is oldest first. */
  readonly journalOrder?: 'asked' | 'refused' | 'ignored';
  /** Lifetime of a token, ms. The login gives it in seconds. */
  readonly tokenLifeMs?: number;
}

export interface ForeignServer extends Address {
  /** Method and path with query of each request, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

type Body = Record<string, unknown>;
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly headers: IncomingMessage['headers'];
}
interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

const MAX_ROWS = 7;
const username = 'guest';
const password = 'guest-password';
const apiKey = 'foreign-key';

/**
 * A server that answers as the API's document allows, but unlike the simulator: other order of members, members left
 * out, numbers as text, other types of ids, six health grades, an oldest-first journal, at most seven rows a page,
 * 201 and 204, no `message`. For tests, and by hand: `node test/support/foreign-server.ts --port 9000`.
 */
export async function startForeignServer(options: ForeignOptions = {}): Promise<ForeignServer> {
  const now = options.now ?? Date.now;
  const answer = responder(new ForeignCluster(now, options.types ?? 'odd'), options, now);
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const { status, body } = answer({
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: parsed(Buffer.concat(chunks).toString()),
      headers: request.headers,
    });
    response.writeHead(
      status,
      body === undefined ? {} : { 'content-type': 'application/json;charset=UTF-8' },
    );
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, cloudUrl: url, username, password, apiKey, requests },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function responder(
  cluster: ForeignCluster,
  { journalOrder = 'asked', tokenLifeMs = 900_000 }: ForeignOptions,
  now: () => number,
): (asked: Asked) => Answer {
  const tokens = new Map<string, number>();
  let lastUser = 40;
  let settings: Body = { ffmpegPath: '/opt/bin/ffmpeg', thumbGenerateTaskLimit: cluster.number(4) };

  const ok = (data: unknown, status = 200): Answer => ({
    status,
    body: { meta: { generatedAt: cluster.number(now()) }, data },
  });
  const user = (id: number, name: unknown): object => ({
    attributes: {
      accessRights: [{ value: 'READ_WRITE', name: 'Server' }],
      username: { editable: cluster.flag(true), value: name },
    },
    id: cluster.id(id, 'number'),
  });

  function login({ body }: Asked): Answer {
    if (body.username !== username || body.password !== password)
      return {
        status: 422,
        body: { message: 'No such user', errors: { attributes: { password: 'is wrong' } } },
      };
    const accessToken = `foreign.${tokens.size}.${now()}`;
    tokens.set(accessToken, now() + tokenLifeMs);
    const data = {
      expireDate: cluster.number(now() + tokenLifeMs),
      remainingTime: cluster.number(tokenLifeMs / 1000),
      accessToken,
      tokenType: 'bearer',
    };
    return { status: 201, body: { data, meta: { generatedAt: cluster.number(now()) } } };
  }

  function write({ method, path, body }: Asked): Answer | undefined {
    const attributes = member(member(body, 'data'), 'attributes');
    const [, , last = ''] = path.slice(1).split('/');
    if (method === 'POST' && path === '/api/users') {
      if (attributes.username === username) return conflict;
      return { status: 201, body: { data: user(++lastUser, attributes.username) } };
    }
    if (method === 'PATCH' && path.startsWith('/api/users/'))
      return ok(user(Number(last), attributes.username ?? 'somebody'));
    if (method === 'DELETE' && path.startsWith('/api/users/')) return { status: 204 };
    if (path === '/api/transcode/settings') {
      settings = { ...settings, ...attributes };
      const wrapped = Object.entries(settings).map(([name, value]) => [name, { value }]);
      return ok({ attributes: Object.fromEntries(wrapped) });
    }
    if (path === '/api/license/settings')
      return ok({ attributes: { licenseKey: { masked: 1, value: '****' } } });
    return undefined;
  }

  function read({ path, query, body }: Asked): Answer | undefined {
    if (path === '/api/cluster/dashboard') return ok(cluster.dashboard());
    if (path === '/api/cluster/topology') return ok({ topology: cluster.topology() });
    if (path === '/api/cluster/journal') return journal(query);
    if (path === '/api/applications') return ok(page(cluster, cluster.applications(), query));
    if (path === '/api/applications/batch')
      return found(names(member(body, 'data').names), cluster.applications(), 'name');
    if (path === '/api/streams/batch')
      return found(names(member(body, 'data').streamKeyIds), cluster.streams(), 'id');
    if (path === '/api/viewers/batch')
      return ok({
        found: names(body.ids).flatMap((id) => (/^\d+$/.test(id) ? cluster.viewer(Number(id)) : [])),
      });
    if (path === '/api/streams' || path.startsWith('/api/streams/')) {
      const application = decodeURIComponent(path.slice('/api/streams/'.length));
      const streams = cluster
        .streams()
        .filter((stream) => application === '' || Reflect.get(stream, 'application') === application);
      return ok({ ...page(cluster, streams, query), itemsPerPage: cluster.number(MAX_ROWS) });
    }
    return undefined;
  }

  function journal(query: URLSearchParams): Answer {
    const ordered = query.has('orderBy') || query.has('order');
    if (ordered && journalOrder === 'refused')
      return { status: 400, body: { message: 'orderBy is not supported' } };
    const entries = cluster.journal();
    if (journalOrder === 'asked' && query.get('order') === 'desc') entries.reverse();
    return ok(page(cluster, entries, query));
  }

  /** Without `notFound` when everything was found. */
  function found(wanted: readonly string[], items: readonly object[], key: string): Answer {
    const identity = (item: object) => String(Reflect.get(item, key));
    const missing = wanted.filter((id) => !items.some((item) => identity(item) === id));
    const here = items.filter((item) => wanted.includes(identity(item)));
    return ok({ found: here, ...(missing.length > 0 ? { notFound: missing } : {}) });
  }

  return (asked) => {
    if (asked.path === '/api/auth/login') return login(asked);
    if (asked.path.startsWith('/api/request/stream')) return cloud(cluster, asked, now);
    const token = (asked.headers.authorization ?? '').replace('Bearer ', '');
    if ((tokens.get(token) ?? 0) <= now()) return { status: 401, body: { message: 'Please log in' } };
    return write(asked) ?? read(asked) ?? { status: 404, body: { message: 'There is no such thing' } };
  };
}

const conflict: Answer = {
  status: 409,
  body: { message: 'This name is taken', errors: { attributes: { username: 'is taken' } } },
};

function cloud(cluster: ForeignCluster, { method, headers }: Asked, now: () => number): Answer {
  if (headers['x-api-key'] !== apiKey) return { status: 401, body: { message: 'Unknown key' } };
  if (method === 'GET') {
    const region = (id: number, name: string) => ({ name, id: cluster.id(id, 'number') });
    const regions = [region(4, 'Europe'), region(3, 'South America')];
    return { status: 200, body: { possibleValues: { regions, timezones: ['UTC', 'Europe/Rome'] } } };
  }
  const stream = {
    credentials: { password: 'push-password', username: 'push-user' },
    isPublished: cluster.flag(true),
    regionId: cluster.id(4, 'number'),
    streamKey: `foreign-${now()}`,
    name: 'created',
    countdown: { isCountdown: cluster.flag(false) },
  };
  return { status: 201, body: { stream } };
}

/** No total pages and no `hasPrevious`; never more than seven rows. */
function page(cluster: ForeignCluster, all: readonly object[], query: URLSearchParams): object {
  const rows = Math.max(1, Math.min(MAX_ROWS, Number(query.get('rowsPerPage') ?? MAX_ROWS)));
  const current = Math.max(1, Number(query.get('page') ?? 1));
  const from = (current - 1) * rows;
  return {
    list: all.slice(from, from + rows),
    hasNext: cluster.flag(from + rows < all.length),
    currentPage: cluster.number(current),
    totalItems: cluster.number(all.length),
  };
}

/** A form is no JSON, and its content is not needed. */
function parsed(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return {};
  }
}

function member(body: Body, name: string): Body {
  const value = body[name];
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      types: { type: 'string', default: 'odd' },
      'journal-order': { type: 'string', default: 'asked' },
      'token-seconds': { type: 'string', default: '900' },
    },
  });
  const {
    requests: _,
    close: __,
    ...found
  } = await startForeignServer({
    port: Number(values.port),
    types: values.types as Types,
    journalOrder: values['journal-order'] as 'asked',
    tokenLifeMs: Number(values['token-seconds']) * 1000,
  });
  process.stdout.write(`${JSON.stringify(found)}\n`);
}
