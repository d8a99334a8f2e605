import { expect, test } from 'vitest';
import { emptyResource } from '../../../src/cluster/resource.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import type { Server } from '../../../src/protocol/topology.ts';
import { incidentsOf, nameOfIncident } from '../../../src/triage/incidents/incident.ts';
import { ProblemPlaces } from '../../../src/triage/incidents/place-problems.ts';
import type { KindAndFacts } from '../../../src/triage/kind-facts.ts';
import { harmTogether } from '../../../src/triage/ledger/ledger.ts';
import type { Problem, Subject } from '../../../src/triage/problem.ts';
import { everyKind } from '../../support/every-kind.ts';
import { atRisk, type Sample, sampleProblem } from '../../support/sample-problem.ts';
import { bench, cluster, edge, record, START, server } from '../support.ts';

const at = (seconds: number) => START + 1_000 * seconds;
const onServer = (name: string): Subject => ({ kind: 'server', name });

const GONE: KindAndFacts = {
  kind: 'server-gone',
  facts: { of: 'server', carried: { viewers: 500, streams: 4, isManager: false }, after: {} },
};
const HOT: KindAndFacts = { kind: 'server-hot', facts: { measures: [{ figure: 'out', used: 98 }] } };
const SHORT: KindAndFacts = { kind: 'group-short', facts: { role: 'edge', has: 1, wanted: 2 } };
const SLOW: KindAndFacts = { kind: 'edge-delivery', facts: { viewers: 400, out: 0 } };
const PARTED: KindAndFacts = { kind: 'parted', facts: { pair: 'out/in', part: 'transcode', percent: -58 } };

/** A problem of a subject that began this many seconds after the start. */
function problem(kind: KindAndFacts, subject: Subject, seconds: number, more: Sample = {}): Problem {
  const name = 'name' in subject ? subject.name : subject.kind;
  const key = `${kind.kind}:${name}`;
  return sampleProblem({ key, subject, severity: 'warning', since: at(seconds), ...more }, kind);
}

const recordOf = (name: string, groupName: string, count: number) =>
  record({ ...edge(name, count, 0), groupName }, START);
const lost = (count: number) => ({ viewers: { lost: count, degraded: 0 } });

/** Two edges and a transcoder that feeds the first, in one group; one edge in another. */
function state(viewers = 10_000): ClusterState {
  const upLinks = [{ serverName: 'transcode-1' }];
  const fed = (one: Server): Server => {
    return { ...one, applications: one.applications?.map((each) => ({ ...each, upLinks })) };
  };
  const servers = [
    fed(edge('edge-1', 100, 1e6)),
    edge('edge-2', 100, 1e6),
    server('transcode-1', { applications: [{ name: 'abr', type: 'transcode' }] }),
    { ...edge('edge-9', 100, 1e6), groupName: 'US' },
  ];
  const b = bench();
  b.step(2_000, cluster(servers, { viewersStats: { total: { value: viewers, limit: null } } }));
  return b.state();
}

const treeOf = (problems: readonly Problem[]) =>
  incidentsOf(problems).map(({ root, parts }) => [root.key, ...parts.map(({ key }) => key)]);
/** The trees of problems that are placed for the first time, so many seconds after the start. */
const placed = (problems: readonly Problem[], seconds = 90, of = state()) =>
  treeOf(new ProblemPlaces().place(problems, of, at(seconds)));
const group: Subject = { kind: 'group', name: 'EU' };
const whole: Subject = { kind: 'cluster' };
const degraded = (count: number) => ({ hit: { viewers: { lost: 0, degraded: count } } });

test('a sick stream of an application that runs in a group belongs to the outage of that group', () => {
  const incidents = (application: string) => {
    const sick: Subject = { kind: 'stream', id: 's1', streamKey: 'news', application };
    return placed([problem(GONE, group, 0), problem(everyKind['stream-unhealthy'], sick, 20)], 40).length;
  };
  expect(['abr', 'elsewhere'].map(incidents)).toEqual([1, 2]);
});

test('a server that is gone comes before its consequences in its group, and another group is another incident', () => {
  const problems = [
    problem(HOT, onServer('edge-2'), 60, { severity: 'critical' }),
    problem(SHORT, group, 62),
    problem(HOT, onServer('edge-9'), 61),
    problem(GONE, onServer('edge-1'), 5, { severity: 'critical' }),
  ];
  expect(placed(problems)).toEqual([
    ['server-gone:edge-1', 'server-hot:edge-2', 'group-short:EU'],
    ['server-hot:edge-9'],
  ]);
});

test('a server of another group that is hot at the same moment has taken over the load', () => {
  const gone = problem(GONE, onServer('edge-1'), 5, { severity: 'critical' });
  expect(placed([problem(HOT, onServer('edge-9'), 9), gone])).toEqual([
    ['server-gone:edge-1', 'server-hot:edge-9'],
  ]);
});

test('much earlier problems, and those some minutes later, are no consequences', () => {
  const gone = problem(GONE, onServer('edge-1'), 400);
  const incidents = (seconds: number) =>
    placed([gone, problem(HOT, onServer('edge-2'), seconds)], 1_100).length;
  expect([0, 500, 1_000].map(incidents)).toEqual([2, 1, 2]);
});

test('a cause that becomes known leads, and the incident is as old as its first problem', () => {
  const places = new ProblemPlaces();
  const slow = problem(SLOW, onServer('edge-1'), 10);
  places.place([slow], state(), at(30));
  const both = places.place([slow, problem(PARTED, onServer('transcode-1'), 20)], state(), at(60));
  expect(treeOf(both)).toEqual([['parted:transcode-1', 'edge-delivery:edge-1']]);
  expect(incidentsOf(both)[0]?.since.at).toBe(at(10));
  expect(both.map(nameOfIncident)).toEqual(['edge-delivery:edge-1', 'edge-delivery:edge-1']);
  expect(both[0]?.incident?.read).toEqual({ key: 'edge-delivery:edge-1', at: at(60) });
  const [alone] = places.place([problem(PARTED, onServer('transcode-1'), 20)], state(), at(90));
  expect(alone && nameOfIncident(alone)).toBe('edge-delivery:edge-1');
});

test('the rest of an incident keeps its beginning when its cause has cleared', () => {
  const places = new ProblemPlaces();
  const gone = problem(GONE, onServer('edge-1'), 0);
  const hot = problem(HOT, onServer('edge-2'), 40);
  places.place([gone, hot], state(), at(60));
  const [left] = incidentsOf(places.place([hot], state(), at(120)));
  expect(left).toMatchObject({ root: { key: 'server-hot:edge-2' }, since: { at: at(0) } });
});

test('an object that comes and goes is one incident since its first time', () => {
  const places = new ProblemPlaces();
  for (const seconds of [0, 60, 120]) {
    places.place([problem(GONE, onServer('edge-1'), seconds)], state(), at(seconds + 10));
    places.place([], state(), at(seconds + 40));
  }
  const incidentAt = (seconds: number) =>
    places.place([problem(GONE, onServer('edge-1'), seconds)], state(), at(seconds + 10))[0]?.incident;
  expect(incidentAt(180)).toMatchObject({ since: { at: at(0) }, times: 4 });
  places.place([], state(), at(200));
  expect(incidentAt(900)).toBeUndefined();
});

test('fifteen edges that overload because of one change are one incident', () => {
  const hot = Array.from({ length: 15 }, (_, n) => problem(HOT, onServer(`edge-${n}`), 3 * n));
  const servers = hot.map(({ subject }, n) => ({
    ...edge('name' in subject ? subject.name : '', 100, 1e6),
    groupName: `group-${n}`,
  }));
  const b = bench();
  b.step(2_000, cluster(servers));
  expect(placed(hot, 90, b.state())).toHaveLength(1);
  expect(placed(hot.slice(0, 2), 90, b.state())).toHaveLength(2);
});

test('viewers of the whole cluster and of its groups are the same viewers, and are counted once', () => {
  const members = [
    problem(everyKind.limit, whole, 0, degraded(75_000)),
    problem(everyKind.limit, { kind: 'group', name: 'eu' }, 0, degraded(40_000)),
    problem(everyKind.limit, { kind: 'group', name: 'us' }, 0, degraded(35_000)),
    problem(HOT, onServer('a'), 0, degraded(12_000)),
    problem(HOT, onServer('b'), 0, degraded(11_000)),
  ];
  const servers = [recordOf('a', 'eu', 12_000), recordOf('b', 'eu', 28_000), recordOf('c', 'us', 35_000)];
  const harmOf = (some: readonly Problem[]) =>
    harmTogether(some, { servers, streamSweep: emptyResource() }).harm;
  expect(harmOf(members)).toEqual({ lost: 0, degraded: 75_000 });
  expect(harmOf(members.slice(3))).toEqual({ lost: 0, degraded: 23_000 });
});

test('the lost viewers of all parts together make an incident critical', () => {
  const parts = [1, 2, 9].map((n) => problem(GONE, onServer(`edge-${n}`), n, { hit: lost(400) }));
  const incidentAmong = (viewers: number) =>
    incidentsOf(new ProblemPlaces().place(parts, state(viewers), at(30)))[0];
  const root = { hit: { viewers: { lost: 1_200, degraded: 0 } } };
  expect(incidentAmong(8_000)).toMatchObject({ severity: 'critical', root });
  expect(incidentAmong(80_000)).toMatchObject({ severity: 'warning', root });
});

test('a failed publisher is no consequence of an edge, and an unhealthy stream can be one', () => {
  const stream = { kind: 'stream', id: 's', streamKey: 's', application: 'play-edge-1' } as const;
  const gone = problem(GONE, onServer('edge-1'), 0, { parts: ['delivery'] });
  const zombie = problem({ kind: 'stream-zombie', facts: { stillFor: 60_000 } }, stream, 20);
  const sick = problem({ kind: 'stream-unhealthy', facts: { viewers: 10 } }, stream, 20, {
    names: [stream, onServer('edge-1')],
  });
  expect([placed([gone, zombie]).length, placed([gone, sick]).length]).toEqual([2, 1]);
});

test('streams flap with an outage of one of many servers of their application', () => {
  const shared = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    server(name, { applications: [{ name: 'live', type: 'origin' }] }),
  );
  const b = bench();
  b.step(2_000, cluster(shared));
  const flaps = (name: string) =>
    problem(everyKind['stream-flap'], { kind: 'application', name }, 20, { key: `stream-flap:many/${name}` });
  const gone = problem(GONE, onServer('a'), 0);
  const trees = placed([flaps('live'), flaps('vod'), gone], 40, b.state());
  expect(trees).toEqual([['server-gone:a', 'stream-flap:many/live'], ['stream-flap:many/vod']]);
  // One of five servers does not fill the application.
  const limit = problem(everyKind.limit, { kind: 'application', name: 'live' }, 20);
  expect(placed([limit, gone], 40, b.state())).toHaveLength(2);
});

test('figures that part later belong to the incident that one of its effects leads to', () => {
  const rush = problem(everyKind.surge, whole, 10);
  const hot = problem(HOT, onServer('edge-1'), 12);
  const parted = problem(PARTED, onServer('edge-1'), 60);
  expect(placed([parted, hot, rush])).toEqual([['surge:cluster', 'server-hot:edge-1', 'parted:edge-1']]);
});

test('viewers who leave a server that has been busy for a minute belong to its incident; nothing that a source loses makes it busy', () => {
  const hot = problem(HOT, onServer('edge-1'), 60);
  const loss = (seconds: number, name: string) => problem(everyKind.loss, onServer(name), seconds);
  const treesOf = (one: Problem) => placed([one, hot], 200);
  expect(treesOf(loss(130, 'edge-1'))).toEqual([['server-hot:edge-1', 'loss:edge-1']]);
  expect(treesOf(loss(0, 'transcode-1'))).toHaveLength(2);
});

test('a limit that is only near leads nothing that is full, and belongs to what parts in several groups', () => {
  const near = problem(everyKind.limit, group, 0);
  const names = [onServer('edge-1'), onServer('edge-9')];
  expect(placed([near, problem(PARTED, whole, 10, { names })])).toHaveLength(1);
  const ofServer = { ...everyKind.limit, facts: { ...everyKind.limit.facts, server: 'edge-1' } };
  const full = problem(ofServer, { kind: 'application', name: 'play-edge-1' }, 10, {
    severity: 'critical',
    names: [onServer('edge-1')],
  });
  expect(placed([near, full])).toEqual([['limit:play-edge-1', 'limit:EU']]);
});

test('a surge leads the servers and limits that it fills, and nothing that began long before', () => {
  const rush = problem(everyKind.surge, whole, 10);
  const hot = problem(HOT, onServer('edge-9'), 12);
  const limit = problem(everyKind.limit, whole, 40);
  const before = problem(SLOW, onServer('edge-1'), -400);
  expect(placed([hot, limit, before, rush])).toEqual([
    ['edge-delivery:edge-1'],
    ['surge:cluster', 'server-hot:edge-9', 'limit:cluster'],
  ]);
});

test('two incidents of one severity change places only when the viewers of one are clearly beyond a step', () => {
  const places = new ProblemPlaces();
  const two = (viewers: number) => [
    problem(HOT, onServer('a'), 0, { hit: atRisk(950) }),
    problem(HOT, onServer('b'), 400, { hit: atRisk(viewers) }),
  ];
  const first = (viewers: number) => places.place(two(viewers), state(), at(600))[0]?.key;
  // 1,000 viewers are the end of the step.
  for (const viewers of [950, 1_010, 990, 1_150, 980, 1_020]) expect(first(viewers)).toBe('server-hot:a');
  for (const viewers of [1_250, 1_010, 990, 900]) expect(first(viewers)).toBe('server-hot:b');
  expect(first(790)).toBe('server-hot:a');
});

test('streams lead nothing that hits ten times as many viewers as they have', () => {
  const sick = problem(everyKind['stream-unhealthy'], whole, 10, degraded(45_000));
  const incidents = (watching: number) =>
    placed([problem(everyKind['stream-flap'], whole, 0, degraded(watching)), sick]).length;
  expect([215, 9_000].map(incidents)).toEqual([2, 1]);
});
