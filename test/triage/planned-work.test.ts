import { expect, test } from 'vitest';
import { type PlannedWork, plannedWorkOf, withPlannedWork } from '../../src/triage/planned-work.ts';
import type { Problem, Subject } from '../../src/triage/problem.ts';
import { samplePart, sampleProblem } from '../support/sample-problem.ts';
import { sampleState } from '../support/sample-state.ts';
import { bare, edge, START, server } from './support.ts';

const state = {
  ...sampleState(),
  ...bare([
    edge('edge-1', 10, 1e6),
    { ...edge('edge-2', 10, 1e6), groupName: 'US' },
    server('origin', { applications: [{ name: 'live', type: 'origin' }] }),
  ])(START, 0),
};
const work = (object: string): PlannedWork => {
  return { object, from: START - 1_000, until: START + 1_000, note: 'disk swap' };
};
const of = (name: string): Subject => ({ kind: 'server', name });
const problem = (...names: readonly Subject[]): Problem =>
  sampleProblem({ subject: names[0] ?? { kind: 'cluster' }, names });
const stream: Subject = { kind: 'stream', id: 's', streamKey: 'news', application: 'live' };
const cluster: Subject = { kind: 'cluster' };

test.each<[what: string, isPlanned: boolean, object: string, subjects: readonly Subject[]]>([
  ['the server itself', true, 'edge-1', [of('edge-1')]],
  ['another server', false, 'edge-1', [of('edge-2')]],
  ['several servers, one of them under planned work', false, 'edge-1', [of('edge-1'), of('edge-2')]],
  ['its application', true, 'edge-1', [{ kind: 'application', name: 'play-edge-1' }]],
  ['a stream of its application', true, 'origin', [stream]],
  ['its journal', true, 'edge-1', [{ kind: 'journal', object: 'Server: edge-1' }]],
  ['a server of the group', true, 'US', [of('edge-2')]],
  ['the group of one server', false, 'edge-1', [{ kind: 'group', name: 'EU' }]],
  ['a loss of the cluster that this server explains', true, 'edge-1', [cluster, of('edge-1')]],
  ['a loss of the cluster', false, 'edge-1', [cluster]],
  ['a loss of the cluster under work on all of it', true, 'cluster', [cluster]],
  ['data that cannot be read', false, 'cluster', [{ kind: 'resource', name: 'journal' }]],
])('a problem of %s is expected: %s, during work on %s', (_what, isPlanned, object, subjects) => {
  const found = plannedWorkOf(problem(...subjects), [work(object)], state, START);
  expect(found !== undefined).toBe(isPlanned);
});

test('planned work counts from its beginning to its end', () => {
  const at = (now: number) => plannedWorkOf(problem(of('edge-1')), [work('edge-1')], state, now);
  expect([START - 1_001, START + 1_000].map(at)).toEqual([undefined, undefined]);
  for (const now of [START - 1_000, START + 999]) expect(at(now)).toBeDefined();
});

test('when not all of many are known by name, none of them is expected', () => {
  const part = samplePart({ severity: 'critical', subject: of('edge-1') });
  const many = (count: number) => ({ ...problem(of('edge-1')), folded: { count, first: [part] } });
  expect(plannedWorkOf(many(1), [work('edge-1')], state, START)).toBeDefined();
  expect(plannedWorkOf(many(9), [work('edge-1')], state, START)).toBeUndefined();
});

test('an expected problem is marked with its effects, and stays the same object while nothing changes', () => {
  const gone = { ...problem(of('edge-1')), key: 'gone' };
  const incident = { root: 'gone', since: gone.since, severity: 'critical', times: 1 } as const;
  const short = { ...problem({ kind: 'group', name: 'EU' }), key: 'short', incident };
  const problems = [gone, { ...problem(of('edge-2')), key: 'other' }, short];
  const known = new WeakMap();
  const [first, second, effect] = withPlannedWork(problems, [work('edge-1')], state, { now: START, known });
  const planned = { at: START - 1_000, until: START + 1_000, note: 'disk swap', planned: true };
  expect(first?.acknowledged).toEqual(planned);
  expect(effect?.acknowledged).toEqual(first?.acknowledged);
  expect(second).toBe(problems[1]);
  const again = withPlannedWork(problems, [work('edge-1')], state, { now: START + 500, known });
  expect(again[0]).toBe(first);
});
