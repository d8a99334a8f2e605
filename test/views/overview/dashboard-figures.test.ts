import { expect, test } from 'vitest';
import type { Problem } from '../../../src/triage/problem.ts';
import * as figures from '../../../src/views/overview/dashboard-figures.ts';
import { tonesOf } from '../../support/drawn-table.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';
import { application, bench, cluster, record, server, sweptApplications } from '../../triage/support.ts';

const { clusterFigures, clusterLinkWords, dashboardGroups, managerWords, roleTotals } = figures;
const { dashboard } = sampleState();
const saying = (value: object) => sampleState({ dashboard: { ...dashboard, value } });

test('each group has the values and limits that name it, and a measure that does not name it is unknown', () => {
  const group = (name: string, value: number, limit: number | null) => ({ name, value, limit });
  const transcodeStats = { groups: [group('us', 2, null), group('eu', 3, 4)] };
  const state = saying({ viewersStats: { groups: [group('eu', 40, 100)] }, transcodeStats });
  expect(dashboardGroups({ ...state, dashboard: { ...dashboard, value: undefined } })).toEqual([]);
  expect(dashboardGroups(state)).toEqual([
    { name: 'eu', loads: { viewers: { value: 40, limit: 100 }, transcode: { value: 3, limit: 4 } } },
    { name: 'us', loads: { transcode: { value: 2, limit: null } } },
  ]);
});

test("totals have the average and maximum of the server's history, its bytes and the transcoded share", () => {
  const state = saying({
    viewersStats: { total: { value: 12, limit: 50 }, viewerCountHistory: { average: 10, max: 31 } },
    outgoingTraffic: { totalBytes: 4e12 },
    transcodeStats: { streams: { total: 59, transcoded: 56 } },
  });
  const [viewers, , incoming, outgoing, transcode] = clusterFigures(state, 'bits');
  expect(viewers).toEqual({ label: 'Viewers', value: '12', limit: '50', average: '10', max: '31', sum: '' });
  expect(incoming).toMatchObject({ value: '—', limit: '—', average: '—', max: '—', sum: '—' });
  expect(outgoing?.sum).toBe('4.00 TB');
  expect(transcode?.sum).toBe('56 of 59 streams');
});

test('applications are counted by role where the dashboard counts them', () => {
  const totals = roleTotals(
    saying({ appGroupStats: { origin: { total: 4 }, feed: { total: 0 }, sink: {} } }),
  );
  expect(Object.fromEntries(totals)).toEqual({ origin: 4, feed: 0 });
});

const said = (...changes: readonly Parameters<ReturnType<typeof bench>['step']>[1][]) => {
  const b = bench();
  for (const change of changes) b.step(2_000, change);
  return [...managerWords(b.state()), ...clusterLinkWords(b.state(), [])].map(({ text }) => text).join(' · ');
};

test('links with trouble are counted, also those of a folded problem; other problems are no links', () => {
  const b = bench();
  b.step(2_000, sweptApplications(['a', 'b', 'c', 'd'].map((name) => application({ name }))));
  const trouble = sampleProblem({}, { kind: 'link', facts: { fault: 'stalled', polls: 2 } });
  const many = { ...trouble, folded: { count: 2, first: [] } };
  const words = (...problems: Problem[]) => clusterLinkWords(b.state(), problems).map(({ text }) => text);
  expect(words(sampleProblem())).toEqual(['all 4 links up']);
  expect(words(sampleProblem(), trouble, many)).toEqual(['trouble on 3 of 4 links']);
});

test('managers and links are given in a few words, without unknown figures', () => {
  const links = (up: boolean) =>
    sweptApplications([
      application({ name: 'a', clusterType: true, clusterConnection: up }),
      application({ name: 'b', clusterType: true }),
      application({ name: 'alone', clusterType: false, clusterConnection: false }),
    ]);
  expect(said()).toBe('');
  const { servers } = sampleState();
  const managers = (count: number) => {
    const here = servers.filter(({ server: one }) => !one.clusterManager);
    const some = servers.filter(({ server: one }) => one.clusterManager).slice(0, count);
    return tonesOf(managerWords({ ...sampleState(), servers: [...some, ...here] }));
  };
  const all = ['NO manager crit', '1 manager warn', '2 managers dim'];
  expect([0, 1, 2].flatMap(managers)).toEqual(all);
  expect(said(cluster([server('edge-1')]))).toBe('2 managers');
  expect(said(cluster([]), links(true))).toBe('2 managers · all 2 links up');
  expect(said(cluster([]), links(false))).toBe('2 managers · 1 of 2 links lost');
});

test('a server that is gone has no link, though the last sweep had one; a list that was cut is marked as not complete', () => {
  const b = bench();
  b.step(2_000, sweptApplications([application({ name: 'a' }), application({ name: 'b' })]));
  const edge = server('edge-1', { applications: [{ name: 'a' }] });
  b.step(2_000, (now) => ({ servers: [record(edge, now, { goneSince: now })] }));
  const words = () => clusterLinkWords(b.state(), []).map(({ text }) => text);
  expect(words()).toEqual(['all 1 links up']);
  const { applicationSweep } = b.state();
  const value = applicationSweep.value && { ...applicationSweep.value, truncated: true };
  b.step(2_000, () => ({ applicationSweep: { ...applicationSweep, value } }));
  expect(words()).toEqual(['1 links up']);
});
