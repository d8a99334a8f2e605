import { json, serveWithLogin } from '../http/support.ts';
import { type JsonPath, withValueAt } from './mutate-json.ts';
import { application, entries, many, page, server, stream } from './odd/cluster.ts';

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
    ...server(nth),
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
  const figures = { viewerCount: 27, inBandwidth: 16_000, outBandwidth: 32_000, inTotalBytes: 60_000_000 };
  const totals = { viewerCount: 1_000, inBandwidth: 600_000, outBandwidth: 1_200_000, streamCount: STREAMS };
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
    streams: { meta, data: page(many(STREAMS, (nth) => ({ ...stream(nth, now), ...figures }))) },
    applications: { meta, data: page([{ ...application(1, now), type: 'MONO', ...totals }]) },
    journal: { meta, data: page(entries(ENTRIES, now)) },
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
