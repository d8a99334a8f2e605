import { expect, test } from 'vitest';
import { problemJson } from '../../../src/views/problems/json.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow } from '../../support/sample-state.ts';

test('an acknowledgement says whether it is planned work, and no name means null', () => {
  const of = (more: object) =>
    problemJson(sampleProblem({ acknowledged: { at: sampleNow, note: 'on it', ...more } })).acknowledged;
  expect(of({})).toMatchObject({ note: 'on it', by: null, planned: false });
  expect(of({ by: 'anna', planned: true })).toMatchObject({ by: 'anna', planned: true });
  expect(problemJson(sampleProblem()).acknowledged).toBeNull();
});
