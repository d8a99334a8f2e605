import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const churningKinds = ['servers', 'streams', 'applications', 'viewers', 'journal'] as const;
type ChurningKind = (typeof churningKinds)[number];

/** Number of objects of each kind; the kinds in `renewed` have new names and ids in each response. */
export interface Churn {
  readonly servers: number;
  readonly streams: number;
  readonly applications: number;
  /** New journal entries in each response. */
  readonly entries: number;
  readonly renewed: ReadonlySet<ChurningKind>;
  /** Every second stream is unhealthy. */
  readonly sick?: boolean;
  /** Bytes that are added to each dashboard. */
  readonly padding?: number;
}

const MIB = 2 ** 20;
/** Lifetime of a token, ms. */
const TOKEN_MS = 900_000;

/** A cluster without a memory whose answers change each time, like those of a hostile or a very busy one. Listens on loopback. */
export async function churningCluster(churn: Churn, now: () => number = Date.now) {
  const asked = new Map<string, number>();
  const padding = 'x'.repeat(churn.padding ?? 0);
  let made = 0;
  let entry = 0;
  const fresh = (kind: ChurningKind, index: number) =>
    churn.renewed.has(kind) ? `${now()}-${made++}` : String(index);

  const server = (index: number) => ({
    serverName: `server-${fresh('servers', index)}`,
    groupName: `group-${index % 4}`,
    serverStats: {
      cpuUsage: 20 + (made % 50),
      memUsage: 40,
      inBandwidth: { usage: 30 * MIB, cap: 100 * MIB },
      outBandwidth: { usage: 50 * MIB, cap: 100 * MIB },
    },
    applications: [
      {
        name: `application-${index % churn.applications}`,
        type: 'EDGE',
        streams: { count: 10, cap: 100 },
        viewers: { count: 100 + (made % 20), cap: 1_000 },
        bandwidth: { inBandwidth: MIB, outBandwidth: 10 * MIB },
      },
    ],
  });
  const stream = (index: number) => {
    const name = fresh('streams', index);
    const isSick = churn.sick === true && index % 2 === 0;
    return {
      id: `id-${name}`,
      streamKey: `key-${name}`,
      application: `application-${index % churn.applications}`,
      state: 'PUBLISHED',
      type: 'LIVE',
      startTime: now() - 600_000,
      duration: 600_000,
      viewerCount: 10 + (index % 90),
      inBandwidth: isSick ? 10_000 : 500_000,
      outBandwidth: 5_000_000,
      inTotalBytes: 300_000_000,
      healthScore: isSick ? 20 : 95,
      healthGrade: isSick ? 'Bad' : 'Excellent',
    };
  };
  const application = (index: number) => {
    const name = fresh('applications', index);
    const startDate = now() - 3_600_000;
    return {
      id: `id-${name}`,
      name: `application-${name}`,
      type: 'EDGE',
      streamCount: 10,
      viewerCount: 100,
      inBandwidth: MIB,
      outBandwidth: 10 * MIB,
      clusterConnection: true,
      clusterConnectionData: { connectionState: 'CONNECTED', startDate, latency: 10, packetReceived: made++ },
    };
  };
  const viewer = (index: number) => {
    const id = fresh('viewers', index);
    return { id, state: 'PLAYING', streamKey: `key-${id}`, remoteAddress: '192.0.2.1', startTime: now() };
  };
  const line = () => {
    const name = fresh('journal', entry % 100);
    return {
      id: ++entry,
      createDate: now(),
      objectName: `Object: ${name}`,
      threadName: `thread-${name}`,
      message: `Word${name.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')} of ${name} failed`,
    };
  };
  const page = <T>(query: URLSearchParams, total: number, make: (index: number) => T) => {
    const rows = Math.min(1_000, Number(query.get('rowsPerPage') ?? 10));
    const from = (Number(query.get('page') ?? 1) - 1) * rows;
    const length = Math.max(0, Math.min(rows, total - from));
    return {
      totalItems: total,
      itemsPerPage: rows,
      totalPages: Math.ceil(total / rows),
      currentPage: from / rows + 1,
      hasPrevious: from > 0,
      hasNext: from + rows < total,
      list: Array.from({ length }, (_, index) => make(from + index)),
    };
  };
  const topology = () => Array.from({ length: churn.servers }, (_, index) => server(index));

  const answers: Readonly<Record<string, (query: URLSearchParams, body: string) => unknown>> = {
    '/api/auth/login': () => ({
      accessToken: `token-${made++}`,
      remainingTime: TOKEN_MS,
      expireDate: now() + TOKEN_MS,
      username: 'operator',
    }),
    '/api/cluster/dashboard': () => ({
      viewersStats: { total: { value: 1_000 + (made % 50), limit: 10_000 } },
      streamStats: { total: { value: churn.streams, limit: 200_000 } },
      incomingTraffic: { total: { value: 50 * MIB, limit: 100 * MIB } },
      outgoingTraffic: { total: { value: 500 * MIB, limit: 1_000 * MIB } },
      topology: topology(),
      padding,
    }),
    '/api/cluster/topology': () => ({ topology: topology(), mockupEnabled: false }),
    '/api/cluster/journal': (query) => ({
      ...page(query, 1e6, () => undefined),
      list: Array.from({ length: churn.entries }, line).reverse(),
      lastTimestamp: now(),
    }),
    '/api/streams': (query) => page(query, churn.streams, stream),
    '/api/applications': (query) => page(query, churn.applications, application),
    '/api/viewers/batch': (_query, body) => {
      const ids: readonly string[] = JSON.parse(body).ids ?? [];
      return { found: [...ids.map((id) => ({ ...viewer(0), id })), ...ids.map((_, index) => viewer(index))] };
    },
    '/api/streams/batch': (_query, body) => {
      const ids: readonly string[] = JSON.parse(body).data.streamKeyIds ?? [];
      return { found: ids.map((id, index) => ({ ...stream(index), id })), notFound: [] };
    },
    '/api/applications/batch': (_query, body) => {
      const names: readonly string[] = JSON.parse(body).data.names ?? [];
      return { found: names.map((name, index) => ({ ...application(index), name })), notFound: [] };
    },
  };

  const http = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = answers[pathname];
    response.statusCode = answer ? 200 : 404;
    response.setHeader('content-type', 'application/json');
    const data = answer?.(searchParams, Buffer.concat(chunks).toString());
    response.end(JSON.stringify({ data, meta: { generatedAt: now(), executionTime: 1 } }));
  });
  await new Promise<void>((fulfil) => http.listen(0, '127.0.0.1', fulfil));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    username: 'operator',
    password: 'secret',
    asked,
    close() {
      http.close();
      http.closeAllConnections();
    },
  };
}
