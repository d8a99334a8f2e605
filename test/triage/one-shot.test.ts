import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHistory } from '../../src/cluster/create-history.ts';
import type { ClusterState } from '../../src/cluster/state.ts';
import { createClusterStore } from '../../src/cluster/store.ts';
import type { Dashboard } from '../../src/protocol/dashboard.ts';
import { judgeLooks, type Look } from '../../src/triage/one-shot.ts';
import { severityRank } from '../../src/triage/rank.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { performanceFigures } from '../../src/views/metrics/performance.ts';
import { isLong } from '../support/long.ts';
import { sentenceOf } from '../support/sample-problem.ts';
import {
  application,
  cluster,
  cpuOf,
  journal,
  manyStreams,
  recorded,
  START,
  server,
  stream,
  swept,
  sweptApplications,
} from './support.ts';

const thresholds = mergeThresholds();
const empty = createClusterStore({ name: 'test', url: 'http://127.0.0.1' }).getState();

function look(change: (now: number, step: number) => Partial<ClusterState> = () => ({})): Look {
  return { state: { ...empty, session: { ...empty.session, status: 'ok' }, ...change(START, 0) }, at: START };
}

function reported(looks: readonly Look[]): string[] {
  return judgeLooks(looks, thresholds, []).problems.map(({ key, severity }) => `${severity} ${key}`);
}

const withCpu = (cpu: number) => look(cluster([cpuOf('edge-1', cpu)]));

test('a value beyond its threshold in every look is a problem with the mildest severity of them', () => {
  expect(reported([withCpu(98)])).toEqual(['critical server-hot:edge-1']);
  expect(reported([withCpu(98), withCpu(99), withCpu(97)])).toEqual(['critical server-hot:edge-1']);
  expect(reported([withCpu(98), withCpu(91), withCpu(99)])).toEqual(['warning server-hot:edge-1']);
  expect(reported([withCpu(98), withCpu(50), withCpu(99)])).toEqual([]);
  expect(sentenceOf(judgeLooks([withCpu(98), withCpu(91)], thresholds, []).problems[0])).toContain('CPU 91%');
});

test('of equal severity the lowest figure is reported, and that it began before the looks', () => {
  const looks = [99, 98].map(withCpu);
  for (const order of [looks, looks.toReversed()]) {
    const [problem] = judgeLooks(order, thresholds, []).problems;
    expect(sentenceOf(problem)).toContain('CPU 98%');
    expect(problem?.since.known).toBe('before');
  }
});

const failing = (key: 'dashboard' | 'topology') =>
  look(() => ({ [key]: { ...empty[key], error: { code: 'X', message: 'no', since: START } } }));

test('a resource that no look could read is reported, except the dashboard, without which nothing is judged', () => {
  expect(reported([])).toEqual([]);
  expect(reported([failing('topology'), failing('topology')])).toEqual(['warning stale:topology']);
  expect(reported([look(), failing('topology')])).toEqual([]);
  expect(reported([failing('dashboard')])).toEqual([]);
});

test('a request for one object gives the problems that concern it, by name', () => {
  const all = look(swept(manyStreams(3, () => ({ healthScore: 10 }))));
  const looks = [{ ...all, state: { ...all.state, topology: failing('topology').state.topology } }];
  const keys = (concerns: Parameters<typeof judgeLooks>[3]) =>
    judgeLooks(looks, thresholds, [], concerns).problems.map(({ key }) => key);
  expect(keys(undefined)).toEqual(['streams:application/live', 'stale:topology']);
  expect(keys(({ kind }) => kind === 'stream-unhealthy')).toHaveLength(3);
  expect(keys(({ key }) => key === 'stale:topology')).toEqual(['stale:topology']);
});

test('a look without an answer neither raises nor clears', () => {
  const sick = look(swept([stream({ healthScore: 10, viewerCount: 900 })]));
  const unread = look();
  expect(reported([sick, unread])).toEqual(['critical stream-unhealthy:live/news']);
  expect(reported([unread])).toEqual([]);
});

test('a row of many is reported for those that stand in every look, however many one look has', () => {
  const streams = (count: number) =>
    manyStreams(40, (at) => ({ healthScore: at < count ? 10 : 95, viewerCount: 40 - at }));
  const sick = (count: number) => look(swept(streams(count)));
  expect(reported([sick(40), sick(30)])).toEqual(['critical stream-unhealthy:many/live']);
  expect(sentenceOf(judgeLooks([sick(40), sick(30)], thresholds, []).problems[0])).toMatch(/^30 streams/);
  const two = look(swept(streams(40).slice(38)));
  const keys = [38, 39].map((at) => `warning stream-unhealthy:live/s${at}`);
  expect(reported([sick(40), two])).toEqual(keys);
});

test('a journal that reaches back shows a storm; one that does not shows only which object writes most', () => {
  const entry = (ago: number) => ({ at: START - ago, object: 'Auth', message: 'x' });
  const storm = Array.from({ length: 200 }, (_, index) => entry(40_000 - 200 * index));
  const before = entry(540_000);
  expect(reported([look(journal([before, ...storm]))])).toEqual(['warning journal-storm:Auth']);
  expect(reported([look(journal(storm))])).toEqual([]);
});

test('a loss that the cluster itself reports stands until its streams are back', () => {
  // A point of the dashboard's own history every ten seconds, the newest ten seconds ago.
  const withPast = (streams: readonly number[], now: number) => {
    const history = (values: readonly number[]) => ({
      data: values.map((value, index) => ({ timestamp: START - 10_000 * (values.length - index), value })),
    });
    const dashboard = {
      streamStats: { total: { value: now, limit: null }, streamCountHistory: history(streams) },
    };
    return look(recorded(createHistory(), cluster([], dashboard as Partial<Dashboard>), 10_000));
  };
  const fell = [60, 60, 60, 60, 48, 48, 48, 50];
  expect(reported([withPast(fell, 50)])).toEqual(['critical loss:streams']);
  const [loss] = judgeLooks([withPast(fell, 50)], thresholds, []).problems;
  expect(loss).toMatchObject({ since: { at: START - 40_000 } });
  expect(sentenceOf(loss)).toBe('−10 of 60 streams (17%); nothing in common is known');
  expect(reported([withPast([...fell, 60], 60)])).toEqual([]);
  // One odd point is no loss.
  expect(reported([withPast([60, 60, 60, 60, 40, 60, 60], 60)])).toEqual([]);
});

test('a stream far below its mean since the publisher came is reported, without a usual bitrate', () => {
  const bringing = (share: number, duration: number) =>
    look(swept([stream({ inBandwidth: share * 1e6, inTotalBytes: duration * 1e3, duration })]));
  expect(reported([bringing(0.3, 3_600_000)])).toEqual(['critical ingest-bitrate:live/news']);
  expect(reported([bringing(0.6, 3_600_000)])).toEqual([]);
  // The mean of a few minutes is not reliable.
  expect(reported([bringing(0.3, 300_000)])).toEqual([]);
  expect(judgeLooks([bringing(0.6, 3_600_000)], thresholds, []).notJudged).toContain(
    'ingest bitrates that swing or are a little below their usual',
  );
});

test('figures that need history are not judged, and that is said', () => {
  const looks = [true, false].map((clusterConnection) =>
    look(sweptApplications([application({ clusterConnection })])),
  );
  const { problems, notJudged } = judgeLooks(looks, thresholds, []);
  expect(problems).toEqual([]);
  const restarted = { at: START, kind: 'restart', subject: 'live', message: 'counters fell' } as const;
  expect(reported([look(() => ({ events: [restarted] }))])).toEqual([]);
  expect(notJudged).toEqual(expect.arrayContaining(['zombie streams', 'restarts', 'servers that vanished']));
});

const compared = ['viewers', 'transcode_tasks', 'cpu_max', 'mem_max', 'bandwidth_max'];

test('figures and verdict never contradict each other', () => {
  const percent = fc.double({ min: 85, max: 100, noNaN: true });
  const limit = fc.constantFrom(100, 104, 123, null);
  const load = fc.record({ value: fc.integer({ min: 80, max: 130 }), limit });
  const one = fc.record({ a: percent, b: percent, mem: percent, out: percent, viewers: load, tasks: load });
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), (values) => {
      const looks = values.map(({ a, b, mem, out, viewers, tasks }) => {
        const servers = [
          server('a', { serverStats: { cpuUsage: a, memUsage: mem } }),
          server('b', { serverStats: { cpuUsage: b, outBandwidth: { usage: out, cap: 100 } } }),
        ];
        const totals = { viewersStats: { total: viewers }, transcodeStats: { total: tasks } };
        return look(cluster(servers, totals));
      });
      const { problems } = judgeLooks(looks, thresholds, []);
      const states = looks.map(({ state }) => state);
      const worst = Math.max(-1, ...problems.map(({ severity }) => severityRank[severity]));
      const figures = performanceFigures(states, problems, thresholds);
      expect(figures.map(({ label }) => label)).toEqual(expect.arrayContaining(compared));
      for (const { label, value, warn, crit } of figures) {
        const isBeyond = (limit: unknown) => typeof limit === 'number' && value >= limit;
        const orWarning = isBeyond(warn) ? 'warning' : 'info';
        const beyond = isBeyond(crit) ? 'critical' : orWarning;
        expect(worst, `${label}=${value};${warn};${crit}`).toBeGreaterThanOrEqual(
          beyond === 'info' ? -1 : severityRank[beyond],
        );
      }
    }),
    { numRuns: isLong ? 500 : 100 },
  );
});
