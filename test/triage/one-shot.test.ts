import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClusterState } from '../../src/cluster/state.ts';
import { createClusterStore } from '../../src/cluster/store.ts';
import { createTriage } from '../../src/triage/engine.ts';
import { judgeLooks, type Look } from '../../src/triage/one-shot.ts';
import { severityRank } from '../../src/triage/rank.ts';
import { allRules } from '../../src/triage/rules/index.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { performanceFigures } from '../../src/views/performance.ts';
import { feed } from './feed.ts';
import { application, cluster, journal, START, server, stream, swept, sweptApplications } from './support.ts';

const thresholds = mergeThresholds();
const empty = createClusterStore({ name: 'test', url: 'http://127.0.0.1' }).getState();

function look(change: (now: number, step: number) => Partial<ClusterState> = () => ({})): Look {
  return {
    state: { ...empty, session: { ...empty.session, status: 'ok' }, ...change(START, 0) },
    at: START,
  };
}

function told(looks: readonly Look[]): string[] {
  return judgeLooks(looks, thresholds, []).problems.map(({ key, severity }) => `${severity} ${key}`);
}

const withCpu = (cpu: number) => look(cluster([server('edge-1', { serverStats: { cpuUsage: cpu } })]));

test('a value beyond its threshold in every look is a problem, as mild as the mildest look', () => {
  expect(told([withCpu(98)])).toEqual(['critical server-hot:edge-1']);
  expect(told([withCpu(98), withCpu(99), withCpu(97)])).toEqual(['critical server-hot:edge-1']);
  expect(told([withCpu(98), withCpu(91), withCpu(99)])).toEqual(['warning server-hot:edge-1']);
  expect(told([withCpu(98), withCpu(50), withCpu(99)])).toEqual([]);
  expect(judgeLooks([withCpu(98), withCpu(91)], thresholds, []).problems[0]?.reason).toContain('CPU 91%');
});

test('a look without an answer neither raises nor clears', () => {
  const sick = look(swept([stream({ healthScore: 10, viewerCount: 900 })]));
  const unread = look();
  expect(told([sick, unread])).toEqual(['critical stream-unhealthy:live/news']);
  expect(told([unread])).toEqual([]);
});

test('many of a kind stand where each of them stands in every look, however many one look has', () => {
  const sick = (count: number) =>
    look(
      swept(
        Array.from({ length: 40 }, (_, at) =>
          stream({
            id: `s${at}`,
            streamKey: `k${at}`,
            healthScore: at < count ? 10 : 95,
            viewerCount: 40 - at,
          }),
        ),
      ),
    );
  expect(told([sick(40), sick(30)])).toEqual(['warning stream-unhealthy:many/live']);
  expect(judgeLooks([sick(40), sick(30)], thresholds, []).problems[0]?.reason).toMatch(/^30 streams/);
  const two = look(
    swept(
      [38, 39].map((at) => stream({ id: `s${at}`, streamKey: `k${at}`, healthScore: 10, viewerCount: 1 })),
    ),
  );
  expect(told([sick(40), two])).toEqual([
    'warning stream-unhealthy:live/k38',
    'warning stream-unhealthy:live/k39',
  ]);
});

test('a journal that reaches back shows a storm; one that does not shows only how chatty its object is', () => {
  const entries = (firstAt: number) =>
    Array.from({ length: 200 }, (_, index) => ({ at: firstAt + index * 200, object: 'Auth', message: 'x' }));
  const storm = entries(START - 40_000);
  const before = { at: START - 540_000, object: 'Auth', message: 'x' };
  expect(told([look(journal([before, ...storm]))])).toEqual(['warning journal-storm:Auth']);
  expect(told([look(journal(storm))])).toEqual([]);
});

test('what needs history is not judged and says so', () => {
  const { problems, notJudged } = judgeLooks(
    [
      look(sweptApplications([application()])),
      look(sweptApplications([application({ clusterConnection: false })])),
    ],
    thresholds,
    [],
  );
  expect(problems).toEqual([]);
  expect(notJudged).toEqual(expect.arrayContaining(['zombie streams', 'restarts', 'servers that vanished']));
});

test('what a watcher tells of a state that lasts, one look at it tells as well', () => {
  const history = new Set(allRules([]).flatMap((rule) => (rule.history === undefined ? [] : [rule.name])));
  for (const scenario of ['peak', 'incident', 'steady'] as const) {
    const source = feed(scenario, 7, 2_000);
    for (let poll = 0; poll < 70; poll++) source.next();
    const { state, now } = source.next();
    // The same bytes again and again, for longer than any rule waits; no rule may see an old one as stale.
    const frozen = (at: number): ClusterState => ({ ...state, ...refreshed(state, at) });
    const triage = createTriage({ thresholds });
    for (let at = now; at < now + 400_000; at += 2_000) triage.step(frozen(at), at);
    const watched = triage.state().problems.filter(({ rule }) => !history.has(rule));
    const looked = judgeLooks([{ state: frozen(now), at: now }], thresholds, []).problems;
    const words = (problems: typeof looked) =>
      problems.map(({ key, severity }) => `${severity} ${key}`).sort();
    expect(words(looked), scenario).toEqual(words(watched));
  }
});

/**
 * Every resource read at `at`. Counters are left out: they would stand still. So are servers that are gone: they belong
 * to the past, which one look does not have.
 */
function refreshed(state: ClusterState, at: number): Partial<ClusterState> {
  const { streamSweep, applicationSweep } = state;
  const without = <T, K extends keyof T>(items: ReadonlyMap<string, T> | undefined, counter: K) =>
    new Map([...(items ?? [])].map(([id, item]) => [id, { ...item, [counter]: undefined }]));
  const sweep = <T>(items: ReadonlyMap<string, T>) => ({
    items,
    totalItems: items.size,
    completedAt: at,
    truncated: false,
  });
  return {
    dashboard: { ...state.dashboard, updatedAt: at },
    topology: { ...state.topology, updatedAt: at },
    journalResource: { ...state.journalResource, updatedAt: at },
    streamSweep: {
      ...streamSweep,
      updatedAt: at,
      value: sweep(without(streamSweep.value?.items, 'inTotalBytes')),
    },
    applicationSweep: {
      ...applicationSweep,
      updatedAt: at,
      value: sweep(without(applicationSweep.value?.items, 'clusterConnectionData')),
    },
    servers: state.servers.filter(({ misses }) => misses === 0),
    session: { ...state.session, status: 'ok' },
  };
}

const compared = ['viewers', 'transcode_tasks', 'cpu_max', 'mem_max', 'bandwidth_max'];

test('figures and verdict never contradict each other', () => {
  const percent = fc.double({ min: 85, max: 100, noNaN: true });
  const load = fc.record({
    value: fc.integer({ min: 80, max: 130 }),
    limit: fc.constantFrom(100, 104, 123, null),
  });
  const one = fc.record({ a: percent, b: percent, mem: percent, out: percent, viewers: load, tasks: load });
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), (values) => {
      const looks = values.map(({ a, b, mem, out, viewers, tasks }) =>
        look(
          cluster(
            [
              server('a', { serverStats: { cpuUsage: a, memUsage: mem } }),
              server('b', { serverStats: { cpuUsage: b, outBandwidth: { usage: out, cap: 100 } } }),
            ],
            { viewersStats: { total: viewers }, transcodeStats: { total: tasks } },
          ),
        ),
      );
      const { problems } = judgeLooks(looks, thresholds, []);
      const states = looks.map(({ state }) => state);
      const worst = Math.max(-1, ...problems.map(({ severity }) => severityRank[severity]));
      const figures = performanceFigures(states, problems, thresholds);
      expect(figures.map(({ label }) => label)).toEqual(expect.arrayContaining(compared));
      for (const { label, value, warn, crit } of figures) {
        const beyond =
          typeof crit === 'number' && value >= crit
            ? 'critical'
            : typeof warn === 'number' && value >= warn
              ? 'warning'
              : 'info';
        expect(worst, `${label}=${value};${warn};${crit}`).toBeGreaterThanOrEqual(
          beyond === 'info' ? -1 : severityRank[beyond],
        );
      }
    }),
    { numRuns: 500 },
  );
});
