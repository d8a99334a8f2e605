import { expect, test } from 'vitest';
import { worstFirst } from '../../src/triage/rank.ts';
import { atRisk, sampleProblem } from '../support/sample-problem.ts';

test('of one severity about three times the viewers lead what is older, a few more do not', () => {
  const older = sampleProblem({ key: 'older', since: 1_000, hit: atRisk(1_060) });
  const first = (viewers: number) =>
    [older, sampleProblem({ key: 'newer', since: 2_000, hit: atRisk(viewers) })].sort(worstFirst)[0]?.key;
  expect([first(4_770), first(1_500), first(100)]).toEqual(['newer', 'older', 'older']);
});
