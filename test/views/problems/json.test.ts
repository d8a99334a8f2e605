import { expect, test } from 'vitest';
import { problemJson } from '../../../src/views/problems/json.ts';
import { everyKind } from '../../support/every-kind.ts';
import { samplePart, sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow } from '../../support/sample-state.ts';

test('an acknowledgement says whether it is planned work, and no name means null', () => {
  const of = (more: object) =>
    problemJson(sampleProblem({ acknowledged: { at: sampleNow, note: 'on it', ...more } })).acknowledged;
  expect(of({})).toMatchObject({ note: 'on it', by: null, planned: false });
  expect(of({ by: 'anna', planned: true })).toMatchObject({ by: 'anna', planned: true });
  expect(problemJson(sampleProblem()).acknowledged).toBeNull();
});

test('the rule of a row of streams is that of its worst one', () => {
  const cluster = { severity: 'critical', subject: { kind: 'cluster' } } as const;
  const worst = samplePart(cluster, everyKind['stream-zombie']);
  const row = sampleProblem({ folded: { count: 3, first: [], worst } }, everyKind.streams);
  expect(problemJson(row).rule).toBe('stream-zombie');
});
