import { expect, test } from 'vitest';
import type { ServerRecord } from '../../../src/cluster/state.ts';
import type { Server } from '../../../src/protocol/topology.ts';
import type { Problem, Subject } from '../../../src/triage/problem.ts';
import * as detail from '../../../src/views/servers/detail.ts';
import { byGroup, hottestFirst, serverFilter, sortServers } from '../../../src/views/servers/list.ts';
import { presenceLine as presenceOf } from '../../../src/views/servers/load.ts';
import { serverRows } from '../../../src/views/servers/outline.ts';
import { textOf } from '../../support/drawn-table.ts';
import { sampleProblem } from '../../support/sample-problem.ts';

const { isAboutServer, ofCapWords, serverLinkWords, serverPresence } = detail;
const record = (name: string, more: Partial<Server> = {}, rest: Partial<ServerRecord> = {}): ServerRecord => {
  const server = { serverName: name, ...more };
  return { name, server, lastSeen: 0, misses: 0, goneSince: undefined, ...rest };
};

const stats = (cpuUsage: number, usage: number, cap: number | null) =>
  ({ cpuUsage, memUsage: 10, outBandwidth: { usage, cap } }) as const;

const app = (name: string, type: string, count: number, cap: number | null) => {
  return { applications: [{ name, type, viewers: { count, cap } }] };
};

const servers = [
  record('calm', { serverStats: stats(20, 100, null), groupName: 'b', ...app('live', 'edge', 5, 10) }),
  record('full', { serverStats: stats(30, 99, 100), groupName: 'a', hostName: 'full.example.net' }),
  record('busy', { serverStats: stats(70, 1, 100), groupName: 'a', ...app('vod', 'origin', 7, null) }),
  record('lost', { serverStats: stats(99, 500, 500), groupName: 'a' }, { misses: 5, goneSince: 1000 }),
  record('mute', { groupName: 'b', clusterManager: true }),
];
const names = (records: readonly ServerRecord[]) => records.map((one) => one.name);

test('hottest first orders by the fullest figure, with gone servers at the top', () => {
  expect(names(sortServers(servers, hottestFirst))).toEqual(['lost', 'full', 'busy', 'calm', 'mute']);
  const coolest = { ...hottestFirst, descending: false };
  expect(names(sortServers(servers, coolest)).join(' ')).toBe('lost calm busy full mute');
});

test.each<[string, boolean, string[]]>([
  ['cpu', true, ['busy', 'full', 'calm', 'mute', 'lost']],
  ['cpu', false, ['calm', 'full', 'busy', 'mute', 'lost']],
  ['out', true, ['calm', 'full', 'busy', 'mute', 'lost']],
  ['viewers', true, ['busy', 'calm', 'full', 'mute', 'lost']],
  ['name', false, ['busy', 'calm', 'full', 'lost', 'mute']],
  ['group', true, ['calm', 'mute', 'lost', 'full', 'busy']],
])('orders by %s, descending %s', (key, descending, expected) => {
  expect(names(sortServers(servers, { key, descending }))).toEqual(expected);
});

test.each([
  ['', 'calm full busy lost mute'],
  ['FULL.example', 'full'],
  ['edge', 'calm'],
  ['manager', 'mute'],
  ['a busy', 'busy'],
  ['out>792', 'calm lost'],
  ['nothing', ''],
])('the filter %j leaves %j', (filter, left) => {
  const { test: passes } = serverFilter(filter);
  expect(names(servers.filter((each) => passes(each))).join(' ')).toBe(left);
});

test('a group sums the servers that are here; limits are added, and no known limit is not zero', () => {
  const sorted = sortServers(servers, byGroup);
  const rows = serverRows(sorted, 'groups', []);
  expect(rows.map((row) => row.label)).toEqual(['a', 'lost', 'full', 'busy', 'b', 'calm', 'mute']);
  const [a] = rows;
  expect(a).toMatchObject({ servers: { here: 2, gone: 1 }, cpu: 0.5, cpuMax: 0.7 });
  expect(a?.out).toEqual({ used: 100, cap: 200 });
  expect(a?.in).toEqual({ used: undefined, cap: undefined });
  expect(rows[4]?.out).toEqual({ used: 100, cap: null });
  expect(rows[4]?.viewers).toEqual({ used: 5, cap: 10 });
  const folded = serverRows(sorted, 'groups', ['group a']);
  expect(folded.map((row) => row.label)).toEqual(['a', 'b', 'calm', 'mute']);
});

test('the numbers of gone and present servers are before the order, where there is room', () => {
  const words = (all: readonly ServerRecord[], width: number) =>
    presenceOf(all, 'by name', width).map(({ text, tone }) => `${text} ${tone}`);
  expect(words(servers, 60)).toEqual(['1 GONE crit', ' ·  dim', '4 up · by name dim']);
  expect(words(servers, 59)).toEqual(['1 GONE crit', ' ·  dim', 'by name dim']);
  expect(words(servers.slice(0, 2), 60)).toEqual(['2 up · by name dim']);
});

test('presence tells gone since when, or how often it was missing', () => {
  const since = new Date(2026, 0, 1, 14, 3, 7).getTime();
  const text = (more: Partial<ServerRecord>, ...widths: number[]) =>
    widths.map((width) => textOf(serverPresence(record('x', {}, more), since + 125_000, width)));
  const short = ['GONE 2m 05s, last known', 'GONE 2m 05s, last known', 'GONE 2m 05s'];
  const gone = ['GONE since 14:03:07 (2m 05s), last known', ...short];
  expect(text({ goneSince: since, misses: 3 }, 40, 39, 24, 8)).toEqual(gone);
  expect(text({ misses: 1 }, 16, 15)).toEqual(['missing (1 of 3)', '? 1 of 3']);
  expect(text({}, 20)).toEqual(['']);
});

test('the links of a server are counted and named', () => {
  const named = [{ name: 'edge' }, { serverName: 'origin' }, { host: 'h' }, 7];
  const odd = [{ port: 1 }, null, 'x'];
  const words = [undefined, [], ['a', 'b'], named, odd, [{}, {}]].map(serverLinkWords);
  expect(words).toEqual(['—', '0', '2: a, b', '4: edge, origin, h, 7', '3: x and 2 without a name', '2']);
});

test('the problems of a server are its own and those of its group and applications', () => {
  const server = (name: string) => ({ kind: 'server', name }) as const;
  const problem = (key: string, subject: Subject, ...others: Subject[]): Problem =>
    sampleProblem({ key, subject, names: [subject, ...others] });
  const problems = [
    problem('own', server('busy')),
    problem('other', server('calm'), server('busy')),
    problem('group', { kind: 'group', name: 'a' }),
    problem('app', { kind: 'application', name: 'vod' }),
    problem('cluster', { kind: 'cluster' }, server('busy')),
    problem('elsewhere', { kind: 'cluster' }, server('calm')),
  ];
  const found = problems.filter(isAboutServer(servers[2] ?? expect.fail()));
  expect(found.map(({ key }) => key).join(' ')).toBe('own group app cluster');
});

test('what follows an amount is its limit, or one dash where neither is known', () => {
  const amounts = [{ used: 5, cap: 10 }, { used: 5 }, { cap: 10 }, {}];
  const words = amounts.map(({ used, cap }) => ofCapWords({ used, cap }, String));
  expect(words).toEqual([' of 10', ' of —', ' of 10', '']);
});
