import { expect, test } from 'vitest';
import { incidentMetrics } from '../../../src/alerts/alert-labels.ts';
import type { IncidentAlert } from '../../../src/alerts/incident-alert.ts';
import { parseListenAddress } from '../../../src/cli/export/listen.ts';
import { isKnownHost } from '../../../src/cli/export/metrics-server.ts';
import { metricsText } from '../../../src/cli/export/open-metrics.ts';
import { createRequestMetrics, processMetrics } from '../../../src/cli/export/request-metrics.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { createClusterStore } from '../../../src/cluster/store.ts';
import type { Problem } from '../../../src/triage/problem.ts';
import type { Metric } from '../../../src/views/metrics/metric.ts';
import { metrics } from '../../../src/views/metrics/metrics.ts';
import { alertFor, cluster } from '../../alerts/rig.ts';
import { calm } from '../../support/fake-services.ts';
import { parseOpenMetrics, sampleOf } from '../../support/open-metrics.ts';
import { atRisk, sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

/** The families that a reader of OpenMetrics finds. */
async function familiesOf(all: readonly Metric[], cluster?: string) {
  const labels = cluster === undefined ? {} : { labels: { cluster } };
  return parseOpenMetrics((await metricsText([{ metrics: all, ...labels }], 'open')).text);
}

const read = (state: ClusterState, problems: readonly Problem[] = []) =>
  familiesOf(metrics(state, { ...calm, problems }, sampleNow));

test('describes a cluster in OpenMetrics: base units in names and UNIT lines, ratios from 0 to 1', async () => {
  const state = sampleState();
  const families = await read(state);
  const [first] = state.servers;
  const labels = { server: first?.name ?? '' };
  const viewers = state.dashboard.value?.viewersStats?.total?.value;
  expect(sampleOf(families, 'castwatch_cluster_viewers')).toBe(viewers);
  const cpu = first?.server.serverStats?.cpuUsage ?? 0;
  expect(sampleOf(families, 'castwatch_server_cpu_ratio', labels)).toBe(cpu / 100);
  expect(families.get('castwatch_server_cpu_ratio')?.unit).toBe('ratio');
  expect(families.get('castwatch_resource_age_seconds')?.unit).toBe('seconds');
  expect(families.get('castwatch_cluster_in_bytes')).toMatchObject({ type: 'counter', unit: 'bytes' });
  expect(families.get('castwatch_server_up')?.samples).toHaveLength(15);
  for (const family of families.values()) {
    expect(family.help).toBeTruthy();
    for (const { labels } of family.samples)
      expect([...labels.keys()].join()).not.toMatch(/stream|viewer|id/);
  }
});

test('every sample names its cluster, and the version is an info metric', async () => {
  const all = [...processMetrics(sampleNow), ...metrics(sampleState(), calm, sampleNow)];
  const families = await familiesOf(all, 'lab');
  for (const { samples } of families.values())
    for (const { labels } of samples) expect(labels.get('cluster')).toBe('lab');
  expect(families.get('castwatch_build')?.type).toBe('info');
  expect(sampleOf(families, 'castwatch_build')).toBe(1);
  const { text } = await metricsText([{ metrics: all, labels: { cluster: 'lab' } }], 'text');
  expect(text).toMatch(/^castwatch_build_info\{.*version="\d.*\} 1$/m);
});

test('each incident is one series, whose labels stay the same while its figures change', async () => {
  const alertOf = (degraded: number) =>
    alertFor('a"\n\\\x1b[31m\u202e', {
      hit: atRisk(degraded),
      measure: { figure: 'out', unit: 'bytes/s', value: 500_000 * degraded, trend: 'rising' },
    });
  const [small, grown] = [alertOf(40), alertOf(4_000)];
  const incident = { incident: small.id };
  const served = (alert: IncidentAlert) => familiesOf(incidentMetrics([alert], cluster));
  const [before, after] = [await served(small), await served(grown)];
  const labels = (of: typeof before) => [...(of.get('castwatch_incident')?.samples[0]?.labels ?? [])];
  expect(labels(before)).toEqual(labels(after));
  expect(Object.fromEntries(labels(before))).toMatchObject({
    incident: small.id,
    kind: 'server-hot',
    severity: 'critical',
    url: 'https://eu.example.com',
    subject: expect.stringMatching(/^a"[^\n\x1b\u202e]*$/),
    command: `castwatch --profile eu --open incident:${small.id}`,
  });
  const figures = (of: typeof before) =>
    ['affected_viewers', 'value', 'start_time_seconds'].map((name) =>
      sampleOf(of, `castwatch_incident_${name}`, incident),
    );
  expect(figures(before)).toEqual([40, 160e6, small.since / 1000]);
  expect(figures(after)).toEqual([4_000, 16e9, small.since / 1000]);
  expect(sampleOf(after, 'castwatch_incident_problem', incident)).toBe(1);
});

test('equal labels give one sample, and every text of help and labels is escaped', async () => {
  const labels = { server: 'a"\\\n' };
  const samples = [1, 2].map((value) => ({ labels, value }));
  const help = 'a "quoted" \\ word\nand a line';
  const known = { name: 'castwatch_odd', help, samples } as const;
  const gauges = await familiesOf([{ ...known, type: 'gauge' }]);
  expect(sampleOf(gauges, 'castwatch_odd', labels)).toBe(2);
  expect(gauges.get('castwatch_odd')?.samples).toHaveLength(1);
  expect(sampleOf(await familiesOf([{ ...known, type: 'counter' }]), 'castwatch_odd', labels)).toBe(3);
  expect(metricsText([{ metrics: [{ ...known, type: 'counter' }] }], 'text').text).toBe(
    '# HELP castwatch_odd_total a "quoted" \\\\ word\\nand a line\n' +
      '# TYPE castwatch_odd_total counter\ncastwatch_odd_total{server="a\\"\\\\\\n"} 3\n',
  );
});

test('requests are counted by endpoint and outcome, with size, and their durations are a histogram', async () => {
  const requests = createRequestMetrics();
  const asked = { at: 0, endpoint: 'dashboard', method: 'GET', path: '/' } as const;
  const line = { ...asked, duration: 250, bytes: 1_000 };
  for (const _ of [1, 2]) requests.log({ ...line, status: 200 });
  requests.log({ ...line, code: 'TIMEOUT', bytes: 0, duration: 800 });
  const families = await familiesOf(requests.families(), 'eu');
  const sample = (name: string, outcome: string) => sampleOf(families, `castwatch_${name}`, { outcome });
  expect([sample('requests', '200'), sample('requests', 'TIMEOUT')]).toEqual([2, 1]);
  expect(sample('response_bytes', '200')).toBe(2_000);
  const durations = families.get('castwatch_request_duration_seconds');
  const rows = durations?.samples.map(({ labels, value }) => [labels.get('le'), value]);
  expect(rows?.slice(3, 8).join(' ')).toBe('0.1,0 0.25,2 0.5,2 1.0,3 2.5,3');
  expect(rows?.slice(-3).join(' ')).toBe('+Inf,3 ,3 ,1.3');
});

test('expected problems of planned work are counted separately', async () => {
  const work = { at: 1, until: 2, note: '', planned: true } as const;
  const open = sampleProblem({ key: 'a', severity: 'critical' });
  const families = await read(sampleState(), [
    { ...open, acknowledged: work },
    { ...open, key: 'b' },
  ]);
  expect(sampleOf(families, 'castwatch_incidents', { severity: 'critical' })).toBe(1);
  expect(sampleOf(families, 'castwatch_planned_problems')).toBe(1);
});

test('unknown values are absent, not 0', async () => {
  const { getState } = createClusterStore({ name: 'c', url: 'https://c.example' });
  const families = await read(getState());
  const known = 'figure_read figure_undecided incidents judged_seconds login_up planned_problems up';
  expect([...families.keys()].sort()).toEqual(known.split(' ').map((name) => `castwatch_${name}`));
  expect(sampleOf(families, 'castwatch_figure_read', { figure: 'cpu' })).toBeUndefined();
  expect(sampleOf(families, 'castwatch_figure_read', { figure: 'stream_list' })).toBe(0);
  const state = sampleState();
  const value = { viewersStats: { total: { value: 5, limit: null } } };
  const partly = await read({ ...state, dashboard: { ...state.dashboard, value } });
  expect(sampleOf(partly, 'castwatch_cluster_viewers')).toBe(5);
  expect(partly.has('castwatch_cluster_viewers_limit')).toBe(false);
  expect(partly.has('castwatch_cluster_streams')).toBe(false);
});

test.each([
  ['127.0.0.1:65535', '127.0.0.1', 65_535, true],
  ['[::1]:0', '::1', 0, true],
  ['localhost:80', 'localhost', 80, true],
  ['0.0.0.0:17864', '0.0.0.0', 17864, false],
  ['[::]:17864', '::', 17864, false],
  ['metrics.example.com:1', 'metrics.example.com', 1, false],
])('%s is an address', (text, host, port, loopback) => {
  expect(parseListenAddress(text)).toEqual({ host, port, loopback });
});

test.each('|17864|:17864|127.0.0.1|127.0.0.1:|127.0.0.1:65536|::1:17864|a b:1|http://x:1'.split('|'))(
  '%j is refused as an address',
  (text) => {
    expect(() => parseListenAddress(text)).toThrow(/HOST:PORT/);
  },
);

test('clients that do not accept OpenMetrics get the older text format: counters with their suffix, no units', async () => {
  const { type, text } = await metricsText([{ metrics: metrics(sampleState(), calm, sampleNow) }], 'text');
  expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(text).toMatch(/^# TYPE castwatch_cluster_in_bytes_total counter$/m);
  expect(text).not.toMatch(/# UNIT|# EOF/);
  const helped = new Set([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name));
  for (const [, name] of text.matchAll(/^(castwatch_\w+)/gm)) expect(helped).toContain(name);
});

test.each([
  ['127.0.0.1:17864', true],
  ['[::1]:17864', true],
  ['10.1.2.3', true],
  ['localhost:80', true],
  ['LOCALHOST', true],
  ['metrics.example.com:17864', true],
  ['evil.example.net', false],
  ['127.0.0.1.evil.example.net', false],
  ['x.localhost', false],
  ['', false],
  [undefined, false],
])('Host %j is accepted: %s', (host, known) => {
  expect(isKnownHost(host, ['metrics.example.com'])).toBe(known);
});
