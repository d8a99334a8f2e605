import { expect, test } from 'vitest';
import type { Problem } from '../../src/triage/problem.ts';
import { worstFirst } from '../../src/triage/rank.ts';
import { atRisk, sampleProblem } from '../support/sample-problem.ts';

test('of equal severity, a problem with about three times the viewers comes before older ones; a few more viewers do not count', () => {
  const older = sampleProblem({ key: 'older', since: 1_000, hit: atRisk(1_060) });
  const first = (viewers: number) =>
    [older, sampleProblem({ key: 'newer', since: 2_000, hit: atRisk(viewers) })].sort(worstFirst)[0]?.key;
  expect([first(4_770), first(1_500), first(100)]).toEqual(['newer', 'older', 'older']);
});

test('the more severe problem comes first, however many viewers another has', () => {
  const many = sampleProblem({ key: 'many', severity: 'warning', hit: atRisk(9_000) });
  const critical = sampleProblem({ key: 'critical', severity: 'critical', hit: atRisk(10) });
  expect([many, critical].sort(worstFirst).map(({ key }) => key)).toEqual(['critical', 'many']);
});

test('a cluster without new data comes before everything that stood', () => {
  const hot = sampleProblem({ key: 'hot', severity: 'critical', hit: atRisk(4_000) });
  const first = { of: 'resource', name: 'dashboard', answered: true } as const;
  const blind: Problem = {
    ...sampleProblem({ key: 'blind', severity: 'warning' }),
    kind: 'stale',
    form: undefined,
    facts: { of: 'all', cluster: 'c', first, others: { count: 0, first: [] } },
  };
  expect([hot, blind].sort(worstFirst).map(({ key }) => key)).toEqual(['blind', 'hot']);
});
