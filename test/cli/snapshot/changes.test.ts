import { expect, test } from 'vitest';
import { createChanges } from '../../../src/cli/snapshot/changes.ts';
import type { Problem } from '../../../src/triage/problem.ts';
import { sampleProblem } from '../../support/sample-problem.ts';

const cluster = { name: 'eu', url: 'https://eu.example' };
const hot = sampleProblem();

function follow() {
  const changes = createChanges(cluster);
  return (problems: readonly Problem[], cleared: readonly Problem[] = []) => {
    const told = changes({ problems, cleared }, 1_000);
    return told.map(({ change, problem }) => [change, problem.severity, problem.clearedAt]);
  };
}

test('a problem is printed when it is raised, when it changes, and when it has cleared', () => {
  const next = follow();
  const worse: Problem = { ...hot, severity: 'critical' };
  const over: Problem = { ...worse, state: 'cleared', clearedAt: 5_000 };
  expect(next([{ ...hot, severity: 'warning' }])).toEqual([['raised', 'warning', null]]);
  expect(next([worse])).toEqual([['changed', 'critical', null]]);
  expect(next([worse])).toEqual([]);
  expect(next([], [over])).toEqual([['cleared', 'critical', '1970-01-01T00:00:05.000Z']]);
  expect(next([], [over])).toEqual([]);
});

test('another figure is no change, an acknowledgement is one, and what becomes part of another problem has ended', () => {
  const next = follow();
  next([hot]);
  expect(next([{ ...hot, hit: { viewers: { lost: 0, degraded: 9 } } }])).toEqual([]);
  const seen = { ...hot, acknowledged: { at: 1, note: 'seen' } };
  expect(next([seen])).toEqual([['changed', hot.severity, null]]);
  // One that becomes part of another one has ended, without a time.
  expect(next([])).toEqual([['cleared', hot.severity, null]]);
});
