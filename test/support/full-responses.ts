import type { EndpointName } from '../../src/protocol/endpoints.ts';

const meta = { executionTime: 3, generatedAt: 1_768_478_400_000 };
const wrapped = (value: unknown) => ({ value, editable: true, masked: false, lockedBy: 'CASTER_KEY' });
const load = { value: 12, limit: 40 };
const groups = [
  { name: 'west', value: 7, limit: 20 },
  { name: 'north', value: 5, limit: null },
];
const history = {
  current: 12,
  average: 10,
  max: 15,
  data: [
    { timestamp: 1_768_478_340_000, value: 11 },
    { timestamp: 1_768_478_400_000, value: 12 },
  ],
};
const role = {
  total: 3,
  groups: [
    { name: 'west', limit: 2 },
    { name: 'north', limit: 1 },
  ],
};
const health = { labels: ['Good', 'Bad', 'No Data'], series: [9, 2, 1] };
/** The figures of each server are all different, so that a lost one is noticed. */
function server(name: string, nth: number) {
  const application = (id: string, own: number) => ({
    id,
    name: `live-${id}`,
    type: 'edge',
    streams: { count: 4 + own, cap: 90 + own },
    viewers: { count: 40 + own, cap: 900 + own },
    bandwidth: { inBandwidth: 700_000 + 1_000 * own, outBandwidth: 80_000_000 + 100_000 * own },
    upLinks: ['origin-1', { name: 'origin-2' }],
    downLinks: [7],
  });
  const bandwidth = (usage: number) => ({ usage: usage + 10_000 * nth, cap: 20 * usage + 100_000 * nth });
  return {
    serverName: name,
    hostName: `${name}.example`,
    groupName: 'west',
    clusterManager: true,
    serverStats: {
      cpuUsage: 42 + nth,
      memUsage: 61 + nth,
      inBandwidth: bandwidth(500_000),
      outBandwidth: bandwidth(900_000),
    },
    applications: [application(`${name}-1`, 10 * nth + 1), application(`${name}-2`, 10 * nth + 2)],
  };
}

const topology = [server('alpha', 1), server('beta', 2)];

/** Every field of a stream, as the API documents it. */
export function fullStream(id: string) {
  return {
    id,
    state: 'PUBLISHED',
    type: 'NATIVE_STREAM',
    application: 'live',
    streamKey: `key-${id}`,
    startTime: 1_768_470_000_000,
    duration: 8_400_000,
    viewerCount: 33,
    inBandwidth: 700_000,
    outBandwidth: 9_000_000,
    inTotalBytes: 6_000_000_000,
    outTotalBytes: 70_000_000_000,
    healthScore: 88,
    healthGrade: 'Good',
    allowedToPublish: true,
    isAutoRemovable: false,
    thumbnailPath: '/thumbs/1.jpg',
    thumbnailTimestamp: 1_768_478_300_000,
    subStreams: [
      { streamKey: `${id}_720p`, name: '720p' },
      { streamKey: `${id}_360p`, name: '360p' },
    ],
  };
}

/** Every field of an application, as the API documents it. */
export function fullApplication(id: string) {
  return {
    id,
    name: `app-${id}`,
    type: 'EDGE',
    class: 'com.example.Live',
    streamCount: 4,
    viewerCount: 40,
    connectionCount: 44,
    inBandwidth: 700,
    outBandwidth: 80_000,
    inTotalBytes: 1_000_000,
    outTotalBytes: 90_000_000,
    clusterType: true,
    clusterConnection: true,
    clusterConnectionData: {
      cmIdentity: 'cm-1',
      connectionState: 'AUTHENTICATED',
      startDate: 1_768_400_000_000,
      latency: 7,
      packetReceived: 1_000,
      packetSend: 2_000,
    },
  };
}

/** Every field of a viewer, as the API documents it. */
export function fullViewer(id: string) {
  return {
    id,
    state: 'PUBLISHED',
    class: 'com.example.Viewer',
    pipelineType: 'CLIENT_OUTPUT',
    harnessType: 'STORM_MSE_VIEWER',
    applicationName: 'live',
    streamKey: 'key-1',
    subStream: '720p',
    remoteAddress: '203.0.113.7',
    deviceType: 'DESKTOP',
    osName: 'Linux',
    browserName: 'Firefox',
    startTime: 1_768_478_000_000,
    duration: 400_000,
    inBandwidth: 1_200,
    outBandwidth: 480_000,
    inTotalBytes: 720_000,
    outTotalBytes: 288_000_000,
    healthScore: 96,
    healthGrade: 'Very Good',
  };
}

function entry(id: number) {
  return {
    id,
    objectName: 'Stream: key-1',
    message: 'Status Update: PUBLISHED',
    threadName: 'worker-1',
    createDate: 1_768_478_400_000 - id,
  };
}

const page = (list: readonly object[]) => ({
  totalItems: 2,
  itemsPerPage: 10,
  totalPages: 1,
  currentPage: 1,
  hasPrevious: false,
  hasNext: false,
  list,
});
const user = {
  data: {
    id: 41,
    attributes: {
      username: wrapped('eve'),
      password: wrapped('******'),
      algorithm: wrapped('SHA256'),
      accessRights: [
        { name: 'Server', value: 'READ_ONLY' },
        { name: 'Stream', value: 'READ_WRITE' },
      ],
    },
  },
  meta,
  message: 'User saved',
};
const region = (id: number) => ({
  id,
  name: `Region ${id}`,
  coordinates: { lat: -33.8, lon: 151.2 },
  url: 'https://region.example',
  pos: id,
});
const cloudStream = {
  streamKey: 'sk-1',
  name: 'concert',
  description: 'tonight',
  regionId: 4,
  isPublished: true,
  countdown: { isCountdown: true, startDate: '01.02.2026 20:00:00', timezone: 'UTC' },
  sourceType: 'PUSH',
  encoderMode: 'ABR',
  credentials: { username: 'push', password: 'push-password' },
  thumbnail: { url: 'https://cdn.example/t.jpg' },
  splashscreen: 'https://cdn.example/s.jpg',
  source: { id: 3 },
  targets: [{ url: 'rtmp://a.example' }],
  themeId: 2,
  theme: { id: 2, name: 'Dark', isDefault: 1 },
  isCreated: true,
  createdAt: '2026-01-15T12:00:00Z',
};

/** A response of each endpoint with every member that castwatch reads, each with a value of its documented type. */
export const fullResponses: Readonly<Record<EndpointName, object>> = {
  login: {
    data: {
      accessToken: 'header.payload.signature',
      tokenType: 'Bearer',
      expireDate: 1_768_479_300_000,
      remainingTime: 900_000,
      username: 'operator',
      message: 'Welcome',
    },
    meta,
    message: 'Logged in',
  },
  createUser: user,
  updateUser: user,
  deleteUser: { meta, message: 'User deleted' },
  streams: { data: page([fullStream('s-1'), fullStream('s-2')]), meta },
  streamBatch: { data: { found: [fullStream('s-1'), fullStream('s-2')], notFound: ['s-8', 's-9'] }, meta },
  applications: { data: page([fullApplication('a-1'), fullApplication('a-2')]), meta },
  applicationBatch: {
    data: { found: [fullApplication('a-1'), fullApplication('a-2')], notFound: ['x', 'y'] },
    meta,
  },
  viewerBatch: { data: { found: [fullViewer('v-1'), fullViewer('v-2')], notFound: ['v-8', 'v-9'] }, meta },
  journal: { data: { ...page([entry(2), entry(1)]), lastTimestamp: 1_768_478_399_999 }, meta },
  dashboard: {
    data: {
      appGroupStats: { origin: role, edge: role, transcode: role, feed: role, sink: role },
      viewersStats: { total: load, groups, viewerCountHistory: history },
      streamStats: { total: load, groups, streamCountHistory: history },
      incomingTraffic: { total: load, totalBytes: 9_000_000, groups, inBandwidthHistory: history },
      outgoingTraffic: { total: load, totalBytes: 8_000_000, groups, outBandwidthHistory: history },
      transcodeStats: { total: load, streams: { total: 12, transcoded: 5 }, groups },
      streamHealthSummary: health,
      viewerHealthSummary: health,
      topology,
    },
    meta,
  },
  topology: { data: { topology, mockupEnabled: false }, meta },
  transcodeSettings: {
    data: {
      attributes: {
        ffmpegPath: wrapped('/usr/bin/ffmpeg'),
        ffmpegCommand: wrapped('-i {SOURCE_INPUT} {STREAM_OUTPUT}'),
        transcodeTaskLimit: wrapped(8),
        thumbGenerateTaskLimit: wrapped(2),
      },
    },
    meta,
    message: 'Settings saved',
  },
  license: { data: { attributes: { licenseKey: wrapped('ABCD-1234') } }, meta, message: 'License saved' },
  cloudCreate: { message: 'created', stream: cloudStream },
  cloudValues: {
    possibleValues: {
      timezones: ['UTC', 'Europe/Rome'],
      regions: [region(3), region(4)],
      isTranscodingEnabled: true,
    },
  },
};
