import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fullApplication, fullStream } from './full-responses.ts';
import { usualPage } from './odd/cluster.ts';

/** Number of objects of each kind; the kinds in `renewed` have new names and ids in each response. */
export interface Churn {
  readonly servers: number;
  readonly streams: number;
  readonly applications: number;
  /** New journal entries in each response. */
  readonly entries: number;
  readonly renewed: readonly ('servers' | 'streams' | 'journal')[];
  /** Every second stream is unhealthy. */
  readonly sick?: boolean;
  /** Bytes that are added to each dashboard. */
  readonly padding?: number;
}

const MIB = 2 ** 20;
/** Lifetime of a token, ms. */
const TOKEN_MS = 900_000;

/** A cluster without a memory whose answers change each time, like those of a hostile or a very busy one. Listens on loopback. */
export async function churningCluster(churn: Churn) {
  const padding = 'x'.repeat(churn.padding ?? 0);
  const now = Date.now;
  let made = 0;
  let entry = 0;
  const fresh = (kind: Churn['renewed'][number], index: number) =>
    churn.renewed.includes(kind) ? `${now()}-${made++}` : String(index);

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
    const isSick = churn.sick === true && index % 2 === 0;
    return {
      ...fullStream(`id-${fresh('streams', index)}`),
      application: `application-${index % churn.applications}`,
      startTime: now() - 600_000,
      duration: 600_000,
      viewerCount: 10 + (index % 90),
      inBandwidth: isSick ? 10_000 : 500_000,
      inTotalBytes: 300_000_000,
      healthScore: isSick ? 20 : 95,
      healthGrade: isSick ? 'Bad' : 'Excellent',
    };
  };
  const application = (index: number) => {
    const { clusterConnectionData, ...full } = fullApplication(`id-${index}`);
    const startDate = now() - 3_600_000;
    return {
      ...full,
      name: `application-${index}`,
      clusterConnectionData: { ...clusterConnectionData, startDate, packetReceived: made++ },
    };
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
  const list = (query: URLSearchParams, total: number, make: (index: number) => object) => {
    const rows = Math.min(1_000, Number(query.get('rowsPerPage') ?? 10));
    const page = usualPage([...Array(total).keys()], Number(query.get('page') ?? 1), rows);
    return { ...page, list: page.list.map(make) };
  };
  const topology = () => Array.from({ length: churn.servers }, (_, index) => server(index));

  const answers: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
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
    // There are always more.
    '/api/cluster/journal': () => ({
      ...usualPage([], 1, churn.entries),
      list: Array.from({ length: churn.entries }, line).reverse(),
      totalItems: 1e6,
      hasNext: true,
      lastTimestamp: now(),
    }),
    '/api/streams': (query) => list(query, churn.streams, stream),
    '/api/applications': (query) => list(query, churn.applications, application),
  };

  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const answer = answers[pathname];
    response.statusCode = answer ? 200 : 404;
    response.setHeader('content-type', 'application/json');
    const data = answer?.(searchParams);
    request.resume();
    response.end(JSON.stringify({ data, meta: { generatedAt: now(), executionTime: 1 } }));
  });
  await new Promise<void>((fulfil) => http.listen(0, '127.0.0.1', fulfil));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    username: 'operator',
    password: 'secret',
  };
}
