import { expect, test } from 'vitest';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { framesOf } from '../../../src/history/samples/frames.ts';
import { type KindName, kinds } from '../../../src/history/samples/kinds.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

const state = sampleState();

/** The state in which the newest sweep of this resource found these items. */
function swept<T extends { readonly value?: object | undefined }>(
  resource: T,
  completedAt: number | undefined,
  items: object = {},
): T {
  return { ...resource, value: resource.value && { ...resource.value, ...items, completedAt } };
}

function rowsOf(of: ClusterState, kind: KindName) {
  return framesOf(of, undefined).find((frame) => frame.kind === kind)?.rows;
}

function streamRows(...streams: readonly Partial<Stream>[]) {
  const items = new Map(streams.map((own, id) => [`${id}`, { id: `${id}`, streamKey: 'one', ...own }]));
  return rowsOf({ ...state, streamSweep: swept(state.streamSweep, sampleNow, { items }) }, 'stream');
}

test('the first state gives a frame of each kind at the time at which it was read', () => {
  const frames = framesOf(state, undefined);
  expect(frames.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(kinds).toSorted());
  expect(new Set(frames.map(({ at }) => at))).toEqual(new Set([sampleNow]));
});

test.each<[string, (at: number) => Partial<ClusterState>, readonly KindName[]]>([
  ['nothing', () => ({}), []],
  ['the dashboard', (at) => ({ dashboard: { ...state.dashboard, updatedAt: at } }), ['total', 'group']],
  [
    'one server',
    (at) => ({ servers: state.servers.map((each, nth) => (nth === 2 ? { ...each, lastSeen: at } : each)) }),
    ['server', 'application'],
  ],
  ['the streams', (at) => ({ streamSweep: swept(state.streamSweep, at) }), ['stream']],
  ['the links', (at) => ({ applicationSweep: swept(state.applicationSweep, at) }), ['listedApplication']],
])('only what was read again gives a frame: %s', (_what, change, kinds) => {
  const at = sampleNow + 2_000;
  const frames = framesOf({ ...state, ...change(at) }, state);
  expect(frames.map(({ kind }) => kind)).toEqual(kinds);
  for (const frame of frames) expect(frame.at).toBe(at);
});

test('a resource that was not read yet gives no frame', () => {
  const { dashboard, streamSweep, applicationSweep } = state;
  const empty: ClusterState = {
    ...state,
    dashboard: { ...dashboard, value: undefined, updatedAt: undefined },
    servers: [],
    streamSweep: { ...streamSweep, value: undefined },
    applicationSweep: { ...applicationSweep, value: undefined },
  };
  expect(framesOf(empty, undefined)).toEqual([]);
  const unfinished: ClusterState = {
    ...empty,
    dashboard: { ...dashboard, updatedAt: undefined },
    streamSweep: swept(streamSweep, undefined),
    applicationSweep: swept(applicationSweep, undefined),
  };
  expect(framesOf(unfinished, undefined)).toEqual([]);
  expect(framesOf(unfinished, state)).toEqual([]);
});

test('a server that was missing in a poll has no figures instead of zeros', () => {
  const servers = state.servers.map((each, nth) =>
    nth === 0 ? { ...each, misses: 1, lastSeen: sampleNow + 5_000 } : each,
  );
  const frame = framesOf({ ...state, servers }, undefined).find(({ kind }) => kind === 'server');
  expect([...(frame?.rows.keys() ?? [])]).toEqual(
    servers.filter(({ misses }) => misses === 0).map(({ name }) => name),
  );
  expect(frame?.at).toBe(sampleNow);
});

test('figures are in the order of the columns, with two decimals', () => {
  const [record] = state.servers;
  if (!record) throw new Error('The sample has no servers.');
  const bandwidths = { inBandwidth: { usage: 1, cap: 10 }, outBandwidth: { usage: 2, cap: null } };
  const bandwidth = { inBandwidth: 5, outBandwidth: 6 };
  const counts = { streams: { count: 3, cap: 30 }, viewers: { count: 40, cap: null } };
  const live = { id: 'a1', name: 'live', ...counts, bandwidth };
  const server = {
    ...record.server,
    serverStats: { cpuUsage: 12.345_6, memUsage: 50, ...bandwidths },
    applications: [live, { name: 'vod', streams: { count: 1 }, viewers: { count: 2 } }],
  } as unknown as typeof record.server;
  const one = { ...state, servers: [{ ...record, name: 'edge', server }] };
  expect(rowsOf(one, 'server')).toEqual(new Map([['edge', [12.35, 50, 1, 2, 10, null, 42, 4]]]));
  expect(Object.fromEntries(rowsOf(one, 'application') ?? [])).toEqual({
    'edge/a1': [3, 40, 5, 6, 30, null],
    'edge/vod': [1, 2, null, null, null, null],
  });
  const bare = { ...record, server: { ...record.server, serverStats: undefined, applications: [] } };
  const rows = rowsOf({ ...state, servers: [bare as typeof record] }, 'server');
  expect(rows?.get(record.name)).toEqual(Array(8).fill(null));
});

test('totals have values and limits; groups have their own values', () => {
  const { viewersStats } = state.dashboard.value ?? {};
  const total = rowsOf(state, 'total')?.get('cluster');
  expect(total).toHaveLength(11);
  expect(total?.[10]).toBe(state.journal.totalItems ?? null);
  expect(total?.[0]).toBe(viewersStats?.total?.value);
  expect(total?.[5]).toBe(viewersStats?.total?.limit ?? null);
  const groups = [...(rowsOf(state, 'group') ?? [])];
  expect(groups.map(([name, row]) => [name, row[0]])).toEqual(
    viewersStats?.groups?.map(({ name, value }) => [name, value]),
  );
  // Each measure of a group is in the one row of it.
  const [[, first] = ['', []]] = groups;
  expect(first.filter((value) => value !== null).length).toBeGreaterThan(1);
});

test('counts by grade are stored once in ten seconds', () => {
  const { dashboard } = state;
  const streamHealthSummary = { labels: ['Good', 'Bad'], series: [7, 2] };
  const value = dashboard.value && { ...dashboard.value, streamHealthSummary, viewerHealthSummary: null };
  const at = (updatedAt: number) => ({ ...state, dashboard: { ...dashboard, value, updatedAt } });
  const grades = (before: number, now: number) =>
    framesOf(at(now), at(before)).find(({ kind }) => kind === 'grade')?.rows;
  expect(grades(10_000, 19_999)).toBeUndefined();
  const counted = { 'streams/Good': [7], 'streams/Bad': [2] };
  expect(Object.fromEntries(grades(19_999, 20_000) ?? [])).toEqual(counted);
});

test('a listed application has its counters and its link', () => {
  const counts = { streamCount: 1, viewerCount: 2, connectionCount: 3 };
  const bytes = { inBandwidth: 4, outBandwidth: 5, inTotalBytes: 6, outTotalBytes: 7 };
  const clusterConnectionData = { latency: 8.125, packetReceived: 9, packetSend: 10 };
  const items = new Map([['app-1', { id: 'app-1', ...counts, ...bytes, clusterConnectionData }]]);
  const one = { ...state, applicationSweep: swept(state.applicationSweep, sampleNow, { items }) };
  expect(rowsOf(one, 'listedApplication')).toEqual(new Map([['app-1', [1, 2, 3, 4, 5, 6, 7, 8.13, 9, 10]]]));
});

test.each<[string, readonly Partial<Stream>[], readonly (number | null)[]]>([
  [
    'one',
    [{ inBandwidth: 1.234, outBandwidth: 2, viewerCount: 3, healthScore: 90, healthGrade: 'Good' }],
    [1.23, 2, 3, 90, 1],
  ],
  ['nothing known', [{}], [null, null, null, null, null]],
  ['no health', [{ viewerCount: 3, healthScore: 0, healthGrade: 'No Data' }], [null, null, 3, null, 3]],
  ['a real score of 0', [{ healthScore: 0, healthGrade: 'odd' }], [null, null, null, 0, null]],
  [
    'copies are summed, except ingest, where the best copy counts, and health, where the worst counts',
    [
      { inBandwidth: 1, outBandwidth: 2, viewerCount: 3, healthScore: 90, healthGrade: 'Very Good' },
      { inBandwidth: 10, outBandwidth: 20, viewerCount: 30, healthScore: 40, healthGrade: 'Bad' },
    ],
    [10, 22, 33, 40, 2],
  ],
  ['of one copy', [{ inBandwidth: 1, healthScore: 70 }, { viewerCount: 3 }], [1, null, 3, 70, null]],
  ['of the other one', [{ viewerCount: 3 }, { healthScore: 70 }], [null, null, 3, 70, null]],
])('a stream and its copies on other servers are one row: %s', (_what, streams, row) => {
  const copies = streams.map((stream) => ({ application: 'live', ...stream }));
  expect(streamRows(...copies)).toEqual(new Map([['live/one', row]]));
});

test('a rendition is not stored; streams of a key in other applications, or in none, are other streams', () => {
  const keys = (...streams: readonly Partial<Stream>[]) => [...(streamRows(...streams)?.keys() ?? [])];
  const subStreams = [{ streamKey: 'one_720p', name: '720p' }];
  const rendition = { application: 'live', streamKey: 'one_720p' };
  expect(keys({ application: 'live', subStreams }, rendition)).toEqual(['live/one']);
  expect(keys({ application: 'a' }, { application: 'b' }, {})).toEqual(['a/one', 'b/one', '/one']);
});
