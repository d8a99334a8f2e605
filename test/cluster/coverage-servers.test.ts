import { expect, test } from 'vitest';
import { serverCoverage } from '../../src/cluster/coverage-servers.ts';
import { reduceDashboard } from '../../src/cluster/reduce-dashboard.ts';
import { createClusterStore } from '../../src/cluster/store.ts';
import type { Dashboard } from '../../src/protocol/dashboard.ts';
import type { Server } from '../../src/protocol/topology.ts';
import { server } from '../triage/support.ts';

/** What is known of each figure after a dashboard with these servers, of which these paths could not be read. */
function coverage(
  servers: readonly Server[] | undefined,
  unread: readonly string[] = [],
  more: Partial<Dashboard> = {},
) {
  const store = createClusterStore({ name: 'c', url: 'http://c' });
  const unreadable = unread.map((path) => ({ path, reason: 'odd', item: /\.\d+$/.test(path) }));
  const value = { ...more, ...(servers && { topology: [...servers] }) } as Dashboard;
  const state = reduceDashboard(store.getState(), { value, unreadable, generatedAt: undefined }, 1_000);
  const rows = serverCoverage(state);
  return (figure: string) => {
    const row = rows.find((one) => one.figure === figure);
    return row && `${row.reading}${row.decides ? ', decides' : ''}`;
  };
}

const four = ['a', 'b', 'c', 'd'].map((name) => server(name, { clusterManager: name === 'a' }));
const without = (...names: readonly string[]) =>
  four.map((one) =>
    names.includes(one.serverName)
      ? { ...one, serverStats: { ...one.serverStats, cpuUsage: undefined } }
      : one,
  );

test('servers that are all there, with all figures, are read', () => {
  const of = coverage(four);
  for (const figure of ['servers', 'managers', 'group servers', 'cpu', 'mem', 'bandwidth'])
    expect([figure, of(figure)]).toEqual([figure, 'read']);
});

test('without a list of servers nothing is known of them', () => {
  expect(coverage(undefined)('servers')).toBe('not looked, decides');
  expect(coverage(undefined, ['data.topology'])('servers')).toBe('unreadable, decides');
});

test('a server that was left out decides, because it could be the sick one', () => {
  expect(coverage(four, ['data.topology.4'])('servers')).toBe('unreadable, decides');
});

test('a figure that only some servers report could be hidden for the others; one that none reports is not measured', () => {
  expect(coverage(without('a'))('cpu')).toBe('absent, decides');
  expect(coverage(without('a', 'b', 'c', 'd'))('cpu')).toBe('absent');
  expect(coverage(without('a', 'b', 'c', 'd'), ['data.topology.0.serverStats.cpuUsage'])('cpu')).toBe(
    'unreadable, decides',
  );
});

test('the load of applications decides only where something of it could not be read', () => {
  expect(coverage(four)('application load')).toBe('read');
  for (const path of ['data.topology.0.applications', 'data.topology.0.applications.1.viewers'])
    expect(coverage(four, [path])('application load'), path).toBe('unreadable, decides');
  expect(coverage(four, ['data.topology.0.applications.1.name'])('application load')).toBe('read');
});

test('a server that does not say whether it is a manager matters while there are not enough others', () => {
  const flags = (...all: readonly (boolean | undefined)[]) =>
    all.map((clusterManager, index) => server(`s-${index}`, { clusterManager }));
  expect(coverage(flags(true, false, undefined))('managers')).toBe('read');
  expect(coverage(flags(false, false, undefined))('managers')).toBe('absent, decides');
  expect(coverage(flags(undefined, undefined))('managers')).toBe('absent');
  const path = ['data.topology.2.clusterManager'];
  expect(coverage(flags(true, false, undefined), path)('managers')).toBe('unreadable, decides');
  expect(coverage(flags(true, true, undefined), path)('managers')).toBe('unreadable');
});

test('which group a server is in matters where the dashboard requires a number of servers', () => {
  const groups = { groups: [{ name: 'EU', value: 4, limit: 4 }] };
  const wanted = { appGroupStats: { edge: { total: 4, ...groups } } } as unknown as Partial<Dashboard>;
  const lost = four.map((one, index) =>
    index === 0 ? { ...one, groupName: undefined, applications: undefined } : one,
  );
  expect(coverage(four, [], wanted)('group servers')).toBe('read');
  expect(coverage(lost)('group servers')).toBe('read');
  expect(coverage(lost, [], wanted)('group servers')).toBe('absent, decides');
  expect(coverage(four, ['data.appGroupStats.edge'], wanted)('group servers')).toBe('unreadable, decides');
});
