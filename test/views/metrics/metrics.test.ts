import { expect, test } from 'vitest';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { framesOf } from '../../../src/history/samples/frames.ts';
import { mergeThresholds } from '../../../src/triage/thresholds.ts';
import { counter, gauge, labelText, type Metric, tally } from '../../../src/views/metrics/metric.ts';
import { metrics } from '../../../src/views/metrics/metrics.ts';
import { streamFigures } from '../../../src/views/metrics/performance.ts';
import { calm } from '../../support/fake-services.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { application, edge, record, stream, swept, sweptApplications } from '../../triage/support.ts';

/** The samples of a metric as `label=value number`; `undefined` where the metric is absent. */
function samples(all: readonly Metric[], name: string): string[] | undefined {
  const metric = all.find((one) => one.name === `castwatch_${name}`);
  return metric?.samples.map(({ labels, value }) =>
    [...Object.entries(labels).map((pair) => pair.join('=')), value].join(' '),
  );
}
const of = (
  changes: Partial<ClusterState>,
  name: string,
  { now = sampleNow, mostStreams = 0, triage = calm } = {},
) => samples(metrics({ ...sampleState(), ...changes }, triage, now, mostStreams), name);
const { dashboard } = sampleState();

test('a figure is exported while it is at most three intervals old', () => {
  const at = (ms: number) => of({}, 'cluster_viewers', { now: sampleNow + ms });
  expect(at(6_000)).toHaveLength(1);
  expect(at(6_001)).toBeUndefined();
});

test('a resource is up until it failed or was not requested for two intervals', () => {
  const up = (changes: Partial<ClusterState>, ms: number) => [
    of(changes, 'up', { now: sampleNow + ms })?.[0],
    of(changes, 'login_up', { now: sampleNow + ms })?.[0],
  ];
  expect(up({}, 4_000)).toEqual(['resource=dashboard 1', '1']);
  expect(up({}, 4_001)).toEqual(['resource=dashboard 0', '0']);
  const error = { name: 'TransportError', code: 'TIMEOUT', message: '' } as never;
  expect(up({ dashboard: { ...dashboard, error } }, 0)).toEqual(['resource=dashboard 0', '0']);
  const session = { ...sampleState().session, status: 'refused' as never };
  expect(up({ session }, 0)).toEqual(['resource=dashboard 1', '0']);
});

test('servers are present or gone; a missing server has no other figure', () => {
  const servers = [
    record(edge('b', 5, 1e6), sampleNow),
    record(edge('a', 7, 1e6), sampleNow, { misses: 1 }),
    record(edge('c', 9, 1e6), sampleNow, { misses: 3, goneSince: sampleNow }),
  ];
  expect(of({ servers }, 'servers')).toEqual(['presence=present 1', 'presence=gone 1']);
  expect(of({ servers }, 'server_up')).toEqual(
    [0, 1, 0].map((up, at) => `server=${'abc'[at]} group=EU ${up}`),
  );
  expect(of({ servers }, 'server_viewers')).toEqual(['server=b group=EU 5']);
  expect(of({ servers }, 'servers_without_metrics')).toEqual(['0']);
  const many = Array.from({ length: 2_003 }, (_, index) => record(edge(`s${index}`, 1, 1), sampleNow));
  expect(of({ servers: many }, 'servers_without_metrics')).toEqual(['3']);
  const old = { ...sampleState().topology, updatedAt: undefined };
  expect(of({ servers }, 'servers', { now: sampleNow + 7_000 })).toHaveLength(2);
  expect(of({ servers, topology: old }, 'servers', { now: sampleNow + 7_000 })).toBeUndefined();
});

test('each group has its total and limit under the name that the dashboard uses', () => {
  const groups = ['Europe', '東京', 'São Paulo'].map((name) => `group=${name} 1400000000`);
  expect(of({}, 'group_out_limit_bytes_per_second')).toEqual(groups);
  const graded = ['Very Good 5', 'Good 2', 'Bad 2', 'No Data 1'].map((row) => `grade=${row}`);
  expect(of({}, 'cluster_streams_by_grade')).toEqual(graded);
  const many = Array.from({ length: 510 }, (_, index) => ({ name: `g${index}`, value: 1, limit: 2 }));
  const viewersStats = { groups: many };
  expect(of({ dashboard: { ...dashboard, value: { viewersStats } } }, 'group_viewers')).toHaveLength(500);
  const labels = Array.from({ length: 60 }, (_, index) => `grade ${index}`);
  const streamHealthSummary = { labels, series: labels.map(() => 1) };
  const graded60 = { dashboard: { ...dashboard, value: { streamHealthSummary } } };
  expect(of(graded60, 'cluster_streams_by_grade')).toHaveLength(50);
});

test('streams and applications are counted by their lists, and absent where these were not read', () => {
  const bad = { streamKey: 'bad', healthScore: 0, healthGrade: 'Very Bad', viewerCount: 40 };
  const closed = stream({ id: 's2', streamKey: 'sport', state: 'CLOSED' });
  const streams = [stream(), closed, stream({ id: 's3', ...bad })];
  const applications = [{}, { name: 'a' }, { name: 'vod', clusterConnection: false }].map(application);
  const lists = { ...swept(streams)(sampleNow, 0), ...sweptApplications(applications)(sampleNow, 0) };
  const states = ['PUBLISHED 2', 'CLOSED 1', 'NOT_PUBLISHED 0'].map((row) => `state=${row}`);
  expect(of(lists, 'read_streams')?.slice(0, 3)).toEqual(states);
  const grades = ['Very Good 2', 'Very Bad 1', 'Good 0', 'Bad 0', 'No Data 0'].map((row) => `grade=${row}`);
  expect(of(lists, 'read_streams_by_grade')).toEqual(grades);
  const types = ['ORIGIN 3', 'MONO 0', 'TRANSCODE 0', 'EDGE 0'].map((row) => `type=${row}`);
  expect(of(lists, 'applications')).toEqual(types);
  const counts = ['unlinked_applications', 'unhealthy_streams', 'viewers_at_risk'];
  expect(counts.flatMap((name) => of(lists, name))).toEqual(['1', '1', '40']);
  expect(of(swept([])(sampleNow, 0), 'viewers_at_risk')).toEqual(['0']);
  const { streamSweep, applicationSweep } = sampleState();
  const never = { updatedAt: undefined };
  const sweeps = { streamSweep: { ...streamSweep, ...never } };
  const unread = { ...sweeps, applicationSweep: { ...applicationSweep, ...never } };
  for (const name of ['read_streams', ...counts]) expect(of(unread, name)).toBeUndefined();
});

test('streams have metrics of their own only on request', () => {
  const two = swept([
    stream({ viewerCount: 5, healthScore: 80, inBandwidth: 10, outBandwidth: 20 }),
    stream({ id: 's2', viewerCount: 6, healthScore: 60, inBandwidth: 30, outBandwidth: undefined }),
    stream({ id: 's3', streamKey: 'sport', viewerCount: 1, healthScore: undefined, healthGrade: undefined }),
  ])(sampleNow, 0);
  const all = metrics({ ...sampleState(), ...two }, calm, sampleNow, 1);
  const names = all.flatMap(({ name }) => /^castwatch_(stream(?:_|s_w).*)/.exec(name)?.[1] ?? []);
  expect(names.map((name) => `${name} ${samples(all, name)}`)).toEqual([
    'stream_viewers application=live stream=news 11',
    'stream_in_bytes_per_second application=live stream=news 30',
    'stream_out_bytes_per_second application=live stream=news 20',
    'stream_health_ratio application=live stream=news 0.6',
    'streams_without_metrics 1',
  ]);
  expect(of(two, 'stream_viewers')).toBeUndefined();
});

test('check, export and history count the same for a stream with several copies', () => {
  const copies = [
    stream({ viewerCount: 5, healthScore: 80, inBandwidth: 10, outBandwidth: 20 }),
    stream({ id: 's2', viewerCount: 6, healthScore: 60, inBandwidth: 30, outBandwidth: 40 }),
  ];
  const state = { ...sampleState(), ...swept(copies)(sampleNow, 0) };
  const figures = streamFigures([state], copies[0]?.streamKey ?? '', mergeThresholds());
  const all = 'viewers 11, in_bytes_per_second 30, out_bytes_per_second 60, health_min 60';
  expect(figures.map(({ label, value }) => `${label} ${value}`).join(', ')).toBe(all);
  expect(of(state, 'stream_in_bytes_per_second', { mostStreams: 9 })?.[0]).toMatch(/ 30$/);
  const frame = framesOf(state, undefined).find(({ kind }) => kind === 'stream');
  const [row] = frame?.rows.values() ?? [];
  expect(row?.slice(0, 4)).toEqual([30, 60, 11, 60]);
});

test('values that are not numbers or count backwards are left out', () => {
  const all = [1, 0, -1, null, undefined, Number.NaN, Number.POSITIVE_INFINITY].map((value) => ({ value }));
  expect(gauge('g', '', all).samples.map(({ value }) => value)).toEqual([1, 0, -1]);
  expect(counter('c', '', all).samples.map(({ value }) => value)).toEqual([1, 0]);
});

test('a resource that was never read has no age and no count of unreadable items', () => {
  const never = { dashboard: { ...dashboard, updatedAt: undefined } };
  for (const name of ['resource_age_seconds', 'resource_unreadable_items']) {
    expect(of({}, name)?.[0]).toBe('resource=dashboard 0');
    expect(of(never, name)?.[0]).not.toContain('dashboard');
  }
  expect(of({}, 'resource_age_seconds', { now: sampleNow + 1_500 })?.[0]).toBe('resource=dashboard 1.5');
});

test('words of a server are cut, and those beyond fifty are counted together', () => {
  expect(labelText('x'.repeat(500))).toHaveLength(128);
  const counts = tally(['b', 'a', 'b', 'c', undefined], ['B', 'd']);
  expect(counts.map(({ word, count }) => `${word} ${count}`)).toEqual(['b 2', ' 1', 'a 1', 'c 1', 'd 0']);
  const words = Array.from({ length: 60 }, (_, index) => `w${index}`);
  const many = tally(words, []);
  expect([many.length, many.at(-1)]).toEqual([51, { word: 'other', count: 10 }]);
});
