import { fullApplication, fullResponses, fullStream, fullViewer } from '../full-responses.ts';

/* A small healthy cluster with every member that the API documents for the polled resources, each with a correct value. */

export const many = <T>(count: number, make: (nth: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index + 1));

const SERVERS = 3;
const STREAMS = 4;
const ENTRIES = 5;
const LIMIT = 20_000;

const load = (value: number) => ({
  total: { value, limit: LIMIT },
  groups: [
    { name: 'west', value, limit: LIMIT },
    { name: 'spare', value: 0, limit: LIMIT },
  ],
});

/** A page as the document describes it; `from` is the number of the first page. */
export function usualPage<T>(all: readonly T[], page: number, rows: number, from = 1) {
  const nth = page - from;
  const totalPages = Math.ceil(all.length / rows);
  return {
    totalItems: all.length,
    itemsPerPage: rows,
    totalPages,
    currentPage: page,
    hasPrevious: nth > 0,
    hasNext: nth + 1 < totalPages,
    list: nth < 0 ? [] : all.slice(nth * rows, (nth + 1) * rows),
  };
}

/** A list that is a single page. */
export const page = <T>(list: readonly T[]) => usualPage(list, 1, 500);

function historyOf(value: number, now: number) {
  const data = many(3, (nth) => ({ timestamp: now - (3 - nth) * 60_000, value }));
  return { current: value, average: value, max: value, data };
}

export function server(nth: number) {
  return {
    serverName: `node-${nth}`,
    hostName: `node-${nth}.example`,
    groupName: 'west',
    clusterManager: nth < 3,
    serverStats: {
      cpuUsage: 30 + nth,
      memUsage: 50 + nth,
      inBandwidth: { usage: 100_000, cap: 1_000_000 },
      outBandwidth: { usage: 200_000, cap: 1_000_000 },
    },
    applications: [
      {
        id: `a-${nth}`,
        name: 'live',
        type: 'edge',
        streams: { count: 4, cap: 90 },
        viewers: { count: 300, cap: 900 },
        bandwidth: { inBandwidth: 100_000, outBandwidth: 200_000_000 },
        upLinks: ['origin-1', { name: 'origin-2' }],
        downLinks: [7],
      },
    ],
  };
}

export function stream(nth: number, now: number) {
  return {
    ...fullStream(`s-${nth}`),
    streamKey: `key-${nth}`,
    startTime: now - 3_600_000,
    duration: 3_600_000,
    viewerCount: 250,
    inBandwidth: 500_000,
    outBandwidth: 900_000,
    inTotalBytes: 1_800_000_000,
    healthScore: 95,
    thumbnailTimestamp: now - 60_000,
    subStreams: [{ streamKey: `key-${nth}_720p`, name: '720p' }],
  };
}

export function application(nth: number, now: number) {
  const full = fullApplication(`a-${nth}`);
  return {
    ...full,
    name: nth === 1 ? 'live' : 'vod',
    streamCount: STREAMS,
    viewerCount: 1_000,
    connectionCount: 1_100,
    inBandwidth: 2_000_000,
    outBandwidth: 600_000_000,
    clusterConnectionData: { ...full.clusterConnectionData, startDate: now - 3_600_000 },
  };
}

/** Journal entries, one a minute. */
export const entries = (count: number, now: number) =>
  many(count, (nth) => ({
    id: 1_000 - nth,
    objectName: `Stream: key-${nth}`,
    message: 'Status Update: PUBLISHED',
    threadName: 'worker-1',
    createDate: now - nth * 60_000,
  }));

const viewer = (nth: number, now: number) => ({ ...fullViewer(`v-${nth}`), startTime: now - 400_000 });

/** The answers of a healthy cluster to every request that only reads. `now` is Unix ms. */
export function soundAnswers(now: number) {
  const meta = { executionTime: 3, generatedAt: now };
  const topology = many(SERVERS, server);
  const role = { total: SERVERS, groups: [{ name: 'west', limit: SERVERS }] };
  const streams = many(STREAMS, (nth) => stream(nth, now));
  const applications = many(2, (nth) => application(nth, now));
  return {
    login: fullResponses.login,
    dashboard: {
      data: {
        appGroupStats: { origin: role, edge: role, transcode: role, feed: role, sink: role },
        viewersStats: { ...load(1_000), viewerCountHistory: historyOf(1_000, now) },
        streamStats: { ...load(STREAMS), streamCountHistory: historyOf(STREAMS, now) },
        incomingTraffic: { ...load(600), totalBytes: 9_000_000, inBandwidthHistory: historyOf(600, now) },
        outgoingTraffic: {
          ...load(1_200),
          totalBytes: 8_000_000,
          outBandwidthHistory: historyOf(1_200, now),
        },
        transcodeStats: { ...load(4), streams: { total: STREAMS, transcoded: 2 } },
        streamHealthSummary: { labels: ['Good', 'Bad', 'No Data'], series: [STREAMS, 0, 0] },
        viewerHealthSummary: { labels: ['Good', 'Bad', 'No Data'], series: [1_000, 0, 0] },
        topology,
      },
      meta,
    },
    topology: { data: { topology, mockupEnabled: false }, meta },
    streams: { data: page(streams), meta },
    applications: { data: page(applications), meta },
    journal: { data: { ...page(entries(ENTRIES, now)), lastTimestamp: now - 60_000 }, meta },
    streamBatch: { data: { found: streams.slice(0, 2), notFound: ['s-8', 's-9'] }, meta },
    applicationBatch: { data: { found: applications, notFound: ['x', 'y'] }, meta },
    viewerBatch: { data: { found: many(2, (nth) => viewer(nth, now)), notFound: ['v-8', 'v-9'] }, meta },
    cloudValues: fullResponses.cloudValues,
  };
}
