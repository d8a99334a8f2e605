import { json, serveWithLogin } from '../http/support.ts';
import { type JsonPath, withValueAt } from './mutate-json.ts';
import { many, page } from './odd/cluster.ts';

const SERVERS = 6;
const STREAMS = 37;
const ENTRIES = 30;

/** Paths from the name of an endpoint on, `*` for every item, such as `dashboard.data.topology.*.serverName`. */
export type Edits = Readonly<Record<string, unknown>>;

/** The answers of a healthy cluster to everything that is polled. */
export function healthyAnswers(now: number) {
  const total = (value: number, limit = 20_000) => ({
    total: { value, limit },
    groups: [{ name: 'west', value, limit }],
  });
  const topology = many(SERVERS, (nth) => ({
    serverName: `node-${nth}`,
    hostName: `node-${nth}.example`,
    groupName: 'west',
    clusterManager: nth < 3,
    serverStats: {
      cpuUsage: 30 + nth,
      memUsage: 50,
      inBandwidth: { usage: 100_000, cap: 1_000_000 },
      outBandwidth: { usage: 200_000, cap: 1_000_000 },
    },
    applications: [
      {
        id: `a-${nth}`,
        name: 'live',
        type: 'MONO',
        streams: { count: nth === 1 ? 7 : 6, cap: 90 },
        viewers: { count: nth < 5 ? 167 : 166, cap: 900 },
        bandwidth: { inBandwidth: 100_000, outBandwidth: 200_000 },
      },
    ],
  }));
  const meta = { executionTime: 1, generatedAt: now };
  return {
    dashboard: {
      meta,
      data: {
        viewersStats: total(1_000),
        streamStats: total(STREAMS),
        appGroupStats: Object.fromEntries(
          ['origin', 'edge', 'transcode'].map((role) => [role, { total: 0, groups: [] }]),
        ),
        incomingTraffic: { ...total(600_000, 6_000_000), totalBytes: 9_000_000 },
        outgoingTraffic: { ...total(1_200_000, 6_000_000), totalBytes: 8_000_000 },
        transcodeStats: total(4),
        streamHealthSummary: { labels: ['Good', 'Bad'], series: [STREAMS, 0] },
        viewerHealthSummary: { labels: ['Good', 'Bad'], series: [1_000, 0] },
        topology,
      },
    },
    topology: { meta, data: { topology, mockupEnabled: false } },
    streams: {
      meta,
      data: page(
        many(STREAMS, (nth) => ({
          id: `s-${nth}`,
          streamKey: `key-${nth}`,
          application: 'live',
          state: 'PUBLISHED',
          startTime: now - 3_600_000,
          viewerCount: 27,
          inBandwidth: 16_000,
          outBandwidth: 32_000,
          inTotalBytes: 60_000_000,
          healthScore: 95,
          healthGrade: 'Good',
        })),
      ),
    },
    applications: {
      meta,
      data: page([
        {
          id: 'a-1',
          name: 'live',
          type: 'MONO',
          streamCount: STREAMS,
          viewerCount: 1_000,
          inBandwidth: 600_000,
          outBandwidth: 1_200_000,
          clusterType: true,
          clusterConnection: true,
          clusterConnectionData: {
            connectionState: 'AUTHENTICATED',
            startDate: now - 3_600_000,
            latency: 7,
            packetReceived: 1_000,
            packetSend: 2_000,
          },
        },
      ]),
    },
    journal: {
      meta,
      data: page(
        many(ENTRIES, (nth) => ({
          id: 1_000 - nth,
          objectName: `Stream: key-${nth}`,
          message: 'Status Update: PUBLISHED',
          threadName: 'worker-1',
          createDate: now - nth * 60_000,
        })),
      ),
    },
  };
}

/** The answers with these values in place; undefined removes a member. */
export function edited(answers: object, edits: Edits): object {
  let json: unknown = answers;
  for (const [path, value] of Object.entries(edits)) {
    for (const place of placesOf(json, path.split('.'))) json = withValueAt(json, place, value);
  }
  return json as object;
}

function placesOf(json: unknown, [first, ...rest]: readonly string[]): JsonPath[] {
  if (first === undefined) return [[]];
  const keys = first === '*' ? Object.keys(json as object).map(Number) : [first];
  return keys.flatMap((key) =>
    placesOf(Reflect.get(Object(json), key), rest).map((path): JsonPath => [key, ...path]),
  );
}

/** A server with these answers, on loopback. */
export function serveAnswers(answers: object): ReturnType<typeof serveWithLogin> {
  return serveWithLogin((request, response) => {
    const path = request.url ?? '';
    const name = (['dashboard', 'topology', 'journal', 'applications', 'streams'] as const).find((one) =>
      path.includes(`/${one}`),
    );
    const answer: unknown = name && Reflect.get(answers, name);
    json(response, answer === undefined ? 404 : 200, answer ?? { message: 'no' });
  });
}
