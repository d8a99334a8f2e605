import { expect, test } from 'vitest';
import type { Resource, ServerRecord } from '../../src/cluster/state.ts';
import type { Dashboard } from '../../src/protocol/dashboard.ts';
import type { Severity } from '../../src/triage/problem.ts';
import type { Finding, Rule, RuleInput } from '../../src/triage/rule.ts';
import { healthSide } from '../../src/triage/rules/health-side.ts';
import { manager } from '../../src/triage/rules/manager.ts';
import { isDoubtful } from '../../src/triage/rules/servers.ts';
import { stale } from '../../src/triage/rules/stale.ts';
import { topologyDoubt } from '../../src/triage/rules/topology-doubt.ts';
import { totals } from '../../src/triage/rules/totals.ts';
import { defaultThresholds as t } from '../../src/triage/thresholds.ts';
import { sentenceOf, worded } from '../support/sample-problem.ts';
import { bare, bench, record, START, server, swept } from './support.ts';

const empty = bench().state();

function evaluate(rule: Rule, state: object, standing?: Severity) {
  const facts = { state: { ...empty, ...state }, streams: { tracks: new Map() } };
  const context = { now: START, thresholds: t, active: () => standing };
  return rule.evaluate(facts as unknown as RuleInput, context);
}

test('totals disagree from ten streams and a share of them on, and until they are clearly nearer', () => {
  const said = (listed: number, counted: number, standing?: Severity) => {
    const { dashboard } = bare([], { streamStats: { total: { value: counted } } })(START, 0);
    const [finding] = evaluate(totals, { dashboard, ...swept([], listed)(START, 0) }, standing);
    return sentenceOf(finding as Finding | undefined).split(': ')[1];
  };
  expect([said(10, 19), said(9, 19), said(19, 9)]).toEqual([
    undefined,
    'they differ by 53%',
    'they differ by 53%',
  ]);
  const listed = 1_000 - 10 * t.totalsDiffer;
  expect([said(listed, 1_000), said(listed + 1, 1_000)]).toEqual([
    `they differ by ${t.totalsDiffer}%`,
    undefined,
  ]);
  expect(said(listed + 1, 1_000, 'info')).toBeDefined();
});

/** A dashboard with so many viewers, and streams, of which so many percent have a bad grade. */
function health(viewers: number, badViewers: number, badStreams: number | undefined): Partial<Dashboard> {
  const summary = (of: number, percent: number) => {
    const bad = (of * percent) / 100;
    return { labels: ['Good', 'Bad', 'No Data'], series: [of - bad, bad, 5_000] };
  };
  const streams = badStreams === undefined ? null : summary(1_000, badStreams);
  return { viewerHealthSummary: summary(viewers, badViewers), streamHealthSummary: streams };
}

const sideOf = (stats: Partial<Dashboard>, standing?: Severity) =>
  sentenceOf(evaluate(healthSide, bare([], stats)(START, 0), standing)[0] as Finding | undefined).split(
    ': ',
  )[1];

test('viewers and half as many of the streams bad is ingest, fewer streams is delivery', () => {
  const [ingest, delivery] = ['ingest, both are bad', 'delivery, streams are fine'];
  expect([sideOf(health(1_000, 80, 10)), sideOf(health(1_000, 80, 9.9))]).toEqual([ingest, delivery]);
  // While it stands below its threshold, half of what there is.
  const low = t.badShareWarn - 4;
  expect([
    sideOf(health(1_000, low, low / 2), 'warning'),
    sideOf(health(1_000, low, low / 2 - 1), 'warning'),
  ]).toEqual([ingest, delivery]);
  const alone = evaluate(healthSide, bare([], health(1_000, 80, undefined))(START, 0))[0] as Finding;
  expect(sentenceOf(alone)).toBe('80% of the viewers (800 of 1.00k) have bad health');
});

test('a share of fewer than twenty graded viewers says nothing', () => {
  expect([sideOf(health(19, 100, 100)), sideOf(health(20, 100, 100))]).toEqual([
    undefined,
    'ingest, both are bad',
  ]);
});

test('servers that do not say who the manager is, or a doubted topology, say nothing of a manager', () => {
  const said = (servers: readonly ServerRecord[], mockupEnabled = false) => {
    const topology = { ...empty.topology, value: { topology: [], mockupEnabled } };
    return evaluate(manager, { servers, topology }).map((one) =>
      one.unmeasured ? `${one.key} ?` : `${one.severity}: ${sentenceOf(one)}`,
    );
  };
  const telling = (name: string, clusterManager: boolean | null, goneSince?: number) =>
    record(server(name, { clusterManager }), START, { goneSince });
  const none =
    'critical: no server says that it is the cluster manager; the cluster cannot coordinate itself';
  expect(said([telling('a', null)])).toEqual(['manager:cluster ?']);
  expect([said([telling('a', false)]), said([telling('a', false)], true)]).toEqual([
    [none],
    ['manager:cluster ?'],
  ]);
  expect(said([telling('a', true), telling('b', true, START), telling('c', true, START)])).toEqual([
    'warning: a is the only cluster manager; b, c are gone: a single point of failure',
  ]);
});

test('an empty topology is doubted, whether the dashboard brings one of its own or not', () => {
  const list = (updatedAt: number, value: object | undefined) =>
    ({ ...empty.topology, updatedAt, value }) as Resource<never>;
  const doubt = (dashboard: object | undefined) =>
    isDoubtful({
      state: { ...empty, dashboard: list(START, dashboard), topology: list(START - 1, { topology: [] }) },
    } as unknown as RuleInput);
  expect([doubt({}), doubt({ topology: [] }), doubt({ topology: [server('a')] })]).toEqual([
    'empty',
    'empty',
    undefined,
  ]);
});

test.each([
  [true, 'Topology is a mockup', /^the server reports mockupEnabled/],
  [false, 'Topology is empty', /^the server lists no servers at all; 1 server was there before; doubted/],
])('a topology that is made up: %s', (mockupEnabled, title, reason) => {
  const topology = { ...empty.topology, updatedAt: START, value: { topology: [], mockupEnabled } };
  const servers = [record(server('a'), START)];
  expect(worded(evaluate(topologyDoubt, { servers, topology }) as readonly Finding[])).toMatchObject([
    { title, reason: expect.stringMatching(reason) },
  ]);
});

test('of all that is polled, one line says how old it is and names the rest', () => {
  const polled = { updatedAt: START - 100_000, interval: 2_000 };
  const state = {
    dashboard: { ...empty.dashboard, ...polled },
    topology: { ...empty.topology, ...polled },
  };
  // What is not polled at all does not count: both are old, so nothing comes.
  expect(worded(evaluate(stale, state)[0] as Finding)).toMatchObject({
    key: 'stale:all',
    severity: 'critical',
    reason: 'nothing new from test: dashboard is stale (also topology); the last good values are shown',
  });
});

test('the dashboard is stale after its time and critical after a longer one, told with its age after two minutes', () => {
  const said = (age: number) => {
    const dashboard = { ...empty.dashboard, updatedAt: START - age, interval: 2_000 };
    const [one] = evaluate(stale, { dashboard }) as readonly Finding[];
    return one && `${one.severity}: ${sentenceOf(one)}`;
  };
  expect([said(t.staleWarn - 1), said(t.staleWarn)]).toEqual([undefined, 'warning: dashboard is stale']);
  expect([said(t.staleCrit - 1), said(t.staleCrit)]).toEqual([
    'warning: dashboard is stale',
    'critical: dashboard is stale',
  ]);
  expect([said(119_999), said(120_000)]).toEqual([
    'critical: dashboard is stale',
    'critical: dashboard is 2m 00s old',
  ]);
});
