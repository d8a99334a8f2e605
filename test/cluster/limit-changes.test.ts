import { expect, test } from 'vitest';
import { limitChanges } from '../../src/cluster/limit-changes.ts';
import type { Dashboard } from '../../src/protocol/dashboard.ts';
import { server } from '../triage/support.ts';

const tasks = (value: number, limit: number | null): Dashboard => ({
  transcodeStats: { total: { value, limit } },
});
const changed = (before: Dashboard, after: Dashboard) =>
  limitChanges(before, after, 7).map(
    ({ at, kind, subject, message }) => `${at} ${kind} ${subject}: ${message}`,
  );

test.each<[string, Dashboard, Dashboard, string[]]>([
  [
    'fell',
    tasks(19, 24),
    tasks(16, 16),
    ['7 limit-changed cluster: transcode limit fell 24 → 16, 19 were running'],
  ],
  [
    'rose',
    tasks(19, 24),
    tasks(19, 48),
    ['7 limit-changed cluster: transcode limit rose 24 → 48, 19 were running'],
  ],
  [
    'removed',
    tasks(19, 24),
    tasks(19, null),
    ['7 limit-changed cluster: transcode limit was removed, it was 24, 19 were running'],
  ],
  [
    'set',
    tasks(19, null),
    tasks(19, 24),
    ['7 limit-changed cluster: transcode limit was set to 24, 19 were running'],
  ],
  ['unchanged', tasks(19, 24), tasks(20, 24), []],
  ['missing', tasks(19, 24), { transcodeStats: { total: { value: 19 } } }, []],
  ['worked out anew each time', tasks(19, 1_000), tasks(19, 1_004), []],
  ['the sums follow a server that left', withServers(24, 'a', 'b'), withServers(12, 'a'), []],
])('a limit: %s', (_name, before, after, messages) => {
  expect(changed(before, after)).toEqual(messages);
});

function withServers(limit: number, ...names: string[]): Dashboard {
  return { ...tasks(9, limit), topology: names.map((name) => server(name)) };
}

test('of one measure the widest change is told, of another the narrow one', () => {
  const of = (total: number, group: number, cap: number): Dashboard => ({
    incomingTraffic: {
      total: { value: 1e6, limit: total },
      groups: [{ name: 'EU', value: 1e6, limit: group }],
    },
    topology: [
      server('edge-1', {
        serverStats: { inBandwidth: { usage: 1e6, cap }, outBandwidth: { usage: 2e6, cap } },
      }),
    ],
  });
  expect(changed(of(4e6, 4e6, 4e6), of(2e6, 2e6, 2e6))).toEqual([
    '7 limit-changed cluster: incoming limit fell 32.0 Mbit/s → 16.0 Mbit/s, 8.00 Mbit/s came in',
    '7 limit-changed edge-1: outgoing limit fell 32.0 Mbit/s → 16.0 Mbit/s, 16.0 Mbit/s went out',
  ]);
});

test('the first dashboard changes nothing', () => {
  expect(limitChanges(undefined, tasks(1, 2), 7)).toEqual([]);
});
