import { expect, test } from 'vitest';
import { nextCleared, worstMoments } from '../../src/triage/past.ts';
import { atRisk, samplePart, sampleProblem } from '../support/sample-problem.ts';

test('the worst moment of a problem is decided by severity, then viewers, then the earlier moment', () => {
  const at = (severity: 'critical' | 'warning', viewers?: number) =>
    sampleProblem({ severity, hit: atRisk(viewers) });
  const worst = (before: ReturnType<typeof at>, now: ReturnType<typeof at>) =>
    [...worstMoments(new Map([[before.key, before]]), [now]).values()][0] === now;
  expect(worst(at('warning'), at('critical'))).toBe(true);
  expect(worst(at('critical', 1), at('warning', 9))).toBe(false);
  expect([5, 6].map((viewers) => worst(at('warning', 5), at('warning', viewers)))).toEqual([false, true]);
  expect(worst(at('warning'), at('warning'))).toBe(false);
});

test('of problems that clear at once the first twenty keep the journal, and five hundred are kept', () => {
  const all = Array.from({ length: 30 }, (_, index) => sampleProblem({ key: `k${index}` }));
  const toCleared = (problem: ReturnType<typeof sampleProblem>, withEvidence: boolean) => ({
    ...problem,
    noticedAt: withEvidence ? -1 : problem.noticedAt,
  });
  const old = Array.from({ length: 490 }, (_, index) => sampleProblem({ key: `old${index}` }));
  const before = { problems: all, cleared: old };
  const cleared = nextCleared(before, [], new Set(['k0']), toCleared);
  expect(cleared).toHaveLength(500);
  expect(cleared.filter(({ noticedAt }) => noticedAt === -1)).toHaveLength(20);
  expect(cleared[0]).toMatchObject({ key: 'k1' });
  expect(nextCleared(before, all, new Set(), toCleared)).toBe(old);
});

test('a cleared problem keeps the first names only, also those of its parts', () => {
  const subject = (n: number) => ({ kind: 'server', name: `edge-${n}` }) as const;
  const names = Array.from({ length: 1_000 }, (_, n) => subject(n));
  const part = { ...samplePart({ severity: 'warning', subject: subject(0) }), names };
  const problem = { ...sampleProblem({ key: 'many' }), names, folded: { count: 1_000, first: [part, part] } };
  const before = { problems: [problem], cleared: [] };
  const cleared = nextCleared(before, [], new Set(), (one) => one);
  expect(cleared[0]?.names).toEqual(names.slice(0, 50));
  expect(cleared[0]?.folded).toMatchObject({ count: 1_000, first: [{ names: names.slice(0, 5) }, {}] });
  expect(cleared[0]?.folded?.first[1]?.names).toHaveLength(5);
});
