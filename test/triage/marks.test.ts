import { expect, test } from 'vitest';
import { markOf } from '../../src/triage/marks.ts';
import type { Problem } from '../../src/triage/problem.ts';
import { sampleProblem } from '../support/sample-problem.ts';

test('the mark of an object is its worst severity', () => {
  const problem = (severity: Problem['severity'], subject: Problem['subject']): Problem =>
    sampleProblem({ severity, subject });
  const problems = [
    problem('critical', { kind: 'server', name: 'a' }),
    problem('warning', { kind: 'server', name: 'a' }),
    problem('warning', { kind: 'stream', id: 'id-1', streamKey: 'news' }),
    problem('info', { kind: 'cluster' }),
  ];
  expect(markOf(problems, 'server', 'a')).toBe('critical');
  expect(markOf(problems, 'application', 'a')).toBeUndefined();
  expect(markOf(problems, 'stream', 'id-1')).toBe('warning');
  expect(markOf(problems, 'stream', 'news')).toBe('warning');
  expect(markOf(problems, 'cluster', '')).toBe('info');
  expect(markOf([], 'server', 'a')).toBeUndefined();
});
