import type { HttpRequest } from '../../src/http/request.ts';
import { fullApplication, fullStream, fullViewer } from './full-responses.ts';

/** JSON as the API returns it, for a small cluster in three groups. Deterministic: everything follows from `minute`. */

export const sampleStart = Date.UTC(2026, 0, 15, 12);

const groups = ['Europe', '東京', 'São Paulo'] as const;
const sampleServers = groups.flatMap((group, g) => [
  { name: `cm-${g + 1}`, group, type: 'manager' },
  { name: `origin-${g + 1}`, group, type: 'origin' },
  { name: `transcode-${g + 1}`, group, type: 'transcode' },
  { name: `edge-${g + 1}a`, group, type: 'edge' },
  { name: `edge-${g + 1}b`, group, type: 'edge' },
]);

const streamNames = [
  'morning-show',
  '東京ニュース',
  'zoë/live',
  '🏟️ arena',
  'camera_7',
  '한국-방송',
  'radio',
  'concert',
  'الأخبار',
  'backup',
];

/** A wave between 0 and 1, different for each `seed`. */
function wave(seed: number, minute: number): number {
  return 0.5 + 0.5 * Math.sin(seed * 1.7 + minute / 3);
}

function applicationJson(name: string, type: string, index: number, minute: number) {
  const viewers = type === 'edge' ? Math.round(400 + 300 * wave(index, minute)) : 0;
  return {
    id: `app-${name}`,
    name: `live-${name}`,
    type,
    streams: { count: 4, cap: type === 'transcode' ? 8 : null },
    viewers: { count: viewers, cap: type === 'edge' ? 1000 : 0 },
    bandwidth: { inBandwidth: 2_000_000, outBandwidth: viewers * 500_000 },
    upLinks: type === 'origin' ? [] : [`origin-1`],
    downLinks: type === 'edge' ? [] : [{ name: 'edge-1a' }, { name: 'edge-1b' }],
  };
}

function serverJson(index: number, minute: number) {
  const server = sampleServers[index];
  if (!server) throw new RangeError(`no server ${index}`);
  const { name, group, type } = server;
  const applications = type === 'manager' ? [] : [applicationJson(name, type, index, minute)];
  return {
    serverName: name,
    hostName: `${name}.example.net`,
    groupName: group,
    clusterManager: type === 'manager',
    serverStats: {
      cpuUsage: Math.round(1000 * wave(index, minute)) / 10,
      memUsage: 40 + index,
      inBandwidth: { usage: applications[0]?.bandwidth.inBandwidth ?? 0, cap: 1_250_000_000 },
      outBandwidth: {
        usage: applications[0]?.bandwidth.outBandwidth ?? 0,
        cap: type === 'edge' ? 400_000_000 : null,
      },
    },
    applications,
  };
}

function topologyList(minute: number) {
  return sampleServers.map((_, index) => serverJson(index, minute));
}

function meta(minute: number) {
  return { executionTime: 3, generatedAt: sampleStart + minute * 60_000 };
}

function history(minute: number, value: (at: number) => number) {
  const data = Array.from({ length: 30 }, (_, index) => {
    const at = Math.floor(minute) - 29 + index;
    return { timestamp: sampleStart + at * 60_000, value: value(at) };
  });
  const values = data.map((point) => point.value);
  const average = Math.round(values.reduce((sum, each) => sum + each, 0) / values.length);
  return { current: values.at(-1), average, max: Math.max(...values), data };
}

/** Body of A11. */
export function dashboardJson(minute: number): unknown {
  const topology = topologyList(minute);
  const applications = topology.flatMap((server) => server.applications);
  const viewers = applications.reduce((sum, each) => sum + each.viewers.count, 0);
  const out = applications.reduce((sum, each) => sum + each.bandwidth.outBandwidth, 0);
  const inward = applications.reduce((sum, each) => sum + each.bandwidth.inBandwidth, 0);
  const perGroup = (value: number, limit: number | null) =>
    groups.map((name) => ({ name, value: Math.round(value / groups.length), limit }));
  const role = (total: number) => ({ total, groups: groups.map((name) => ({ name, limit: 2 })) });
  return {
    data: {
      appGroupStats: { origin: role(3), edge: role(6), transcode: role(3), feed: role(0), sink: role(0) },
      viewersStats: {
        total: { value: viewers, limit: 6000 },
        groups: perGroup(viewers, 2000),
        viewerCountHistory: history(minute, (at) => Math.round(3000 + 800 * wave(2, at))),
      },
      streamStats: {
        total: { value: streamNames.length, limit: null },
        groups: perGroup(streamNames.length, null),
        streamCountHistory: history(minute, () => streamNames.length),
      },
      incomingTraffic: {
        total: { value: inward, limit: null },
        totalBytes: Math.round(1e12 + minute * 60 * inward),
        groups: perGroup(inward, null),
        inBandwidthHistory: history(minute, (at) => Math.round(2e7 + 4e6 * wave(3, at))),
      },
      outgoingTraffic: {
        total: { value: out, limit: 4_000_000_000 },
        totalBytes: Math.round(9e13 + minute * 60 * 2e9),
        groups: perGroup(out, 1_400_000_000),
        outBandwidthHistory: history(minute, (at) => Math.round(1.8e9 + 4e8 * wave(4, at))),
      },
      transcodeStats: {
        total: { value: 9, limit: 12 },
        streams: { total: streamNames.length, transcoded: 6 },
        groups: perGroup(9, 4),
      },
      streamHealthSummary: { labels: ['Very Good', 'Good', 'Bad', 'No Data'], series: [5, 2, 2, 1] },
      viewerHealthSummary: { labels: ['Very Good', 'Good', 'Bad', 'No Data'], series: [2800, 600, 150, 40] },
      topology,
    },
    meta: meta(minute),
  };
}

/** Body of A12. */
export function topologyJson(minute: number): unknown {
  return { data: { topology: topologyList(minute), mockupEnabled: false }, meta: meta(minute) };
}

function gradeOf(score: number): string {
  if (score >= 90) return 'Very Good';
  return score >= 60 ? 'Good' : 'Bad';
}

function streamJson(index: number, minute: number) {
  const score = index === 9 ? 0 : Math.round(100 - 12 * index * wave(index, minute));
  const grade = index === 9 ? 'No Data' : gradeOf(score);
  const viewers = Math.round(40 * (10 - index) * (0.5 + wave(index, minute)));
  return {
    ...fullStream(`stream-${index}`),
    state: index === 8 ? 'AWAITING' : 'PUBLISHED',
    application: `live-origin-${(index % 3) + 1}`,
    streamKey: streamNames[index],
    startTime: sampleStart - (index + 1) * 3_600_000,
    duration: (index + 1) * 3_600_000 + minute * 60_000,
    viewerCount: viewers,
    inBandwidth: 250_000 * (index + 1),
    outBandwidth: viewers * 500_000,
    inTotalBytes: Math.round(1e9 + minute * 15_000_000 * (index + 1)),
    outTotalBytes: Math.round(1e11 + minute * 6e8),
    healthScore: score,
    healthGrade: grade,
    isAutoRemovable: index % 2 === 0,
    thumbnailPath: index % 3 === 0 ? `/thumbnails/${index}.jpg` : null,
    thumbnailTimestamp: sampleStart,
    subStreams: [
      { streamKey: `${streamNames[index]}_720p`, name: '720p' },
      { streamKey: `${streamNames[index]}_360p`, name: '360p' },
    ],
  };
}

/** Body of a paged list that fits on one page. */
function pageJson(list: readonly unknown[], minute: number, more: object = {}): unknown {
  const paging = { totalItems: list.length, itemsPerPage: 100, totalPages: 1, currentPage: 1 };
  return { data: { ...paging, hasPrevious: false, hasNext: false, list, ...more }, meta: meta(minute) };
}

/** Body of A5. */
export function streamsJson(minute: number): unknown {
  return pageJson(
    streamNames.map((_, index) => streamJson(index, minute)),
    minute,
  );
}

/** Body of A7. */
export function applicationsJson(minute: number): unknown {
  const named = sampleServers.filter((server) => server.type !== 'manager');
  const list = named.map(({ name, type }, index) => {
    const it = applicationJson(name, type, index, minute);
    const { clusterConnectionData, ...full } = fullApplication(it.id);
    return {
      ...full,
      name: it.name,
      type: type.toUpperCase(),
      class: 'com.example.LiveApplication',
      viewerCount: it.viewers.count,
      connectionCount: it.viewers.count + 3,
      inBandwidth: it.bandwidth.inBandwidth,
      outBandwidth: it.bandwidth.outBandwidth,
      inTotalBytes: Math.round(1e10 + minute * 60 * it.bandwidth.inBandwidth),
      outTotalBytes: Math.round(1e12 + minute * 6e9),
      clusterConnectionData: {
        ...clusterConnectionData,
        startDate: sampleStart - 86_400_000,
        latency: 4 + index,
        packetReceived: 10_000 + Math.round(minute * 60),
        packetSend: 12_000 + Math.round(minute * 60),
      },
    };
  });
  return pageJson(list, minute);
}

const objects = [
  'Stream: 東京ニュース',
  'Stream: 🏟️ arena',
  'ClusterManager',
  'Transcoder',
  'Stream: zoë/live',
];
const messages = [
  'Status Update: PUBLISHED',
  'Viewer limit at 90%',
  'Task started',
  '配信を開始しました',
  'Status Update: UNPUBLISHED',
];

/** Body of A10: 50 entries in the ten minutes before `minute`, newest first. */
export function journalJson(minute: number): unknown {
  const list = Array.from({ length: 50 }, (_, index) => ({
    id: 1000 - index,
    objectName: objects[index % objects.length],
    message: messages[(index * 3) % messages.length],
    threadName: `worker-${index % 4}`,
    createDate: sampleStart + minute * 60_000 - index * 12_000,
  }));
  const lastTimestamp = sampleStart + minute * 60_000;
  return pageJson(list, minute, { totalItems: list.length, lastTimestamp });
}

const bodies = {
  dashboard: dashboardJson,
  topology: topologyJson,
  streams: streamsJson,
  applications: applicationsJson,
  journal: journalJson,
};

/** Body of the answer to a request that is polled; undefined for others. */
export function sampleBody({ endpoint }: Pick<HttpRequest, 'endpoint'>, minute: number): unknown {
  return bodies[endpoint as keyof typeof bodies]?.(minute);
}

/** Body of A9 for the given ids. */
export function viewersJson(ids: readonly string[], minute: number): unknown {
  const found = ids.map((id, index) => ({
    ...fullViewer(id),
    harnessType: index % 3 === 2 ? 'TRANSCODER' : 'STORM_MSE_VIEWER',
    applicationName: 'live-edge-1a',
    streamKey: streamNames[index % streamNames.length],
    remoteAddress: `203.0.113.${index + 1}`,
    startTime: sampleStart - 600_000,
    duration: 600_000 + minute * 60_000,
    healthScore: index === 1 ? 35 : 96,
    healthGrade: index === 1 ? 'Bad' : 'Very Good',
  }));
  return { data: { found, notFound: [] }, meta: meta(minute) };
}
