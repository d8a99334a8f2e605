import { expect, test } from 'vitest';
import { isNewest, reduceDashboard, reduceTopology } from '../../src/cluster/reduce-dashboard.ts';
import { mergeServers } from '../../src/cluster/servers.ts';
import type { ServerRecord } from '../../src/cluster/state.ts';
import { createClusterStore } from '../../src/cluster/store.ts';
import type { Unreadable } from '../../src/protocol/parsed-response.ts';
import type { Server } from '../../src/protocol/topology.ts';

const server = (serverName: string): Server => ({ serverName, serverStats: { cpuUsage: 10 } });
const both = [server('a'), server('b')];
const reply = <T>(value: T) => ({ value, unreadable: [], generatedAt: undefined });
const record = (records: readonly ServerRecord[], name: string) => records.find((each) => each.name === name);

test('a server is gone after three misses, since the first of them, and can come back', () => {
  let records = mergeServers([], both, 1_000, true).servers;
  records = mergeServers(records, [server('a')], 3_000, true).servers;
  records = mergeServers(records, [server('a')], 5_000, true).servers;
  expect(record(records, 'b')).toMatchObject({ misses: 2, goneSince: undefined, lastSeen: 1_000 });
  const third = mergeServers(records, [server('a')], 7_000, true);
  expect(record(third.servers, 'b')).toMatchObject({ misses: 3, goneSince: 3_000 });
  expect(third.events).toMatchObject([{ kind: 'server-gone', subject: 'b' }]);
  const back = mergeServers(third.servers, both, 9_000, true);
  expect(record(back.servers, 'b')).toMatchObject({ misses: 0, goneSince: undefined });
  expect(back.events).toMatchObject([{ kind: 'server-back', subject: 'b' }]);
});

test('an empty topology, mock-up data and unreadable servers count as no miss', () => {
  const store = createClusterStore({ name: 'c', url: 'http://c' });
  const topology = (list: Server[], mockupEnabled = false) => reply({ topology: list, mockupEnabled });
  const bad = [{ path: 'data.topology.1', reason: 'serverName: missing', item: true }];
  let state = reduceTopology(store.getState(), topology(both), 0);
  for (let at = 1; at < 6; at++) {
    state = reduceTopology(state, topology([]), at);
    state = reduceTopology(state, topology([server('a')], true), at);
    state = reduceTopology(state, { ...topology([server('a')]), unreadable: bad }, at);
  }
  expect(record(state.servers, 'b')?.misses).toBe(0);
  expect(state.events).toEqual([]);
});

test('a thousand gone servers are remembered, and those gone for longest are dropped first', () => {
  let records: readonly ServerRecord[] = [];
  for (let poll = 0; poll < 10; poll++) {
    const fresh = Array.from({ length: 400 }, (_, index) => server(`${poll}-${index}`));
    records = mergeServers(records, fresh, poll * 1_000, true).servers;
  }
  const gone = records.filter(({ goneSince }) => goneSince !== undefined);
  expect([gone.length, records.length, gone.at(-1)?.name]).toEqual([1_000, 2_200, '6-399']);
  expect(record(records, '4-199')).toBeUndefined();
});

test('the topology in a dashboard counts misses as well, unless it is empty or the data are a mock-up', () => {
  const { getState } = createClusterStore({ name: 'c', url: 'http://c' });
  const missed = (topology: Server[], mockupEnabled: boolean, unreadable: readonly Unreadable[] = []) => {
    const state = reduceTopology(getState(), reply({ topology: both, mockupEnabled }), 0);
    const next = reduceDashboard(state, { ...reply({ topology }), unreadable }, 1);
    return record(next.servers, 'b')?.misses;
  };
  expect(missed([server('a')], false)).toBe(1);
  expect(missed([server('a')], true)).toBe(0);
  expect(missed([], false)).toBe(0);
  const field = (path: string, item: boolean) => [{ path, reason: 'odd', item }];
  expect(missed([server('a')], false, field('data.topology.1', true))).toBe(0);
  expect(missed([server('a')], false, field('data.topology.1.hostName', false))).toBe(1);
  expect(missed([server('a')], false, field('data.topology.1.applications.0', true))).toBe(1);
});

test.each([
  [undefined, 9_000, true],
  [9_000, undefined, true],
  [9_000, 9_000, true],
  [8_999, 9_000, false],
])('a topology made at %s is newer than one made at %s: %s', (made, other, newest) => {
  const { topology } = createClusterStore({ name: 'c', url: 'http://c' }).getState();
  const resource = { ...topology, generatedAt: other };
  expect(isNewest(made, { ...resource, updatedAt: 10_000 }, 15_000)).toBe(newest);
  expect(isNewest(made, { ...resource, updatedAt: 10_000 }, 15_001)).toBe(true);
  expect(isNewest(made, { ...resource, updatedAt: undefined }, 10_000)).toBe(true);
});

test('another server under a known name is said; a new address, or new applications of one host, are not', () => {
  const on = (hostName: string, ...ids: string[]): Server => ({
    ...server('a'),
    hostName,
    applications: ids.map((id) => ({ id, name: id })),
  });
  const eventsOf = (now: Server) =>
    mergeServers(mergeServers([], [on('one', 'x', 'y')], 0, true).servers, [now], 1_000, true).events;
  const message = 'another server under this name: two, before one';
  expect(eventsOf(on('two', 'z'))).toEqual([{ at: 1_000, kind: 'server-replaced', subject: 'a', message }]);
  expect([eventsOf(on('two', 'x')), eventsOf(on('one', 'z')), eventsOf(on(''))]).toEqual([[], [], []]);
});
