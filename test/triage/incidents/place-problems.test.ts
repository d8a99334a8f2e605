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
import { bench, cluster, edge, START, server } from '../support.ts';

const placeProblems: ProblemPlaces['place'] = (...step) => new ProblemPlaces().place(...step);

const at = (seconds: number) => START + 1_000 * seconds;
const onServer = (name: string): Subject => ({ kind: 'server', name });

const GONE: KindAndFacts = {
  kind: 'server-gone',
  facts: { of: 'server', carried: { viewers: 500, streams: 4, isManager: false }, after: {} },
};
const HOT: KindAndFacts = { kind: 'server-hot', facts: { measures: [{ figure: 'out', used: 98 }] } };
const SHORT: KindAndFacts = { kind: 'group-short', facts: { role: 'edge', has: 1, wanted: 2 } };
const SLOW: KindAndFacts = { kind: 'edge-delivery', facts: { viewers: 400, out: 0 } };
const PARTED: KindAndFacts = {
  kind: 'parted',
  facts: { pair: 'out/in', part: 'transcode', percent: -58 },
};

/** A problem of a subject that began this many seconds after the start. */
function problem(kind: KindAndFacts, subject: Subject, seconds: number, more: Sample = {}): Problem {
  const name = 'name' in subject ? subject.name : subject.kind;
  const key = `${kind.kind}:${name}`;
  return sampleProblem({ key, subject, severity: 'warning', since: at(seconds), ...more }, kind);
}

const recordOf = (name: string, groupName: string, count: number) => ({
  name,
  server: { ...edge(name, count, 0), groupName },
  lastSeen: START,
  misses: 0,
  goneSince: undefined,
});
const lost = (count: number) => ({ viewers: { lost: count, degraded: 0 } });

/** Two edges and a transcoder that feeds the first, in one group; one edge in another. */
function state(viewers = 10_000): ClusterState {
  const fed = (one: Server): Server => ({
    ...one,
    applications: (one.applications ?? []).map((each) => ({
      ...each,
      upLinks: [{ serverName: 'transcode-1' }],
    })),
  });
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

test.each([
  ['abr', 1],
  ['elsewhere', 2],
])(
  'a sick stream of application %s and a problem of the group EU make %i incident(s)',
  (application, count) => {
    const sick: Subject = { kind: 'stream', id: 's1', streamKey: 'news', application };
    const both = [
      problem(GONE, { kind: 'group', name: 'EU' }, 0),
      problem(everyKind['stream-unhealthy'], sick, 20),
    ];
    expect(treeOf(placeProblems(both, state(), at(40)))).toHaveLength(count);
  },
);

test('a server that is gone comes before its consequences in its group, and another group is another incident', () => {
  const placed = placeProblems(
    [
      problem(HOT, onServer('edge-2'), 60, { severity: 'critical' }),
      problem(SHORT, { kind: 'group', name: 'EU' }, 62),
      problem(HOT, onServer('edge-9'), 61),
      problem(GONE, onServer('edge-1'), 5, { severity: 'critical' }),
    ],
    state(),
    at(90),
  );
  expect(treeOf(placed)).toEqual([
    ['server-gone:edge-1', 'server-hot:edge-2', 'group-short:EU'],
    ['server-hot:edge-9'],
  ]);
});

test('a server of another group that is hot at the same moment has taken over the load', () => {
  const gone = problem(GONE, onServer('edge-1'), 5, { severity: 'critical' });
  const placed = placeProblems([problem(HOT, onServer('edge-9'), 9), gone], state(), at(90));
  expect(treeOf(placed)).toEqual([['server-gone:edge-1', 'server-hot:edge-9']]);
});

test('much earlier problems, and those some minutes later, are no consequences', () => {
  const gone = problem(GONE, onServer('edge-1'), 400);
  const before = problem(HOT, onServer('edge-2'), 0);
  expect(treeOf(placeProblems([gone, before], state(), at(500)))).toHaveLength(2);
  const later = problem(HOT, onServer('edge-2'), 1_000);
  expect(treeOf(placeProblems([gone, later], state(), at(1_100)))).toHaveLength(2);
});

test('a cause that becomes known leads, and the incident is as old as its first problem', () => {
  const places = new ProblemPlaces();
  const slow = problem(SLOW, onServer('edge-1'), 10);
  places.place([slow], state(), at(30));
  const placed = places.place([slow, problem(PARTED, onServer('transcode-1'), 20)], state(), at(60));
  expect(treeOf(placed)).toEqual([['parted:transcode-1', 'edge-delivery:edge-1']]);
  expect(incidentsOf(placed)[0]?.since.at).toBe(at(10));
  expect(placed.map(nameOfIncident)).toEqual(['edge-delivery:edge-1', 'edge-delivery:edge-1']);
  expect(placed[0]?.incident?.read).toEqual({ key: 'edge-delivery:edge-1', at: at(60) });
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
  const placed = places.place([problem(GONE, onServer('edge-1'), 180)], state(), at(190));
  expect(placed[0]?.incident).toMatchObject({ since: { at: at(0) }, times: 4 });
  places.place([], state(), at(200));
  expect(
    places.place([problem(GONE, onServer('edge-1'), 900)], state(), at(910))[0]?.incident,
  ).toBeUndefined();
});

test('fifteen edges that overload because of one change are one incident', () => {
  const hot = Array.from({ length: 15 }, (_, n) => problem(HOT, onServer(`edge-${n}`), 3 * n));
  const servers = hot.map(({ subject }, n) => ({
    ...edge('name' in subject ? subject.name : '', 100, 1e6),
    groupName: `group-${n}`,
  }));
  const b = bench();
  b.step(2_000, cluster(servers));
  expect(treeOf(placeProblems(hot, b.state(), at(90)))).toHaveLength(1);
  expect(treeOf(placeProblems(hot.slice(0, 2), b.state(), at(90)))).toHaveLength(2);
});

test('viewers of the whole cluster and of its groups are the same viewers, and are counted once', () => {
  const limit: KindAndFacts = {
    kind: 'limit',
    form: 'near',
    facts: { measure: 'viewers', value: 75, limit: 58, used: 129 },
  };
  const hit = (count: number) => ({ hit: { viewers: { lost: 0, degraded: count } } });
  const members = [
    problem(limit, { kind: 'cluster' }, 0, hit(75_000)),
    problem(limit, { kind: 'group', name: 'eu' }, 0, hit(40_000)),
    problem(limit, { kind: 'group', name: 'us' }, 0, hit(35_000)),
    problem(HOT, onServer('a'), 0, hit(12_000)),
    problem(HOT, onServer('b'), 0, hit(11_000)),
  ];
  const servers = [
    { group: 'eu', names: ['a', 'b'], viewers: [12_000, 28_000] },
    { group: 'us', names: ['c'], viewers: [35_000] },
  ].flatMap(({ group, names, viewers }) =>
    names.map((name, index) => recordOf(name, group, viewers[index] ?? 0)),
  );
  expect(harmTogether(members, { servers, streamSweep: emptyResource() }).harm).toEqual({
    lost: 0,
    degraded: 75_000,
  });
  expect(harmTogether(members.slice(3), { servers, streamSweep: emptyResource() }).harm).toEqual({
    lost: 0,
    degraded: 23_000,
  });
});

test('the lost viewers of all parts together make an incident critical', () => {
  const parts = [1, 2, 9].map((n) => problem(GONE, onServer(`edge-${n}`), n, { hit: lost(400) }));
  const [incident] = incidentsOf(placeProblems(parts, state(8_000), at(30)));
  expect(incident).toMatchObject({
    severity: 'critical',
    root: { hit: { viewers: { lost: 1_200, degraded: 0 } } },
  });
  expect(incidentsOf(placeProblems(parts, state(80_000), at(30)))[0]?.severity).toBe('warning');
});

test('a failed publisher is no consequence of an edge, and an unhealthy stream can be one', () => {
  const stream = { kind: 'stream', id: 's', streamKey: 's', application: 'play-edge-1' } as const;
  const gone = problem(GONE, onServer('edge-1'), 0, { parts: ['delivery'] });
  const zombie = problem({ kind: 'stream-zombie', facts: { stillFor: 60_000 } }, stream, 20);
  const sick = problem({ kind: 'stream-unhealthy', facts: { viewers: 10 } }, stream, 20, {
    names: [stream, onServer('edge-1')],
  });
  expect(treeOf(placeProblems([gone, zombie], state(), at(60)))).toHaveLength(2);
  expect(treeOf(placeProblems([gone, sick], state(), at(60)))).toHaveLength(1);
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
  const placed = placeProblems([flaps('live'), flaps('vod'), gone], b.state(), at(40));
  expect(treeOf(placed)).toEqual([['server-gone:a', 'stream-flap:many/live'], ['stream-flap:many/vod']]);
  // One of five servers does not fill the application.
  const limit = problem(everyKind.limit, { kind: 'application', name: 'live' }, 20);
  expect(treeOf(placeProblems([limit, gone], b.state(), at(40)))).toHaveLength(2);
});

test('figures that part later belong to the incident that one of its effects leads to', () => {
  const whole: Subject = { kind: 'cluster' };
  const rush = problem(everyKind.surge, whole, 10);
  const hot = problem(HOT, onServer('edge-1'), 12);
  const parted = problem(PARTED, onServer('edge-1'), 60);
  expect(treeOf(placeProblems([parted, hot, rush], state(), at(90)))).toEqual([
    ['surge:cluster', 'server-hot:edge-1', 'parted:edge-1'],
  ]);
});

test('viewers who leave a server that has been busy for a minute belong to its incident; nothing that a source loses makes it busy', () => {
  const hot = problem(HOT, onServer('edge-1'), 60);
  const loss = (seconds: number, name: string) => problem(everyKind.loss, onServer(name), seconds);
  const treesOf = (one: Problem) => treeOf(placeProblems([one, hot], state(), at(200)));
  expect(treesOf(loss(130, 'edge-1'))).toEqual([['server-hot:edge-1', 'loss:edge-1']]);
  expect(treesOf(loss(0, 'transcode-1'))).toHaveLength(2);
});

test('a limit that is only near leads nothing that is full', () => {
  const near = problem(everyKind.limit, { kind: 'group', name: 'EU' }, 0);
  const ofServer = { ...everyKind.limit, facts: { ...everyKind.limit.facts, server: 'edge-1' } };
  const full = problem(ofServer, { kind: 'application', name: 'play-edge-1' }, 10, {
    severity: 'critical',
    names: [onServer('edge-1')],
  });
  expect(treeOf(placeProblems([near, full], state(), at(90)))).toEqual([['limit:play-edge-1', 'limit:EU']]);
});

test('a surge leads the servers and limits that it fills, and nothing that began long before', () => {
  const whole: Subject = { kind: 'cluster' };
  const rush = problem(everyKind.surge, whole, 10);
  const hot = problem(HOT, onServer('edge-9'), 12);
  const limit = problem(everyKind.limit, whole, 40);
  const before = problem(SLOW, onServer('edge-1'), -400);
  expect(treeOf(placeProblems([hot, limit, before, rush], state(), at(90)))).toEqual([
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
  const whole: Subject = { kind: 'cluster' };
  const hit = (degraded: number) => ({ hit: { viewers: { lost: 0, degraded } } });
  const tree = (watching: number) =>
    treeOf(
      placeProblems(
        [
          problem(everyKind['stream-flap'], whole, 0, hit(watching)),
          problem(everyKind['stream-unhealthy'], whole, 10, hit(45_000)),
        ],
        state(),
        at(90),
      ),
    ).length;
  expect([tree(215), tree(9_000)]).toEqual([2, 1]);
});
