import { expect, test } from 'vitest';
import { reduceDashboard } from '../../../src/cluster/reduce-dashboard.ts';
import { createClusterStore } from '../../../src/cluster/store.ts';
import type { Dashboard } from '../../../src/protocol/dashboard.ts';
import type { Server } from '../../../src/protocol/topology.ts';
import { coverageOf } from '../../../src/triage/coverage/coverage.ts';
import { inputs } from '../../../src/triage/coverage/inputs.ts';
import { allRules } from '../../../src/triage/rules/index.ts';
import { edge, server } from '../support.ts';

/** What is known of a figure after a dashboard with these servers, of which these paths could not be read. */
function coverage(
  servers: readonly Server[] | undefined,
  unread: readonly string[] = [],
  more: Partial<Dashboard> = {},
) {
  const store = createClusterStore({ name: 'c', url: 'http://c' });
  const unreadable = unread.map((path) => ({ path, reason: 'odd', item: /\.\d+$/.test(path) }));
  const value = { ...more, ...(servers && { topology: [...servers] }) } as Dashboard;
  const state = reduceDashboard(store.getState(), { value, unreadable, generatedAt: undefined }, 1_000);
  return (figure: string) => {
    const row = coverageOf(state).find((one) => one.figure === figure);
    return row && `${row.reading}${row.decides ? ', decides' : ''}`;
  };
}

const four = ['a', 'b', 'c', 'd'].map((name) => server(name, { clusterManager: name === 'a' }));
/** So many of the four do not tell their CPU. */
const silent = (count: number) =>
  four.map((one, n) =>
    n < count ? { ...one, serverStats: { ...one.serverStats, cpuUsage: n > 0 ? undefined : null } } : one,
  );

test('each judged figure is read by a rule, so that nothing is called unread that nothing rests on', () => {
  const read = new Set(allRules([]).flatMap((rule) => rule.inputs));
  expect(Object.keys(inputs).filter((figure) => !read.has(figure as keyof typeof inputs))).toEqual([]);
});

test('servers are read when all are there with all figures; one that was left out could be the sick one', () => {
  for (const figure of ['servers', 'managers', 'group servers', 'cpu', 'mem', 'bandwidth'])
    expect(coverage(four)(figure), figure).toBe('read');
  expect(coverage(undefined)('servers')).toBe('not looked, decides');
  expect(coverage(undefined, ['data.topology'])('servers')).toBe('unreadable, decides');
  expect(coverage(four, ['data.topology.4'])('servers')).toBe('unreadable, decides');
});

test('a figure decides alike whether one server or all lack it, and whether it is absent or unreadable', () => {
  for (const count of [1, 4]) {
    expect(coverage(silent(count))('cpu')).toBe('absent, decides');
    const path = ['data.topology.0.serverStats.cpuUsage'];
    expect(coverage(silent(count), path)('cpu')).toBe('unreadable, decides');
  }
});

test('a server that does not say whether it is a manager matters while there are not enough others', () => {
  const flags = (...all: readonly (boolean | undefined)[]) =>
    coverage(all.map((clusterManager, index) => server(`s-${index}`, { clusterManager })))('managers');
  expect(flags(true, true, undefined)).toBe('read');
  expect(flags(true, false)).toBe('read');
  expect(flags(true, undefined)).toBe('absent, decides');
  expect(flags(undefined, undefined)).toBe('absent, decides');
});

test('which group a server is in matters where one more could fill a group', () => {
  const wanted = (limit: number) => ({
    appGroupStats: { edge: { total: 4, groups: [{ name: 'EU', limit }] } },
  });
  const edges = ['a', 'b', 'c', 'd'].map((name) => edge(name, 10, 1e6));
  const unsaid = edges.map((one, index) => (index === 0 ? { ...one, groupName: undefined } : one));
  expect(coverage(edges, [], wanted(4))('group servers')).toBe('read');
  expect(coverage(unsaid)('group servers')).toBe('read');
  expect(coverage(unsaid, [], wanted(3))('group servers')).toBe('read');
  expect(coverage(unsaid, [], wanted(4))('group servers')).toBe('absent, decides');
  expect(coverage(unsaid, [], wanted(5))('group servers')).toBe('read');
});

test.each([
  ['Catastrophic', 'unreadable, decides'],
  ['VERY_BAD', 'read'],
  ['NO_DATA', 'read'],
])('viewers with the grade %s: %s', (label, expected) => {
  const viewerHealthSummary = { labels: ['Good', label], series: [1, 900] };
  expect(coverage(four, [], { viewerHealthSummary })('viewer health')).toBe(expected);
});
