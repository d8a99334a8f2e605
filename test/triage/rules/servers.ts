import { expect } from 'vitest';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { bare, bench, cluster, edge, record, server, told } from '../support.ts';
import type { Change, Family } from './family.ts';

const cpu = (cpuUsage: number) => server('edge-1', { serverStats: { cpuUsage, memUsage: 40 } });
const outOfCap = server('edge-1', {
  serverStats: { cpuUsage: 95, memUsage: 40, outBandwidth: { usage: 9.9e7, cap: 1e8 } },
});
const origin = server('origin-1', { applications: [{ name: 'ingest', type: 'origin' }] });
const wants = (limit: number | null) => ({ appGroupStats: { origin: { groups: [{ name: 'EU', limit }] } } });

/** Rules about servers: hot, gone, too few of them, what edges deliver. */
export const servers: Family = {
  rows: [
    {
      name: 'server hot by CPU',
      every: 2_000,
      good: cluster([cpu(50)]),
      bad: cluster([cpu(93)]),
      after: t.hotFor,
      clearAfter: t.hotClearFor,
      raises: ['warning server-hot:edge-1'],
      reason: /edge-1: CPU at 93%/,
    },
    {
      name: 'a saturated edge is one problem, CPU and cap together',
      every: 2_000,
      good: cluster([cpu(50)]),
      bad: cluster([outOfCap]),
      after: t.hotFor,
      clearAfter: t.hotClearFor,
      raises: ['critical server-hot:edge-1'],
      reason: /out at 99% of its cap \(792 Mbit\/s of 800 Mbit\/s\), CPU at 95%/,
    },
    {
      name: 'group short of servers',
      every: 2_000,
      good: cluster([origin], wants(1)),
      bad: cluster([origin], wants(3)),
      after: t.groupShortFor,
      clearAfter: t.groupShortFor,
      raises: ['warning group-short:EU/origin'],
      reason: /EU has 1 of 3 origin applications/,
    },
    {
      name: 'no cluster manager',
      every: 2_000,
      good: cluster([origin]),
      bad: bare([origin]),
      after: t.managerFor,
      clearAfter: t.managerFor,
      raises: ['critical manager:cluster'],
      reason: /no server says that it is the cluster manager/,
    },
    {
      name: 'single cluster manager',
      every: 2_000,
      good: cluster([origin]),
      bad: bare([origin, server('cm-1', { clusterManager: true })]),
      after: t.managerFor,
      clearAfter: t.managerFor,
      raises: ['warning manager:cluster'],
      reason: /cm-1 is the only cluster manager/,
    },
    {
      name: 'edge delivers nothing',
      every: 2_000,
      good: cluster([edge('edge-1', 100, 5e7)]),
      bad: cluster([edge('edge-1', 100, 0)]),
      after: t.edgeFor,
      clearAfter: t.edgeClearFor,
      raises: ['critical edge-delivery:edge-1'],
      reason: /edge-1 has 100 viewers but sends 0 bit\/s/,
      atRisk: 100,
    },
    {
      name: 'edge delivers less to each of its viewers, who stay',
      every: 2_000,
      good: cluster([edge('edge-1', 100, 5e7)]),
      bad: cluster([edge('edge-1', 100, 1e7)]),
      after: t.edgeFor,
      clearAfter: t.edgeClearFor,
      raises: ['warning edge-delivery:edge-1'],
      reason: /edge-1 sends 800 kbit\/s to each of 100 viewers, 2\d% of its usual/,
      atRisk: 100,
    },
  ],
  stories: [
    {
      rule: 'server-gone',
      name: 'a server that vanished: its viewers, who took them over, and nothing that follows from it',
      play() {
        const b = bench();
        const all = [edge('edge-1', 100, 1e7), edge('edge-2', 300, 3e7)];
        const group = (limit: number) => ({ appGroupStats: { edge: { groups: [{ name: 'EU', limit }] } } });
        const total: Record<number, number> = {};
        const history = {
          ...b.state().history,
          last: (_key: string, at: number) => total[at],
        };
        b.during(60_000, 2_000, (now, step) => {
          total[now] = 400;
          return { ...cluster(all, group(2))(now, step), history };
        });
        const seen = b.now();
        const gone: Change = (now, step) => {
          total[now] = 340;
          const misses = Math.round((now - seen) / 2_000);
          const left = cluster(all, group(2))(now, step);
          return {
            ...left,
            servers: left.servers?.map((one) =>
              one.name === 'edge-1'
                ? record(one.server, seen, { misses, goneSince: misses >= 3 ? seen + 2_000 : undefined })
                : one,
            ),
          };
        };
        expect(told(b.step(2_000, gone))).toEqual([]);
        expect(told(b.step(2_000, gone))).toEqual([]);
        const [problem] = b.step(2_000, gone).problems;
        expect(problem).toMatchObject({
          key: 'server-gone:edge-1',
          severity: 'critical',
          since: seen + 2_000,
          viewersAtRisk: 60,
          subject: { kind: 'server', name: 'edge-1' },
        });
        expect(problem?.reason).toMatch(
          /it had 100 viewers, 4 streams; the others took over about 40 of the viewers/,
        );
        const later = b.during(300_000, 2_000, gone);
        expect(told(later)).toEqual(['critical server-gone:edge-1']);
        expect(later.problems[0]?.reason).toMatch(/With it: Group short of servers/);
        expect(told(b.during(20_000, 2_000, cluster(all, group(2))))).toEqual([]);
      },
    },
    {
      rule: 'manager',
      name: 'the last manager that vanishes is one problem, which names it',
      play() {
        const b = bench();
        const manager = server('cm-1', { clusterManager: true });
        b.during(60_000, 2_000, bare([manager, server('cm-2', { clusterManager: true }), origin]));
        b.during(60_000, 2_000, bare([manager, origin]));
        const seen = b.now();
        const gone: Change = (now, step) => {
          const misses = Math.round((now - seen) / 2_000);
          const goneSince = misses >= 3 ? seen + 2_000 : undefined;
          return {
            ...bare([origin])(now, step),
            servers: [record(origin, now), record(manager, seen, { misses, goneSince })],
          };
        };
        expect(told(b.during(60_000, 2_000, gone))).toEqual(['critical manager:cluster']);
        expect(b.triage.state().problems[0]?.reason).toMatch(/; cm-1 is gone/);
        expect(b.triage.state().cleared).toEqual([]);
      },
    },
    {
      rule: 'restart',
      name: 'a restart is an event that stays for a while',
      play() {
        const b = bench();
        b.step(2_000, cluster([]));
        const at = b.now();
        const change: Change = (now, step) => ({
          ...cluster([])(now, step),
          events: [{ at, kind: 'restart', subject: 'cluster', message: 'byte counters fell' }],
        });
        expect(told(b.step(2_000, change))).toEqual(['warning restart:cluster']);
        expect(told(b.during(t.eventFor, 2_000, change))).toEqual([]);
      },
    },
    {
      rule: 'restart',
      name: 'a server that was gone and is back brings its new counters along: no restart of its own',
      play() {
        const b = bench();
        const back = edge('edge-1', 100, 1e7);
        b.step(2_000, cluster([back]));
        const at = b.now();
        const change: Change = (now, step) => ({
          ...cluster([back])(now, step),
          events: [
            { at, kind: 'server-back', subject: 'edge-1', message: 'back after 60 s' },
            {
              at: at + 30_000,
              kind: 'restart',
              subject: 'play-edge-1',
              message: 'byte counters started again',
            },
            { at: at + 30_000, kind: 'restart', subject: 'ingest', message: 'byte counters started again' },
          ],
        });
        expect(told(b.during(60_000, 2_000, change))).toEqual(['warning restart:ingest']);
      },
    },
  ],
};
