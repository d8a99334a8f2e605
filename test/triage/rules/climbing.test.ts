import { expect, test } from 'vitest';
import type { LimitClimb } from '../../../src/triage/memory/climbs.ts';
import { climbFacts, isNearing } from '../../../src/triage/rules/climbing.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { climbClauses } from '../../../src/views/problems/clauses.ts';
import { context } from '../evaluate-rule.ts';
import { START } from '../support.ts';

test('a fast climb near its end is a problem, which stays until the climb is half as fast or twice as far', () => {
  const climb = (perMinute: number, away: number, since = START - 3_600_000): LimitClimb => ({
    since,
    perMinute,
    used: 50,
    full: 100,
    fullAt: START + away,
  });
  const near = (of: LimitClimb | undefined, active?: 'warning') => isNearing(of, context(), active);
  expect([near(climb(t.climbSlope, 1)), near(climb(t.climbSlope * 0.99, 1))]).toEqual([true, false]);
  expect(near(undefined)).toBe(false);
  expect(near(climb(t.climbSlope / 2, 1), 'warning')).toBe(true);
  expect(near(climb(t.climbSlope * 0.49, 1), 'warning')).toBe(false);
  expect([near(climb(99, t.climbHorizon)), near(climb(99, t.climbHorizon + 1))]).toEqual([true, false]);
  expect(near(climb(99, 2 * t.climbHorizon), 'warning')).toBe(true);
  expect(near(climb(99, 2 * t.climbHorizon + 1), 'warning')).toBe(false);
  const young = (reach: number) => near(climb(99, reach, START - 10_000));
  expect([young(10_000 * t.climbReach), young(10_000 * t.climbReach + 1)]).toEqual([true, false]);
});

test.each([
  [{ perMinute: 9.94, full: 100, fullAt: START + 59_999 }, ', +9.9%/min, full in under a minute'],
  [{ perMinute: 9.95, full: 97, fullAt: START + 60_000 }, ', +10%/min, 97% in about 1 min'],
  [{ perMinute: 1, full: 100, fullAt: START + 3_600_000 }, ', +1.0%/min, full in about 1h 00m'],
  [{ perMinute: 1, full: 100, fullAt: START }, ''],
])('%j is described as %j', (climb, words) => {
  expect(climbClauses(climbFacts({ since: 0, used: 1, ...climb }, START)).join('')).toBe(words);
});
