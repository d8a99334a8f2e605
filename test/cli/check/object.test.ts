import { expect, test } from 'vitest';
import {
  type CheckedObject,
  concernsObject,
  missingObject,
  objectFigures,
} from '../../../src/cli/check/object.ts';
import { performanceText } from '../../../src/cli/check/verdict.ts';
import type { ClusterState } from '../../../src/cluster/state.ts';
import type { ProblemKind } from '../../../src/triage/kind-facts.ts';
import type { Subject } from '../../../src/triage/problem.ts';
import { mergeThresholds } from '../../../src/triage/thresholds.ts';
import { problemTitle } from '../../../src/views/problems/words.ts';
import { sentenceOf } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';

const finding = (subject: Subject, key = 'k') => ({ key, subject });
const server: Subject = { kind: 'server', name: 'edge-1' };
const ofStream: Subject = { kind: 'stream', id: 's1', streamKey: 'live' };

test.each<[CheckedObject, ReturnType<typeof finding>, ProblemKind, boolean]>([
  [{ kind: 'problem', name: 'limit' }, finding(server), 'limit', true],
  [{ kind: 'problem', name: 'limit:edge-1' }, finding(server, 'limit:edge-1'), 'limit', true],
  [{ kind: 'problem', name: 'edge-1' }, finding(server, 'limit:edge-1'), 'limit', false],
  [{ kind: 'server', name: 'edge-1' }, finding(server), 'limit', true],
  [{ kind: 'server', name: 'edge-2' }, finding(server), 'limit', false],
  [{ kind: 'application', name: 'edge-1' }, finding(server), 'limit', false],
  [{ kind: 'stream', name: 's1' }, finding(ofStream), 'limit', true],
  [{ kind: 'stream', name: 'live' }, finding(ofStream), 'limit', true],
  [{ kind: 'stream', name: 'k' }, finding(ofStream), 'limit', false],
  [{ kind: 'server', name: 'edge-1' }, finding({ kind: 'cluster' }), 'limit', false],
])('%j and the finding %j of the rule %s: %s', (object, about, rule, is) => {
  expect(concernsObject(object, { ...about, kind: rule })).toBe(is);
});

const whole = sampleState();
const [stream] = whole.streamSweep.value?.items.values() ?? [];
const [application] = whole.applicationSweep.value?.items.values() ?? [];
const error = { code: 'HTTP_500', message: 'broken', since: 1 };
const missing = (kind: CheckedObject['kind'], name: string | undefined, ...states: ClusterState[]) =>
  missingObject({ kind, name: name ?? '' }, states, 5).map(
    (problem) => `${problem.severity} ${problem.key} ${problemTitle(problem)}: ${sentenceOf(problem)}`,
  );

test('an object is missing where each poll read the whole list without it', () => {
  const [server] = whole.servers;
  for (const [kind, name] of [
    ['server', server?.name],
    ['stream', stream?.id],
    ['stream', stream?.streamKey ?? ''],
    ['application', application?.name ?? ''],
    ['problem', 'no-such-rule'],
  ] as const)
    expect([kind, missing(kind, name, whole)]).toEqual([kind, []]);
  const [streamSweep, applicationSweep] = [whole.streamSweep, whole.applicationSweep].map((one) => ({
    ...one,
    error,
  }));
  const failing = { ...whole, servers: [], streamSweep, applicationSweep } as ClusterState;
  for (const kind of ['server', 'stream', 'application'] as const) {
    const said = `critical missing:${kind}/gone No such ${kind}: gone is not there`;
    expect(missing(kind, 'gone', whole, whole)).toEqual([said]);
    expect(missing(kind, 'gone', failing)).toEqual([]);
  }
  const without = { ...whole, servers: whole.servers.slice(1) };
  expect(missing('server', server?.name, without)).toHaveLength(1);
  expect(missing('server', server?.name, without, whole)).toEqual([]);
});

test('the figures of a stream and of an application are their own', () => {
  const figures = (kind: CheckedObject['kind'], name = '') =>
    performanceText(objectFigures({ kind, name }, [whole], [], mergeThresholds()));
  const named = (text: string) => text.replaceAll(/=\d+/g, '=N');
  expect(named(figures('stream', stream?.streamKey))).toMatch(
    /^viewers=N;;;0 in_bytes_per_second=N;;;0 out_bytes_per_second=N;;;0 health_min=N;50:;;0;100 (?!.*(cpu_max|servers))/,
  );
  expect(named(figures('application', application?.name))).toMatch(
    /^viewers=N;;;0 streams=N;;;0 in_bytes_per_second=N;;;0 (?!.*(cpu_max|servers))/,
  );
});
