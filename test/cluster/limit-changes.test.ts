import { expect, test } from 'vitest';
import { limitChanges } from '../../src/cluster/limit-changes.ts';
import type { Dashboard } from '../../src/protocol/dashboard.ts';
import { server } from '../triage/support.ts';

const tasks = (value: number, limit: number | null): Dashboard => ({
  transcodeStats: { total: { value, limit } },
});
const changed = (before: Dashboard, after: Dashboard) =>
  limitChanges(before, after, 7).map((one) => `${one.at} ${one.kind} ${one.subject}: ${one.message}`);

test.each<[string, Dashboard, Dashboard, string?]>([
  ['fell', tasks(19, 24), tasks(16, 16), 'fell 24 → 16, 19 were running'],
  ['rose', tasks(19, 24), tasks(19, 48), 'rose 24 → 48, 19 were running'],
  ['removed', tasks(19, 24), tasks(19, null), 'was removed, it was 24, 19 were running'],
  ['set', tasks(19, null), tasks(19, 24), 'was set to 24, 19 were running'],
  ['set, with no tasks running', tasks(0, null), tasks(0, 0), 'was set to 0, 0 were running'],
  ['unlimited before and after', tasks(19, null), tasks(20, null)],
  ['unchanged', tasks(19, 24), tasks(20, 24)],
  ['missing', tasks(19, 24), { transcodeStats: { total: { value: 19 } } }],
  ['computed again each time', tasks(19, 1_000), tasks(19, 1_004)],
  ['the sums follow a server that left', withServers(24, 'a', 'b'), withServers(12, 'a')],
])('a limit: %s', (_name, before, after, words) => {
  expect(changed(before, after)).toEqual(words ? [`7 limit-changed cluster: transcode limit ${words}`] : []);
});

function withServers(limit: number, ...names: string[]): Dashboard {
  return { ...tasks(9, limit), topology: names.map((name) => server(name)) };
}

test('a measure whose limits changed is reported once, with its widest scope', () => {
  const out = (cap: number) => ({ usage: 2e6, cap });
  const of = (total: number, group: number, cap: number): Dashboard => ({
    incomingTraffic: {
      total: { value: 1e6, limit: total },
      groups: [{ name: 'EU', value: 1e6, limit: group }],
    },
    topology: [
      server('edge-1', { serverStats: { inBandwidth: { usage: 1e6, cap }, outBandwidth: out(cap) } }),
    ],
  });
  expect(changed(of(4e6, 4e6, 4e6), of(2e6, 2e6, 2e6))).toEqual([
    '7 limit-changed cluster: incoming limit fell 32.0 Mbit/s → 16.0 Mbit/s, 8.00 Mbit/s came in',
    '7 limit-changed edge-1: outgoing limit fell 32.0 Mbit/s → 16.0 Mbit/s, 16.0 Mbit/s went out',
  ]);
});

test('groups, servers and applications have limits of their own', () => {
  const viewers = (limit: number) => ({ viewersStats: { groups: [{ name: 'EU', value: 7, limit }] } });
  const rose = '7 limit-changed EU: viewer limit rose 10 → 20, 7 were watching';
  expect(changed(viewers(10), viewers(20))).toEqual([rose]);
  const one = (inCap: number, viewerCap: number | null, streamCap: number): Dashboard => {
    const live = { viewers: { count: 5, cap: viewerCap }, streams: { count: 2, cap: streamCap } };
    const serverStats = { inBandwidth: { usage: 1e6, cap: inCap } };
    return { topology: [server('edge-1', { serverStats, applications: [{ name: 'live', ...live }] })] };
  };
  expect(changed(one(4e6, 10, 3), one(2e6, null, 4))).toEqual([
    '7 limit-changed edge-1: incoming limit fell 32.0 Mbit/s → 16.0 Mbit/s, 8.00 Mbit/s came in',
    '7 limit-changed live: viewer limit was removed, it was 10, 5 were watching',
    '7 limit-changed live: stream limit rose 3 → 4, 2 were there',
  ]);
});

test('a limit that moved by at most a hundredth is the same, and a limit that appears or disappears is no change', () => {
  const is = (before: number | null, after: number | null) =>
    changed(tasks(1, before), tasks(1, after)).length;
  expect([is(1_000, 1_010), is(1_000, 1_011), is(1_011, 1_000), is(null, null), is(0, 5)]).toEqual([
    0, 1, 1, 0, 1,
  ]);
  // A hundredth of the greater limit, in either direction.
  expect([is(10_000, 10_101), is(10_101, 10_000)]).toEqual([0, 0]);
  expect(changed({}, tasks(1, 5))).toEqual([]);
  const groups = (...names: string[]): Dashboard => ({
    streamStats: { groups: names.map((name, index) => ({ name, value: 1, limit: 10 * (index + 1) })) },
  });
  expect(changed(groups('a', 'b'), groups('b', 'a'))).toHaveLength(2);
  expect(changed(groups('a', 'b'), groups('a', 'c'))).toEqual([]);
});

test('applications of one name on several servers keep their own limits, whichever server leaves', () => {
  const on = (name: string, cap: number) =>
    server(name, { applications: [{ name: 'live', viewers: { count: 5, cap } }] });
  const all = [on('edge-1', 10), on('edge-2', 20), on('edge-3', 30)];
  expect(changed({ topology: all }, { topology: all.slice(1) })).toEqual([]);
  expect(changed({ topology: all }, { topology: all.toReversed() })).toEqual([]);
  expect(changed({ topology: all }, { topology: [...all.slice(0, 2), on('edge-3', 60)] })).toHaveLength(1);
});
