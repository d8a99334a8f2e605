import { expect, test } from 'vitest';
import type { ClusterState } from '../../src/cluster/state.ts';
import { defaultThresholds as t } from '../../src/triage/thresholds.ts';
import {
  application,
  bare,
  bench,
  cluster,
  edge,
  journal,
  record,
  START,
  server,
  stream,
  swept,
  sweptApplications,
  told,
} from './support.ts';

type Change = (now: number, step: number) => Partial<ClusterState>;

interface Row {
  readonly name: string;
  readonly every: number;
  readonly good: Change;
  readonly bad: Change;
  /** How long it must last before it fires; 0 for what counts by itself. */
  readonly after: number;
  readonly clearAfter: number;
  readonly raises: readonly string[];
  readonly reason: RegExp;
  readonly atRisk?: number;
}

const cpu = (cpuUsage: number) => server('edge-1', { serverStats: { cpuUsage, memUsage: 40 } });
const outOfCap = server('edge-1', {
  serverStats: { cpuUsage: 95, memUsage: 40, outBandwidth: { usage: 9.9e7, cap: 1e8 } },
});
const origin = server('origin-1', { applications: [{ name: 'ingest', type: 'origin' }] });
const wants = (limit: number | null) => ({ appGroupStats: { origin: { groups: [{ name: 'EU', limit }] } } });
const viewers = (value: number, limit: number | null) => ({ viewersStats: { total: { value, limit } } });
const health = (streams: number[], people: number[]) => {
  const labels = ['Very Good', 'Good', 'Odd', 'Bad', 'No Data'];
  return {
    streamHealthSummary: { labels, series: streams },
    viewerHealthSummary: { labels, series: people },
  };
};
const linkOf = (more: object) => (_now: number, step: number) => ({
  clusterConnectionData: {
    cmIdentity: 'cm-1',
    connectionState: 'AUTHENTICATED',
    startDate: START,
    latency: 4,
    packetReceived: step,
    packetSend: step,
    ...more,
  },
});
const linked =
  (of: (now: number, step: number) => object, more: object = {}): Change =>
  (now, step) =>
    sweptApplications([application({ ...of(now, step), ...more })])(now, step);
const storm = (perMinute: number): Change => {
  return (now) =>
    journal([
      { at: now - 540_000, object: 'Stream: a', message: 'x' },
      ...Array.from({ length: perMinute }, (_, index) => ({
        at: now - 50_000 + index,
        object: 'Stream: a',
        message: 'x',
      })),
    ])(now);
};
const moving = (_now: number, step: number) => stream({ inTotalBytes: 1e9 + step });

const rows: readonly Row[] = [
  {
    name: 'server hot by CPU',
    every: 2_000,
    good: cluster([cpu(50)]),
    bad: cluster([cpu(93)]),
    after: t.hotFor,
    clearAfter: t.hotClearFor,
    raises: ['warning server-hot:edge-1'],
    reason: /edge-1: CPU at 93 %/,
  },
  {
    name: 'a saturated edge is one problem, CPU and cap together',
    every: 2_000,
    good: cluster([cpu(50)]),
    bad: cluster([outOfCap]),
    after: t.hotFor,
    clearAfter: t.hotClearFor,
    raises: ['critical server-hot:edge-1'],
    reason: /out at 99 % of its cap \(792 Mbit\/s of 800 Mbit\/s\), CPU at 95 %/,
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
    name: 'limit near',
    every: 2_000,
    good: cluster([], viewers(500, 1000)),
    bad: cluster([], viewers(940, 1000)),
    after: t.limitFor,
    clearAfter: t.limitClearFor,
    raises: ['warning limit:viewers'],
    reason: /viewers of the cluster at 94 % of the limit \(940 of 1,000\)/,
    atRisk: 940,
  },
  {
    name: 'limit reached, of the total and of its only group, is one problem',
    every: 2_000,
    good: cluster([], viewers(500, null)),
    bad: cluster([], {
      incomingTraffic: {
        total: { value: 1e9, limit: 1e9 },
        groups: [{ name: 'EU', value: 1e9, limit: 1e9 }],
      },
    }),
    after: t.limitFor,
    clearAfter: t.limitClearFor,
    raises: ['critical limit:in'],
    reason: /incoming traffic of the cluster at 100 %.*With it: Limit reached/,
  },
  {
    name: 'blocked by a limit of 0',
    every: 2_000,
    good: cluster([], viewers(0, null)),
    bad: cluster([], viewers(0, 0)),
    after: t.limitFor,
    clearAfter: t.limitClearFor,
    raises: ['warning limit:viewers'],
    reason: /the limit is 0/,
  },
  {
    name: 'application full',
    every: 2_000,
    good: cluster([edge('edge-1', 50, 5e6, 100)]),
    bad: cluster([edge('edge-1', 100, 1e7, 100)]),
    after: t.limitFor,
    clearAfter: t.limitClearFor,
    raises: ['critical application-limit:edge-1/play-edge-1/viewers'],
    reason: /play-edge-1 on edge-1 at 100 % of its viewers \(100 of 100\)/,
    atRisk: 100,
  },
  {
    name: 'transcoders saturated for long',
    every: 2_000,
    good: cluster([], { transcodeStats: { total: { value: 5, limit: 10 } } }),
    bad: cluster([], {
      transcodeStats: { total: { value: 10, limit: 10 }, streams: { total: 60, transcoded: 41 } },
    }),
    after: t.transcodeFor,
    clearAfter: t.transcodeClearFor,
    raises: ['critical transcoders:cluster'],
    reason: /10 of 10 transcode tasks are in use \(100 %\); 41 of 60 streams are transcoded/,
  },
  {
    name: 'stream unhealthy',
    every: 60_000,
    good: swept([stream()]),
    bad: swept([stream({ healthScore: 20, healthGrade: 'Bad', viewerCount: 100 })]),
    after: t.healthFor,
    clearAfter: t.healthClearFor,
    raises: ['warning stream-unhealthy:live/news'],
    reason: /news on live has a health of 20, Bad; 80 viewers of 100 at risk/,
    atRisk: 80,
  },
  {
    name: 'many unhealthy streams are one problem that names the worst',
    every: 60_000,
    good: swept(Array.from({ length: 9 }, (_, i) => stream({ id: `s${i}`, streamKey: `k${i}` }))),
    bad: swept(
      Array.from({ length: 9 }, (_, i) =>
        stream({ id: `s${i}`, streamKey: `k${i}`, healthScore: 10, viewerCount: 10 * i }),
      ),
    ),
    after: t.healthFor,
    clearAfter: t.healthClearFor,
    raises: ['warning stream-unhealthy:many'],
    reason: /9 streams have bad health: k8, k7, k6 and 6 more/,
    atRisk: 324,
  },
  {
    name: 'delivery: streams fine, viewers bad, unknown grades neutral',
    every: 2_000,
    good: cluster([], health([50, 5, 9, 0, 1], [900, 50, 9, 10, 1])),
    bad: cluster([], health([50, 5, 900, 0, 1], [500, 50, 900, 300, 1])),
    after: t.badShareFor,
    clearAfter: t.badShareClearFor,
    raises: ['warning health:cluster'],
    reason: /35 % of the viewers \(300 of 850\) have bad health, 0 % of the streams: delivery/,
    atRisk: 300,
  },
  {
    name: 'ingest: both bad',
    every: 2_000,
    good: cluster([], health([50, 5, 0, 0, 1], [900, 50, 0, 10, 1])),
    bad: cluster([], health([10, 5, 0, 15, 1], [100, 50, 0, 300, 1])),
    after: t.badShareFor,
    clearAfter: t.badShareClearFor,
    raises: ['critical health:cluster'],
    reason: /50 % of the streams: ingest/,
    atRisk: 300,
  },
  {
    name: 'zombie stream',
    every: 60_000,
    good: (now, step) => swept([moving(now, step)])(now, step),
    bad: swept([stream({ inTotalBytes: 5e9 })]),
    after: 3 * 60_000,
    clearAfter: 0,
    raises: ['warning stream-zombie:live/news'],
    reason: /news on live is published, but no byte came in for 13 min; 100 viewers wait/,
    atRisk: 100,
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
    reason: /edge-1 sends 800 kbit\/s to each of 100 viewers, 2\d % of its usual/,
    atRisk: 100,
  },
  {
    name: 'link lost',
    every: 60_000,
    good: linked(linkOf({})),
    bad: linked(linkOf({ connectionState: 'CLOSED' }), { clusterConnection: false }),
    after: 60_000,
    clearAfter: t.linkClearFor,
    raises: ['critical link:live'],
    reason: /live has no link to cm-1 \(CLOSED\)/,
  },
  {
    name: 'link stalled',
    every: 60_000,
    good: linked(linkOf({})),
    bad: linked(linkOf({ packetReceived: 7, packetSend: 7 })),
    after: 3 * 60_000,
    clearAfter: t.linkClearFor,
    raises: ['warning link:live'],
    reason: /no packet came or went/,
  },
  {
    name: 'link slow',
    every: 60_000,
    good: linked(linkOf({})),
    bad: linked(linkOf({ latency: 400 })),
    after: 60_000,
    clearAfter: t.linkClearFor,
    raises: ['warning link:live'],
    reason: /takes 400 ms \(slow from 250 ms\)/,
  },
  {
    name: 'journal storm',
    every: 2_000,
    good: storm(20),
    bad: storm(300),
    after: t.stormFor,
    clearAfter: t.stormClearFor,
    raises: ['warning journal-storm:Stream: a'],
    reason: /Stream: a wrote 300 journal entries in a minute; its average before is 0/,
  },
  {
    name: 'topology made up',
    every: 2_000,
    good: (now) => ({ ...cluster([])(now, 0), topology: mockup(false, now) }),
    bad: (now) => ({ ...cluster([])(now, 0), topology: mockup(true, now) }),
    after: t.managerFor,
    clearAfter: t.managerFor,
    raises: ['warning topology-doubt:cluster'],
    reason: /mockupEnabled/,
  },
  {
    name: 'login refused',
    every: 2_000,
    good: () => ({ session: session('ok') }),
    bad: () => ({ session: session('refused') }),
    after: t.loginFor,
    clearAfter: 0,
    raises: ['critical session:login'],
    reason: /refused the login as ops: username or password is incorrect/,
  },
];

function mockup(mockupEnabled: boolean, now: number): ClusterState['topology'] {
  return {
    value: { topology: [], mockupEnabled },
    updatedAt: now - 1,
    generatedAt: now,
    error: undefined,
    fetching: false,
    interval: 10_000,
    unreadable: [],
  };
}

function session(status: ClusterState['session']['status']): ClusterState['session'] {
  return { status, username: 'ops', expiresAt: undefined, message: 'username or password is incorrect' };
}

const ended = (row: Row) => row.raises.map((key) => key.slice(key.indexOf(' ') + 1)).sort();

test.each(rows)('$name: fires once, in time, and clears', (row) => {
  const b = bench();
  expect(told(b.during(3 * 60_000, row.every, row.good))).toEqual([]);
  const from = b.now();
  let verdict = b.step(row.every, row.bad);
  while (verdict.problems.length === 0 && b.now() < from + row.after + 2 * row.every) {
    verdict = b.step(row.every, row.bad);
  }
  expect(b.now() - from).toBeLessThanOrEqual(row.after + row.every);
  expect(told(verdict)).toEqual(row.raises);
  verdict = b.during(10 * row.every, row.every, row.bad);
  expect(told(verdict)).toEqual(row.raises);
  const [problem] = verdict.problems;
  expect(problem?.reason).toMatch(row.reason);
  expect(problem?.viewersAtRisk).toBe(row.atRisk);
  expect(problem?.firedAt).toBeGreaterThanOrEqual(problem?.since ?? Number.POSITIVE_INFINITY);
  verdict = b.during(row.clearAfter + 4 * row.every, row.every, row.good);
  expect(told(verdict)).toEqual([]);
  expect(verdict.cleared.map(({ key }) => key).sort()).toEqual(ended(row));
  expect(verdict.timeline.map(({ key, to }) => [key, to !== undefined])).toEqual(
    ended(row).map((key) => [key, true]),
  );
});

test.each(rows)('$name: one bad sample raises nothing', (row) => {
  const b = bench();
  b.during(3 * 60_000, row.every, row.good);
  for (let time = 0; time < 4; time++) {
    expect(told(b.step(row.every, row.bad))).toEqual([]);
    expect(told(b.during(6 * row.every, row.every, row.good))).toEqual([]);
  }
});

// A refused login is no data that becomes stale.
test.each(rows.filter(({ name }) => name !== 'login refused'))(
  '$name: stale data neither raises nor clears',
  (row) => {
    const b = bench({ thresholds: { staleWarn: '100h', staleCrit: '100h' } });
    b.during(3 * 60_000, row.every, row.good);
    b.step(row.every, row.bad);
    expect(told(b.during(3_600_000, 10_000))).toEqual([]);
    b.during(row.after + row.every, row.every, row.bad);
    const raised = b.triage.state().problems;
    expect(raised.length).toBe(row.raises.length);
    expect(b.during(3_600_000, 10_000).problems).toBe(raised);
  },
);

test('a server that vanished: its viewers, who took them over, and nothing that follows from it', () => {
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
});

test('an empty topology is doubted, not taken for an outage', () => {
  const b = bench();
  const all = [edge('edge-1', 100, 1e7)];
  b.during(60_000, 2_000, cluster(all));
  const empty: Change = (now) => ({
    servers: b.state().servers.map((one) => ({ ...one, misses: 9, goneSince: now - 10_000 })),
    dashboard: { ...b.state().dashboard, value: { topology: [] }, updatedAt: now },
  });
  expect(told(b.during(120_000, 2_000, empty))).toEqual(['warning topology-doubt:cluster']);
});

test('a flapping stream, told by its start times', () => {
  const b = bench();
  const at = (minute: number) => swept([stream({ startTime: START + minute * 60_000, viewerCount: 40 })]);
  for (let minute = 1; minute <= 3; minute++) expect(told(b.step(60_000, at(minute)))).toEqual([]);
  expect(told(b.step(60_000, at(4)))).toEqual(['warning stream-flap:news']);
  expect(b.triage.state().problems[0]).toMatchObject({
    title: 'Stream flaps',
    viewersAtRisk: 40,
    since: START + 2 * 60_000,
    subject: { kind: 'stream', id: 's1', streamKey: 'news', application: 'live' },
  });
  expect(told(b.during(4 * 60_000, 60_000, at(4)))).toHaveLength(1);
  expect(told(b.during(2 * 60_000, 60_000, at(4)))).toEqual([]);
});

test('a flapping stream, told by the journal sooner than by the sweep', () => {
  const b = bench();
  const lines: { at: number; object: string; message: string }[] = [];
  const cycle = (): Change => (now) => {
    lines.push({ at: now - 500, object: 'Stream: news', message: 'Status Update: UNPUBLISHED' });
    lines.push({ at: now, object: 'Stream: news', message: 'Status Update: PUBLISHED' });
    return journal(lines)(now);
  };
  b.step(2_000, swept([stream()]));
  expect(told(b.step(8_000, cycle()))).toEqual([]);
  expect(told(b.step(8_000, cycle()))).toEqual([]);
  expect(told(b.step(8_000, cycle()))).toEqual(['warning stream-flap:news']);
  expect(b.triage.state().problems[0]?.subject).toMatchObject({ id: 's1', application: 'live' });
});

test('a reconnected link is told at once and for a while', () => {
  const b = bench();
  b.during(180_000, 60_000, linked(linkOf({})));
  const anew = linked(linkOf({ startDate: START + 200_000 }));
  expect(told(b.step(60_000, anew))).toEqual(['info reconnect:live']);
  expect(told(b.during(t.eventFor + 60_000, 60_000, anew))).toEqual([]);
});

test('a restart is an event that stays for a while', () => {
  const b = bench();
  b.step(2_000, cluster([]));
  const at = b.now();
  const change: Change = (now, step) => ({
    ...cluster([])(now, step),
    events: [{ at, kind: 'restart', subject: 'cluster', message: 'byte counters fell' }],
  });
  expect(told(b.step(2_000, change))).toEqual(['warning restart:cluster']);
  expect(told(b.during(t.eventFor, 2_000, change))).toEqual([]);
});

test('patterns of the operator are problems for a while', () => {
  const b = bench({
    journalPatterns: [{ title: 'Disk trouble', match: /disk .*full/i, severity: 'critical' }],
  });
  const at = b.now();
  const change = journal([{ at, object: 'Recorder', message: 'Disk /data is FULL' }]);
  expect(told(b.step(2_000, change))).toEqual(['critical journal-pattern:Disk trouble']);
  expect(b.triage.state().problems[0]?.reason).toMatch(/one journal entry.*Recorder: Disk \/data is FULL/);
  expect(told(b.during(t.eventFor + 4_000, 2_000, change))).toEqual([]);
});

test('totals that disagree name their scopes', () => {
  const b = bench();
  const change: Change = (now, step) => ({
    ...cluster([], { streamStats: { total: { value: 200, limit: null } } })(now, step),
    ...swept([stream()], 100)(now, step),
  });
  const verdict = b.during(300_000, 60_000, change);
  expect(told(verdict)).toEqual(['info totals:streams']);
  expect(verdict.problems[0]?.reason).toMatch(
    /only the server that answers\) has 100 streams, the dashboard/,
  );
});

test('one stale resource is one problem, a server that is silent is one too', () => {
  const b = bench();
  const error = { code: 'TIMEOUT', message: 'no answer within 10 s', since: START };
  const all: Change = (now, step) => ({ ...cluster([])(now, step), ...journal([])(now) });
  b.during(20_000, 2_000, all);
  b.during(16_000, 2_000, (now) => ({
    ...journal([])(now),
    dashboard: { ...b.state().dashboard, error },
  }));
  expect(told(b.triage.state())).toEqual(['warning stale:dashboard']);
  expect(b.triage.state().problems[0]?.reason).toMatch(/dashboard is stale: no answer within 10 s/);
  b.during(10_000, 2_000, all);
  expect(told(b.triage.state())).toEqual([]);
  expect(told(b.during(16_000, 2_000))).toEqual(['warning stale:all']);
  expect(told(b.during(60_000, 2_000))).toEqual(['critical stale:all']);
});

test('the last manager that vanishes is one problem, which names it', () => {
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
});

test('a sweep that is older than what the screen showed is no restart', () => {
  const b = bench();
  const old = stream({ startTime: START - 3_600_000, inTotalBytes: 5e9 });
  const anew = stream({ startTime: START, inTotalBytes: 1e6 });
  const watched =
    (value: typeof old): Change =>
    (now) => ({
      watchedStreams: {
        ...b.state().watchedStreams,
        value: [{ id: value.id, value, endedAt: undefined }],
        updatedAt: now,
      },
    });
  b.step(2_000, swept([old]));
  for (let time = 0; time < 8; time++) {
    b.step(2_000, watched(anew));
    b.step(2_000, swept([old]));
  }
  expect(told(b.triage.state())).toEqual([]);
});

test('a server that was gone and is back brings its new counters along: no restart of its own', () => {
  const b = bench();
  const back = edge('edge-1', 100, 1e7);
  b.step(2_000, cluster([back]));
  const at = b.now();
  const change: Change = (now, step) => ({
    ...cluster([back])(now, step),
    events: [
      { at, kind: 'server-back', subject: 'edge-1', message: 'back after 60 s' },
      { at: at + 30_000, kind: 'restart', subject: 'play-edge-1', message: 'byte counters started again' },
      { at: at + 30_000, kind: 'restart', subject: 'ingest', message: 'byte counters started again' },
    ],
  });
  expect(told(b.during(60_000, 2_000, change))).toEqual(['warning restart:ingest']);
});
