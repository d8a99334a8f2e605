import { expect, test } from 'vitest';
import { worstMoments } from '../../src/triage/past.ts';
import { atRisk, sampleProblem } from '../support/sample-problem.ts';

test('the worst moment of a problem is decided by severity, then viewers, then the earlier moment', () => {
  const at = (severity: 'critical' | 'warning', viewers?: number) =>
    sampleProblem({ severity, hit: atRisk(viewers) });
  const worst = (before: ReturnType<typeof at>, now: ReturnType<typeof at>) =>
    [...worstMoments(new Map([[before.key, before]]), [now]).values()][0] === now;
  expect([worst(at('warning'), at('critical')), worst(at('critical', 1), at('warning', 9))]).toEqual([
    true,
    false,
  ]);
  expect([
    worst(at('warning', 5), at('warning', 6)),
    worst(at('warning', 5), at('warning', 5)),
    worst(at('warning'), at('warning')),
  ]).toEqual([true, false, false]);
});
