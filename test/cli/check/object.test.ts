import { expect, test } from 'vitest';
import { type CheckedObject, concernsObject, missingObject } from '../../../src/cli/check/object.ts';
import type { ClusterState, Sweep } from '../../../src/cluster/state.ts';
import type { Application } from '../../../src/protocol/application.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import type { ProblemKind } from '../../../src/triage/kind-facts.ts';
import type { Subject } from '../../../src/triage/problem.ts';
import { problemTitle } from '../../../src/views/problems/words.ts';
import { sentenceOf } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';

const finding = (subject: Subject, key = 'k') => ({ key, subject });
const server: Subject = { kind: 'server', name: 'edge-1' };
const stream: Subject = { kind: 'stream', id: 's1', streamKey: 'live' };

test.each<[CheckedObject, ReturnType<typeof finding>, ProblemKind, boolean]>([
  [{ kind: 'problem', name: 'limit' }, finding(server), 'limit', true],
  [{ kind: 'problem', name: 'limit:edge-1' }, finding(server, 'limit:edge-1'), 'limit', true],
  [{ kind: 'problem', name: 'edge-1' }, finding(server, 'limit:edge-1'), 'limit', false],
  [{ kind: 'server', name: 'edge-1' }, finding(server), 'limit', true],
  [{ kind: 'server', name: 'edge-2' }, finding(server), 'limit', false],
  [{ kind: 'application', name: 'edge-1' }, finding(server), 'limit', false],
  [{ kind: 'stream', name: 's1' }, finding(stream), 'limit', true],
  [{ kind: 'stream', name: 'live' }, finding(stream), 'limit', true],
  [{ kind: 'stream', name: 'k' }, finding(stream), 'limit', false],
  [{ kind: 'server', name: 'edge-1' }, finding({ kind: 'cluster' }), 'limit', false],
])('%j and the finding %j of the rule %s: %s', (object, about, rule, is) => {
  expect(concernsObject(object, { ...about, kind: rule })).toBe(is);
});

const items = <T>(...all: readonly T[]) => new Map(all.map((item, at) => [String(at), item]));
const sweep = <T>(value: Sweep<T>['items'], truncated = false) => ({
  items: value,
  totalItems: value.size,
  completedAt: 1,
  truncated,
});

/** A cluster with a server, a stream and an application. */
function cluster(change: { truncated?: boolean; fails?: boolean } = {}): ClusterState {
  const state = sampleState();
  const error = change.fails ? { code: 'HTTP_500', message: 'broken', at: 1, attempts: 1 } : undefined;
  return {
    ...state,
    servers: state.servers.slice(0, 1),
    streamSweep: {
      ...state.streamSweep,
      value: sweep(items({ id: 's1', streamKey: 'live' } as Stream), change.truncated),
      error,
    },
    applicationSweep: {
      ...state.applicationSweep,
      value: sweep(items({ name: 'sport' } as Application), change.truncated),
      error,
    },
  } as ClusterState;
}

const missing = (object: CheckedObject, ...states: ClusterState[]) =>
  missingObject(object, states, 5).map((problem) => [
    problem.key,
    problem.severity,
    problemTitle(problem),
    sentenceOf(problem),
  ]);

test('an object that is missing in every poll is a critical problem of its own', () => {
  const [name = ''] = cluster().servers.map((record) => record.name);
  for (const object of [
    { kind: 'server', name },
    { kind: 'stream', name: 's1' },
    { kind: 'stream', name: 'live' },
    { kind: 'application', name: 'sport' },
    { kind: 'problem', name: 'no-such-rule' },
  ] as const)
    expect([object, missing(object, cluster())]).toEqual([object, []]);
  for (const kind of ['server', 'stream', 'application'] as const) {
    expect(missing({ kind, name: 'gone' }, cluster(), cluster())).toEqual([
      [`missing:${kind}/gone`, 'critical', `No such ${kind}`, 'gone is not there'],
    ]);
  }
  expect(missingObject({ kind: 'stream', name: 'gone' }, [cluster()], 5)).toMatchObject([
    {
      subject: { kind: 'stream', id: 'gone', streamKey: 'gone' },
      since: { at: 5, known: 'exact' },
      noticedAt: 5,
    },
  ]);
});

test('an object that one poll has, or whose list was not read whole, is not reported as missing', () => {
  const without = { ...cluster(), servers: sampleState().servers.slice(1, 2) };
  const [name = ''] = cluster().servers.map((record) => record.name);
  expect(missing({ kind: 'server', name }, without, cluster())).toEqual([]);
  for (const kind of ['stream', 'application'] as const) {
    expect(missing({ kind, name: 'gone' }, cluster({ truncated: true }))).toEqual([]);
    expect(missing({ kind, name: 'gone' }, cluster({ fails: true }))).toEqual([]);
  }
  expect(missing({ kind: 'server', name: 'gone' }, { ...cluster(), servers: [] })).toEqual([]);
});
