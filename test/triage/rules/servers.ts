import { expect } from 'vitest';
import { createHistory } from '../../../src/cluster/create-history.ts';
import type { Server } from '../../../src/protocol/topology.ts';
import { viewersHit } from '../../../src/triage/problem.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf } from '../../support/sample-problem.ts';
import {
  bare,
  bench,
  cluster,
  cpuOf,
  edge,
  raised,
  recorded,
  server,
  stream,
  swept,
  total,
} from '../support.ts';
import type { Change, Family } from './family.ts';

const cpu = (cpuUsage: number) => cpuOf('edge-1', cpuUsage);
const outOfCap = server('edge-1', {
  serverStats: { cpuUsage: 95, memUsage: 40, outBandwidth: { usage: 9.9e7, cap: 1e8 } },
});
const origin = server('origin-1', { applications: [{ name: 'ingest', type: 'origin' }] });
/** An edge that runs the applications of others. */
const edgeOf = (...others: readonly Server[]) =>
  server('edge-1', { applications: others.flatMap(({ applications }) => applications ?? []) });
const wants = (limit: number | null) => ({ appGroupStats: { origin: { groups: [{ name: 'EU', limit }] } } });

/** Rules about servers: hot, too few of them, delivery of edges, restarts. */
export const servers: Family = {
  rows: {
    'server hot by CPU': {
      good: cluster([cpu(50)]),
      bad: cluster([cpu(93)]),
      within: [t.hotFor, t.hotClearFor],
      raises: 'warning server-hot:edge-1',
      reason: /edge-1: CPU 93%/,
    },
    'a full edge is one problem of CPU and limit together': {
      good: cluster([cpu(50)]),
      bad: cluster([outOfCap]),
      within: [t.hotFor, t.hotClearFor],
      raises: 'critical server-hot:edge-1',
      reason: /out 99% of cap \(792 Mbit\/s of 800 Mbit\/s\) · CPU 95%/,
    },
    'group short of servers': {
      good: cluster([origin], wants(1)),
      bad: cluster([origin], wants(3)),
      within: [t.groupShortFor, t.groupShortFor],
      raises: 'warning group-short:EU/origin',
      reason: /EU: 2 of 3 origins missing/,
    },
    'no cluster manager': {
      good: cluster([origin]),
      bad: bare([origin]),
      within: [t.managerFor, t.managerFor],
      raises: 'critical manager:cluster',
      reason: /no server says that it is the cluster manager/,
    },
    'single cluster manager': {
      good: cluster([origin]),
      bad: bare([origin, server('cm-1', { clusterManager: true })]),
      within: [t.managerFor, t.managerFor],
      raises: 'warning manager:single',
      reason: /cm-1 is the only cluster manager: a single/,
    },
    'an edge delivers less to each of its viewers': {
      good: cluster([edge('edge-1', 100, 5e7)]),
      bad: cluster([edge('edge-1', 100, 1e7)]),
      within: [2_000, 30_000],
      raises: 'warning parted:out/viewers',
      reason: /edge-1/,
      hit: 100,
    },
  },
  stories: {
    'edge-delivery: an edge that delivers nothing sends less at once, and is critical after a minute'() {
      const b = bench();
      const polled = (out: number) => cluster([edge('edge-1', 100, out)]);
      b.during(180_000, 2_000, polled(5e7));
      expect(raised(b.during(6_000, 2_000, polled(0)))).toEqual(['warning parted:out/viewers']);
      const { problems } = b.during(t.edgeFor, 2_000, polled(0));
      expect(problems.map(({ key }) => key)).toEqual(['edge-delivery:edge-1']);
      expect(sentenceOf(problems[0])).toMatch(/edge-1 has 100 viewers but sends 0 bit\/s/);
      expect(viewersHit(problems[0]?.hit)).toBe(100);
      expect(raised(b.during(t.edgeClearFor + 8_000, 2_000, polled(5e7)))).toEqual([]);
    },
    'parted: an application that sends nothing beside others of its server sends less'() {
      const b = bench();
      const polled = (out: number) => cluster([edgeOf(edge('a', 100, out), edge('b', 100, 5e7))]);
      b.during(180_000, 2_000, polled(5e7));
      expect(raised(b.during(120_000, 2_000, polled(0)))).toEqual(['warning parted:out/viewers']);
    },
    'parted: the usual delivery is not learnt from a fault, however long it lasts'() {
      const b = bench();
      b.during(600_000, 10_000, cluster([edge('edge-1', 100, 5e7)]));
      const fault = cluster([edge('edge-1', 100, 2e7 - 1e6)]);
      expect(raised(b.during(120_000, 10_000, fault))).toEqual(['warning parted:out/viewers']);
      expect(raised(b.during(6 * 3_600_000, 30_000, fault))).toEqual(['warning parted:out/viewers']);
    },
    'parted: a server whose applications all deliver less is at fault, and none of them'() {
      const b = bench();
      const polled = (out: number) =>
        cluster([edgeOf(edge('a', 100, out), edge('b', 100, out)), edge('edge-2', 100, 5e7)]);
      b.during(600_000, 10_000, polled(5e7));
      const { problems } = b.during(120_000, 10_000, polled(3e7));
      expect(problems.map(({ subject, hit }) => [subject, viewersHit(hit)])).toEqual([
        [{ kind: 'server', name: 'edge-1' }, 200],
      ]);
    },
    'parted: a delivery that lasts for hours becomes usual, and later values are compared with it'() {
      const b = bench();
      b.during(600_000, 10_000, cluster([edge('edge-1', 100, 5e7)]));
      b.during(6 * 3_600_000, 30_000, cluster([edge('edge-1', 100, 4e7)]));
      expect(raised(b.triage.state())).toEqual([]);
      expect(raised(b.during(300_000, 10_000, cluster([edge('edge-1', 100, 3e7)])))).toEqual([
        'warning parted:out/viewers',
      ]);
    },
    'server-hot: several edges that fill up in one rush of viewers are one incident, which names the stream'() {
      const b = bench();
      const history = createHistory();
      const at = (first: number, second: number, used: number, news: number): Change => {
        const full = { serverStats: { outBandwidth: { usage: used, cap: 1e8 } } };
        const edges = [edge('edge-1', first, used), edge('edge-2', second, used)].map((one) => ({
          ...one,
          ...full,
        }));
        const people = first + second;
        const polled = recorded(history, cluster(edges, total(people)));
        const sport = { id: 's2', streamKey: 'sport', viewerCount: people - news };
        const seen = swept([stream({ viewerCount: news }), stream(sport)]);
        return (now, step) => ({ ...polled(now, step), ...seen(now, step) });
      };
      b.during(180_000, 2_000, at(500, 400, 5e7, 100));
      b.during(60_000, 2_000, at(900, 800, 9.9e7, 900));
      const { problems } = b.triage.state();
      expect(raised(b.triage.state())).toEqual([
        'warning surge:viewers',
        'critical server-hot:edge-1',
        'critical server-hot:edge-2',
      ]);
      expect(new Set(problems.map(({ incident }) => incident?.root)).size).toBe(1);
      expect(sentenceOf(problems[0])).toMatch(/: news \+800 from 100/);
      expect(b.triage.state().cleared).toEqual([]);
    },
    'server-hot: a hot server without viewers is a problem of its own during a rush'() {
      const b = bench();
      const history = createHistory();
      const at = (people: number, cpuUsage: number) => {
        const hot = { serverStats: { cpuUsage } };
        const servers = [{ ...edge('edge-1', people, 1e7), ...hot }, server('transcode-1', hot)];
        return recorded(history, cluster(servers, total(people)));
      };
      b.during(180_000, 2_000, at(500, 50));
      b.during(60_000, 2_000, at(900, 93));
      expect(raised(b.triage.state()).toSorted()).toEqual([
        'warning server-hot:edge-1',
        'warning server-hot:transcode-1',
      ]);
    },
    'restart: a restart is an event that stays for a while'() {
      const b = bench();
      b.step(2_000, cluster([]));
      const at = b.now();
      const event = { at, kind: 'restart', subject: 'cluster', message: 'byte counters fell' } as const;
      const change: Change = (now, step) => ({ ...cluster([])(now, step), events: [event] });
      expect(raised(b.step(2_000, change))).toEqual(['warning restart:cluster']);
      expect(raised(b.during(t.eventFor, 2_000, change))).toEqual([]);
    },
  },
};
