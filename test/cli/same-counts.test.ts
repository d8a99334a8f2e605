import { expect, test } from 'vitest';
import { createAlertMaker } from '../../src/alerts/incident-alert.ts';
import { count, rate } from '../../src/base/format.ts';
import { checkCluster } from '../../src/cli/check/cluster.ts';
import { collectSnapshot } from '../../src/cli/snapshot/collect.ts';
import { snapshotJson } from '../../src/cli/snapshot/json.ts';
import { createTriageStore } from '../../src/session/triage-store.ts';
import type { ScenarioName } from '../../src/simulator/scenarios.ts';
import { createTriage } from '../../src/triage/engine.ts';
import { journalReach } from '../../src/triage/memory/journal.ts';
import { judgeLooks } from '../../src/triage/one-shot.ts';
import { type Harm, type Problem, ruleOf } from '../../src/triage/problem.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { metrics } from '../../src/views/metrics/metrics.ts';
import { incidentCounts } from '../../src/views/problems/counts.ts';
import { countWords } from '../../src/views/problems/problems.ts';
import { textOf } from '../support/drawn-table.ts';
import { fakeServices } from '../support/fake-services.ts';
import { watchLive } from '../support/live.ts';
import { isLong } from '../support/long.ts';
import { rowsOf } from '../support/screen-rows.ts';
import { UiDriver } from '../support/ui-driver.ts';

/*
 * A cluster whose time stands still, seen in every possible way: the counts of the screens, `snapshot`, `check` and
 * `export` must be equal, and all name the same incident first.
 */

const thresholds = mergeThresholds();
const target = { name: 'cluster', url: 'http://127.0.0.1', journalPatterns: [] };
const window = { columns: 200, rows: 60 };
/** Longer than any rule waits. */
const WATCHED_MS = 300_000;
/** Meanwhile every answer is the same, so polls can be this many times rarer. */
const SELDOM = 3;

/** Scenarios, and the seconds after their beginning at which time stands still. */
const seconds: Partial<Record<ScenarioName, readonly number[]>> = {
  incident: isLong ? [130, 70, 300] : [130],
  sick: [130],
  ...(isLong && {
    steady: [60],
    'topology-fails': [150],
    'publisher-flap': [120, 400],
    'journal-flood': [200],
    'ingest-decay': [400],
    'origin-crash': [150],
  }),
};
const moments = Object.entries(seconds).flatMap(([scenario, all]) =>
  all.map((second) => [scenario as ScenarioName, second] as const),
);

/** The cluster as every command and screen shows it, once every rule has had its time. */
async function everyOutput(scenario: ScenarioName, seconds: number) {
  // More unhealthy streams than any list has rows, and still quick to read.
  const size = scenario === 'sick' ? { servers: 10, streams: 250 } : {};
  const live = await watchLive(scenario, 7, { standsAt: 1_000 * seconds, ...size });
  try {
    const { clock, store } = live;
    const triage = createTriageStore(createTriage({ thresholds }), clock);
    store.subscribe((state) => triage.step(state));
    live.monitor.setPace(SELDOM);
    await live.run(WATCHED_MS);
    live.monitor.setPace(1);
    const base = fakeServices(store.getState());
    const session = { ...base.session, monitor: live.monitor };
    const services = { ...base, clock, cluster: store, triage, session };
    const { runtime } = new UiDriver(services, window, 'overview');
    const { ui } = runtime;
    runtime.start();
    const area = { x: 0, y: 0, width: window.columns, height: window.rows };
    const screens = { streams: '', servers: '', applications: '', problems: '', overview: '' };
    for (const screen of Object.keys(screens) as (keyof typeof screens)[]) {
      ui.setState({ screen });
      await live.run(10_000);
      screens[screen] = rowsOf(runtime.panes(), area).join('\n');
    }
    const paneOf = (id: string) => runtime.panes().find((one) => one.id === id);
    const linked = (id: string) => {
      const links = paneOf(id)?.lines.flatMap((line) => line.map(({ link }) => link));
      return links?.find((link) => link?.kind === 'problem')?.key;
    };
    const [banner, overview] = [linked('chrome.problem'), linked('overview.problems')];
    ui.setState({ screen: 'problems' });
    runtime.draw();
    const list = paneOf('problems.standing')?.list?.ids[0];
    runtime.stop();
    const { problems } = triage.getState();
    const maker = createAlertMaker({ ...target, profile: undefined, runbook: undefined });
    const [alert] = maker(problems, store.getState());
    const first = { banner, overview, list, 'record and export': alert?.keys[0] };
    const exported = metrics(store.getState(), triage.getState(), clock.now());
    const wanted = { timeoutMs: 60_000, judged: journalReach(thresholds) };
    const looked = await live.until(collectSnapshot(live.connection, target, clock, wanted));
    const judged = judgeLooks([{ state: looked.state, at: clock.now() }], thresholds, []);
    const snapshot = snapshotJson(looked, judged, clock.now());
    const plan = { thresholds, ranges: { warn: new Map(), crit: new Map() } };
    const check = await live.until(
      checkCluster(live.connection, target, clock, { ...plan, polls: 2, intervalMs: 0, timeoutMs: 60_000 }),
    );
    const sample = (name: string, labels: Readonly<Record<string, string>> = {}) => {
      const samples = exported.find((metric) => metric.name === `castwatch_${name}`)?.samples;
      const isMeant = (one: { labels?: object }) =>
        Object.entries(labels).every(([label, value]) => Reflect.get(one.labels ?? {}, label) === value);
      return samples?.find(isMeant)?.value;
    };
    const figure = (label: string) => check.figures.find((one) => one.label === label)?.value;
    return { screens, problems, first, sample, figure, snapshot, check };
  } finally {
    await live.close();
  }
}

type Way = Awaited<ReturnType<typeof everyOutput>>;

/** The measures of the dashboard: their names in `snapshot`, in `export` and `check`, and their words on the Overview. */
const measures = [
  ['viewers', 'viewers', (value: Value) => `▶ ${count(value)} `],
  ['streams', 'streams', (value: Value) => `│ ${count(value)} streams `],
  ['inBytesPerSecond', 'in_bytes_per_second', (value: Value) => `· ${rate(value)} `],
  ['outBytesPerSecond', 'out_bytes_per_second', (value: Value) => ` ${rate(value)} of `],
  ['transcodeTasks', 'transcode_tasks', (value: Value) => ` ${count(value)} of `],
] as const;

type Value = number | null | undefined;

function expectTotals({ screens, sample, figure, snapshot }: Way): void {
  const [, path = ''] = screens.overview.split('─ Signal path ─');
  for (const [member, metric, shown] of measures) {
    const { value } = snapshot.totals[member];
    expect([sample(`cluster_${metric}`), figure(metric)], member).toEqual([value, value]);
    expect(path.split('─ Traffic ─')[0], member).toContain(shown(value));
  }
}

function expectGrades({ screens, sample, snapshot }: Way): void {
  expect(snapshot.health.length).toBeGreaterThan(3);
  for (const { grade, streams, viewers } of snapshot.health) {
    expect(sample('cluster_streams_by_grade', { grade }), grade).toBe(streams.count);
    expect(sample('cluster_viewers_by_grade', { grade }), grade).toBe(viewers.count);
    const row = new RegExp(`│ ${grade} +${count(streams.count)} [━╸─]+ +${count(viewers.count)} [━╸─]`);
    expect(screens.overview).toMatch(row);
  }
}

function expectServers({ screens, sample, figure, snapshot }: Way): void {
  const here = snapshot.servers.length;
  expect([sample('servers', { presence: 'present' }), figure('servers')]).toEqual([here, here]);
  for (const screen of [screens.overview, screens.servers])
    expect(screen).toMatch(new RegExp(`─ Servers ─.* ${count(here)} up · hottest first`));
}

function expectLists({ screens, sample, snapshot }: Way): void {
  const { streams, applications } = snapshot.resources;
  expect(sample('listed_streams')).toBe(streams.total);
  expect(screens.streams).toMatch(new RegExp(`─ Streams ─.* 1 of ${count(streams.total)}`));
  expect(screens.applications).toMatch(new RegExp(`─ Applications ─.* 1 of ${count(applications.total)}`));
}

function expectFirst({ first, problems }: Way): void {
  expect(first.banner === undefined).toBe(problems.length === 0);
  for (const [way, key] of Object.entries(first)) expect([way, key]).toEqual([way, first.banner]);
}

/** The words for unhealthy streams: their number, and the viewers at risk. */
function expectUnhealthy({ screens, problems, sample, snapshot, check }: Way): void {
  const streams = sample('unhealthy_streams') ?? Number.NaN;
  const atRisk = sample('viewers_at_risk');
  const title = streams === 0 ? 'none' : `▲ ${count(streams)}, ${count(atRisk)} viewers at risk`;
  expect(screens.streams).toContain(` ${title} · of all `);
  expect(aboutStreams(check.problems)).toEqual(aboutStreams(problems));
  expect(aboutStreams(problems).streams).toBe(streams);
  const about = snapshot.problems.filter(({ rule }) => isAboutStreams(rule));
  expect(affected(about)).toBe(aboutStreams(problems).affected);
  const hit = about.flatMap(({ hit }) => hit.streams?.first ?? []);
  const isEachNamed = about.every(({ hit }) => (hit.streams?.count ?? 0) <= (hit.streams?.first.length ?? 0));
  if (!isEachNamed) return;
  const own = snapshot.streams.filter(({ application, streamKey }) =>
    hit.some((one) => one.name === streamKey && one.application === application),
  );
  expect(own.reduce((sum, { viewersAtRisk }) => sum + Number(viewersAtRisk ?? 0), 0)).toBe(atRisk ?? 0);
}

const isAboutStreams = (rule: string) => /^(stream|ingest)-/.test(rule);

function aboutStreams(problems: readonly Problem[]) {
  const told = problems.filter((problem) => isAboutStreams(ruleOf(problem)));
  const streams = told.reduce((sum, { folded }) => sum + (folded?.count ?? 1), 0);
  return { streams, affected: affected(told) };
}

/** Affected viewers in total; undefined when all that have some are unknown. */
function affected(
  told: readonly { readonly hit: { readonly viewers?: Harm | null | undefined } }[],
): number | undefined {
  const known = told.flatMap(({ hit }) => (hit.viewers ? hit.viewers.lost + hit.viewers.degraded : []));
  return told.length > 0 && known.length === 0 ? undefined : known.reduce((sum, risk) => sum + risk, 0);
}

function expectProblems({ screens, problems, sample, snapshot, check }: Way): void {
  expect(snapshot.problems.map(({ key, severity, hit }) => [key, severity, hit.viewers])).toEqual(
    check.problems.map(({ key, severity, hit }) => [key, severity, hit.viewers ?? null]),
  );
  const open = incidentCounts(problems);
  for (const severity of ['critical', 'warning', 'info'] as const)
    expect(sample('incidents', { severity })).toBe(open[severity]);
  const [header = ''] = screens.overview.split('\n');
  const counts = textOf(countWords(problems));
  if (problems.length > 0) expect(header.replaceAll(/ +/g, ' ')).toContain(counts.replaceAll(/ +/g, ' '));
  expect(screens.problems).toContain(counts);
  // A single look shows no more than the monitor knows; a rule with memory may use a better name.
  const known = new Set(problems.map(({ key }) => key.slice(key.indexOf(':'))));
  for (const { key } of snapshot.problems) expect(known).toContain(key.slice(key.indexOf(':')));
}

test.each(moments)(
  '%s after %i s: every command and screen counts the same, and names the same incident first',
  async (scenario, seconds) => {
    const ways = await everyOutput(scenario, seconds);
    expectTotals(ways);
    expectGrades(ways);
    expectServers(ways);
    expectLists(ways);
    expectUnhealthy(ways);
    expectProblems(ways);
    expectFirst(ways);
  },
);
