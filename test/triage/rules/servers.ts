import { expect } from 'vitest';
import { createHistory, type HistoryRecorder } from '../../../src/cluster/create-history.ts';
import type { ClusterEvent } from '../../../src/cluster/state.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { bare, bench, cluster, edge, journal, record, server, stream, swept, told } from '../support.ts';
import type { Change, Family } from './family.ts';

const cpu = (cpuUsage: number) => server('edge-1', { serverStats: { cpuUsage, memUsage: 40 } });
const outOfCap = server('edge-1', {
  serverStats: { cpuUsage: 95, memUsage: 40, outBandwidth: { usage: 9.9e7, cap: 1e8 } },
});
const origin = server('origin-1', { applications: [{ name: 'ingest', type: 'origin' }] });
const wants = (limit: number | null) => ({ appGroupStats: { origin: { groups: [{ name: 'EU', limit }] } } });

const total = (value: number) => ({ viewersStats: { total: { value, limit: null } } });

/** So many viewers in all, in the history too. */
function withViewers(history: HistoryRecorder, viewers: number, change: Change): Change {
  return (now, step) => {
    history.dashboard(total(viewers), now, 2_000, 0);
    return { ...change(now, step), history };
  };
}

/** Servers that the topology no longer has since `seen`. */
function without(names: readonly string[], seen: number, change: Change): Change {
  return (now, step) => {
    const next = change(now, step);
    const misses = Math.round((now - seen) / 2_000);
    const goneSince = misses >= 3 ? seen + 2_000 : undefined;
    return {
      ...next,
      servers: next.servers?.map((one) =>
        names.includes(one.name) ? record(one.server, seen, { misses, goneSince }) : one,
      ),
    };
  };
}

/** Rules about servers: hot, gone, too few of them, what edges deliver. */
/** A change that also brings these events. */
const withEvents =
  (change: Change, events: readonly ClusterEvent[]): Change =>
  (now, step) => ({ ...change(now, step), events });

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
      reason: /edge-1: CPU 93%/,
    },
    {
      name: 'a saturated edge is one problem, CPU and cap together',
      every: 2_000,
      good: cluster([cpu(50)]),
      bad: cluster([outOfCap]),
      after: t.hotFor,
      clearAfter: t.hotClearFor,
      raises: ['critical server-hot:edge-1'],
      reason: /out 99% of cap \(792 Mbit\/s of 800 Mbit\/s\) · CPU 95%/,
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
      reason: /cm-1 is the only cluster manager: a single/,
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
      reason: /edge-1 delivers 0.80 of usual 4.00 Mbit\/s \(20%\) a viewer to 100 viewers/,
      atRisk: 100,
    },
  ],
  stories: [
    {
      rule: 'edge-delivery',
      name: 'what is usual is not learnt from a fault, however long it stands',
      play() {
        const b = bench();
        b.during(600_000, 10_000, cluster([edge('edge-1', 100, 5e7)]));
        const fault = cluster([edge('edge-1', 100, 2e7 - 1e6)]);
        expect(told(b.during(120_000, 10_000, fault))).toEqual(['warning edge-delivery:edge-1']);
        const [later] = b.during(86_400_000, 30_000, fault).problems;
        expect(later?.reason).toMatch(/delivers 1.52 of usual 4.00 Mbit\/s \(38%\) a viewer/);
      },
    },
    {
      rule: 'edge-delivery',
      name: 'what viewers take for hours becomes usual: less than that is measured by it',
      play() {
        const b = bench();
        b.during(600_000, 10_000, cluster([edge('edge-1', 100, 5e7)]));
        b.during(6 * 3_600_000, 30_000, cluster([edge('edge-1', 100, 4e7)]));
        // Half of the new usual; of the old one it is less than a fault begins with.
        const half = 1.9e7;
        expect((100 * half) / 5e7).toBeLessThan(t.edgeFallen);
        expect(told(b.during(300_000, 10_000, cluster([edge('edge-1', 100, half)])))).toEqual([]);
      },
    },
    {
      rule: 'server-gone',
      name: 'a server that vanished: its viewers, how many of them are lost, and nothing that follows from it',
      play() {
        const b = bench();
        const all = [edge('edge-1', 100, 1e7), edge('edge-2', 300, 3e7)];
        const group = (limit: number) => ({ appGroupStats: { edge: { groups: [{ name: 'EU', limit }] } } });
        const history = createHistory();
        b.during(60_000, 2_000, withViewers(history, 400, cluster(all, group(2))));
        const seen = b.now();
        const gone = withViewers(history, 340, without(['edge-1'], seen, cluster(all, group(2))));
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
        expect(problem?.reason).toMatch(/it had 100 viewers, 4 streams; the cluster lost 60 viewers/);
        const later = b.during(300_000, 2_000, gone);
        expect(told(later)).toEqual(['critical server-gone:edge-1']);
        expect(later.problems[0]?.reason).toMatch(/With it: Group short of servers/);
        const some = withViewers(history, 360, without(['edge-1'], seen, cluster(all, group(2))));
        expect(b.during(10_000, 2_000, some).problems[0]?.reason).toMatch(/lost 60 viewers, 20 came back/);
        const back = withViewers(history, 400, cluster(all, group(2)));
        expect(told(b.during(20_000, 2_000, back))).toEqual([]);
      },
    },
    {
      rule: 'server-gone',
      name: 'an origin carries streams: they are named, those that come back and those that do not',
      play() {
        const b = bench();
        const app = { name: 'live', type: 'origin', streams: { count: 2, cap: null } };
        const all = cluster([server('origin-1', { applications: [app] })]);
        const [news, sport] = [stream(), stream({ id: 's2', streamKey: 'sport', viewerCount: 40 })];
        // It has no publisher before and after: it is neither missing nor ever back.
        const backup = stream({ id: 's3', streamKey: 'backup', state: 'NOT_PUBLISHED', viewerCount: 0 });
        b.during(60_000, 2_000, all);
        b.step(2_000, swept([news, sport, backup]));
        const seen = b.now();
        b.during(20_000, 2_000, without(['origin-1'], seen, all));
        expect(told(b.triage.state())).toEqual(['critical server-gone:origin-1']);
        expect(b.triage.state().problems[0]).toMatchObject({
          title: 'Server outage',
          streams: { count: 2, first: [{ streamKey: 'news' }, { streamKey: 'sport', isBack: false }] },
          reason: expect.stringMatching(/it had 2 streams; missing: news, sport; 175 viewers lost/),
        });
        b.during(20_000, 2_000, all);
        expect(b.triage.state().problems[0]?.reason).toMatch(
          /is back; .*not looked at again yet: news, sport/,
        );
        b.step(2_000, swept([{ ...news, id: 's9', startTime: b.now() }]));
        b.during(20_000, 2_000, all);
        const [partial] = b.triage.state().problems;
        expect(partial).toMatchObject({ key: 'server-gone:origin-1', title: 'Server outage' });
        expect(partial?.streams?.first).toMatchObject([
          { streamKey: 'sport', isBack: false },
          { streamKey: 'news', isBack: true },
        ]);
        expect(partial?.reason).toMatch(/1 of 2 streams are back, still missing: sport \(40 viewers\)/);
        b.step(2_000, swept([news, sport].map((one) => ({ ...one, startTime: b.now() }))));
        expect(told(b.during(20_000, 2_000, all))).toEqual([]);
      },
    },
    {
      rule: 'server-gone',
      name: 'a transcoder that vanished hits those who watch the streams that lost renditions with it',
      play() {
        const b = bench();
        const app = { name: 'abr', type: 'transcode', streams: { count: 2, cap: null } };
        const all = cluster([server('transcode-1', { applications: [app] })]);
        const with720 = [{ streamKey: 'news_720p', name: '720p' }];
        const other = stream({ id: 's2', streamKey: 'sport', viewerCount: 40, subStreams: with720 });
        b.during(60_000, 2_000, all);
        b.step(2_000, swept([stream({ subStreams: with720 }), other]));
        const gone = without(['transcode-1'], b.now(), all);
        b.during(20_000, 2_000, gone);
        b.step(2_000, swept([stream({ subStreams: [] }), other]));
        const [problem] = b.during(4_000, 2_000, gone).problems;
        expect(problem).toMatchObject({
          key: 'server-gone:transcode-1',
          viewersAtRisk: 100,
          streams: { count: 1, first: [{ streamKey: 'news' }] },
        });
        expect(problem?.reason).toMatch(/1 stream lost sub-streams: news/);
      },
    },
    {
      rule: 'server-gone',
      name: 'servers of one group that vanish together are one problem of the group, which opens',
      play() {
        const b = bench();
        const all = cluster([edge('edge-1', 100, 1e7), edge('edge-2', 300, 3e7), server('other')]);
        b.during(60_000, 2_000, all);
        const gone = without(['edge-1', 'edge-2'], b.now(), all);
        b.during(20_000, 2_000, gone);
        const [problem, ...others] = b.triage.state().problems;
        expect(others).toEqual([]);
        expect(problem).toMatchObject({
          key: 'server-gone:group/EU',
          subject: { kind: 'group', name: 'EU' },
          viewersAtRisk: 400,
          folded: { count: 2 },
        });
        expect(problem?.reason).toMatch(
          /2 servers of EU went missing together: edge-1, edge-2; they had 400/,
        );
        expect(told(b.during(20_000, 2_000, all))).toEqual([]);
        expect(b.triage.state().cleared.map(({ key }) => key)).toEqual(['server-gone:group/EU']);
      },
    },
    {
      rule: 'server-gone',
      name: 'it began when the journal says so',
      play() {
        const b = bench();
        const all = cluster([edge('edge-1', 100, 1e7)]);
        b.during(60_000, 2_000, all);
        const seen = b.now();
        const crash = {
          at: seen - 1_000,
          object: 'Server: edge-1',
          message: 'Process crashed: out of memory',
        };
        // What another server said before it, and what was said of this one long before, has nothing to do with it.
        const others = [
          { ...crash, at: seen - 3_600_000 },
          { ...crash, at: seen - 2_000, object: 'Server: edge-10' },
          { ...crash, at: seen - 500, message: 'Viewer connected' },
        ];
        b.step(0, journal([...others, crash].toSorted((one, other) => one.at - other.at)));
        b.during(20_000, 2_000, without(['edge-1'], seen, all));
        expect(b.triage.state().problems[0]?.since).toBe(crash.at);
      },
    },
    {
      rule: 'sudden-loss',
      name: 'viewers who vanish within seconds: at once, with how many, where, and whether they come back',
      play() {
        const b = bench();
        const at = (first: number, second: number) => {
          const servers = [edge('edge-1', first, 1e7), edge('edge-2', second, 1e7)];
          return cluster(servers, total(first + second));
        };
        b.during(60_000, 2_000, at(600, 400));
        expect(told(b.step(2_000, at(300, 400)))).toEqual([]);
        expect(told(b.step(2_000, at(300, 400)))).toEqual(['critical sudden-loss:cluster']);
        expect(b.triage.state().problems[0]).toMatchObject({
          subject: { kind: 'server', name: 'edge-1' },
          viewersAtRisk: 300,
          since: b.now() - 2_000,
          reason: expect.stringMatching(
            /300 of 1.00k viewers \(30%\) lost within 2s; nothing came back so far/,
          ),
        });
        b.during(20_000, 2_000, at(400, 400));
        expect(b.triage.state().problems[0]?.reason).toMatch(
          /100 viewers came back; viewers of edge-1 \(−300\)/,
        );
        expect(told(b.step(2_000, at(580, 400)))).toEqual([]);
      },
    },
    {
      rule: 'sudden-loss',
      name: 'one odd sample, a silence, a small cluster and a slow fall are none',
      play() {
        const b = bench();
        const at = (viewers: number) => cluster([], total(viewers));
        b.during(60_000, 2_000, at(1_000));
        b.step(2_000, at(0));
        expect(told(b.during(20_000, 2_000, at(1_000)))).toEqual([]);
        b.step(120_000, at(400));
        expect(told(b.during(60_000, 2_000, at(400)))).toEqual([]);
        for (let viewers = 400; viewers > 0; viewers -= 2) b.step(2_000, at(viewers));
        expect(b.triage.state().cleared).toEqual([]);
        const small = bench();
        small.during(60_000, 2_000, at(40));
        expect(told(small.during(60_000, 2_000, at(0)))).toEqual([]);
      },
    },
    {
      rule: 'server-hot',
      name: 'several edges that one rush of viewers fills are one problem, which names the stream',
      play() {
        const b = bench();
        const history = createHistory();
        const at = (first: number, second: number, used: number, news: number): Change => {
          const full = { serverStats: { outBandwidth: { usage: used, cap: 1e8 } } };
          const edges = [
            { ...edge('edge-1', first, used), ...full },
            { ...edge('edge-2', second, used), ...full },
          ];
          const people = first + second;
          const polled = withViewers(history, people, cluster(edges, total(people)));
          const seen = swept([stream({ viewerCount: news }), stream({ id: 's2', streamKey: 'sport' })]);
          return (now, step) => ({ ...polled(now, step), ...seen(now, step) });
        };
        b.during(180_000, 2_000, at(500, 400, 5e7, 100));
        b.during(60_000, 2_000, at(900, 800, 9.9e7, 900));
        expect(told(b.triage.state())).toEqual(['critical server-hot:edge-1']);
        expect(b.triage.state().problems[0]?.reason).toMatch(
          /; viewers rose 89% to 1\.70k, most at news \(100 → 900\)\. With it: Server load \(edge-2\)/,
        );
        // It stays the first one, though another has more viewers by now.
        b.during(60_000, 2_000, at(800, 900, 9.9e7, 900));
        expect(told(b.triage.state())).toEqual(['critical server-hot:edge-1']);
        expect(b.triage.state().cleared).toEqual([]);
      },
    },
    {
      rule: 'server-hot',
      name: 'a server without viewers is hot for a reason of its own, whatever rush there is',
      play() {
        const b = bench();
        const history = createHistory();
        const at = (people: number, cpuUsage: number) => {
          const hot = { serverStats: { cpuUsage } };
          const servers = [{ ...edge('edge-1', people, 1e7), ...hot }, server('transcode-1', hot)];
          return withViewers(history, people, cluster(servers, total(people)));
        };
        b.during(180_000, 2_000, at(500, 50));
        b.during(60_000, 2_000, at(900, 93));
        expect(told(b.triage.state()).toSorted()).toEqual([
          'warning server-hot:edge-1',
          'warning server-hot:transcode-1',
        ]);
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
        const change = withEvents(cluster([]), [
          { at, kind: 'restart', subject: 'cluster', message: 'byte counters fell' },
        ]);
        expect(told(b.step(2_000, change))).toEqual(['warning restart:cluster']);
        expect(told(b.during(t.eventFor, 2_000, change))).toEqual([]);
      },
    },
    {
      rule: 'restart',
      name: 'each application that restarts is told, and the journal by itself',
      play() {
        const b = bench();
        b.step(2_000, cluster([]));
        const at = b.now();
        const change = withEvents(cluster([]), [
          { at, kind: 'restart', subject: 'a', message: 'byte counters started again' },
          { at, kind: 'restart', subject: 'b', message: 'byte counters started again' },
          { at, kind: 'journal-restart', subject: 'journal', message: 'journal ids start again' },
        ]);
        const [journalRestart, ...others] = told(b.step(2_000, change)).sort();
        expect(journalRestart).toMatch(/^info restart:journal$/);
        expect(others).toEqual(['warning restart:a', 'warning restart:b']);
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
        const change = withEvents(cluster([back]), [
          { at, kind: 'server-back', subject: 'edge-1', message: 'back after 60 s' },
          {
            at: at + 30_000,
            kind: 'restart',
            subject: 'play-edge-1',
            message: 'byte counters started again',
          },
          { at: at + 30_000, kind: 'restart', subject: 'ingest', message: 'byte counters started again' },
        ]);
        expect(told(b.during(60_000, 2_000, change))).toEqual(['warning restart:ingest']);
      },
    },
  ],
};
