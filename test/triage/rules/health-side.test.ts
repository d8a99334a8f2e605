import { expect, test } from 'vitest';
import type { Dashboard } from '../../../src/protocol/dashboard.ts';
import type { Severity } from '../../../src/triage/problem.ts';
import type { Finding, Rule, RuleInput } from '../../../src/triage/rule.ts';
import { healthSide } from '../../../src/triage/rules/health-side.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf } from '../../support/sample-problem.ts';
import { bare, bench, remembered, START } from '../support.ts';

const empty = bench().state();

function evaluate(rule: Rule, state: object, standing?: Severity) {
  const facts = { state: { ...empty, ...state }, streams: remembered([]) };
  const context = { now: START, thresholds: t, active: () => standing };
  return rule.evaluate(facts as unknown as RuleInput, context);
}

/** A dashboard with this many viewers and streams, of which these percentages have a bad grade. */
function health(viewers: number, badViewers: number, badStreams: number | undefined): Partial<Dashboard> {
  const summary = (of: number, percent: number) => {
    const bad = (of * percent) / 100;
    return { labels: ['Good', 'Bad', 'No Data'], series: [of - bad, bad, 5_000] };
  };
  const streams = badStreams === undefined ? null : summary(1_000, badStreams);
  return { viewerHealthSummary: summary(viewers, badViewers), streamHealthSummary: streams };
}

const sideOf = (stats: Partial<Dashboard>, standing?: Severity) =>
  sentenceOf(evaluate(healthSide, bare([], stats)(START, 0), standing)[0] as Finding | undefined).split(
    ': ',
  )[1];

test('the side is ingest when the share of bad streams is at least half that of viewers, otherwise delivery', () => {
  const [ingest, delivery] = ['ingest, both are bad', 'delivery, streams are fine'];
  expect([sideOf(health(1_000, 80, 10)), sideOf(health(1_000, 80, 9.9))]).toEqual([ingest, delivery]);
  // While the problem stands below its threshold, half of the present share counts.
  const low = t.badShareWarn - 4;
  expect([
    sideOf(health(1_000, low, low / 2), 'warning'),
    sideOf(health(1_000, low, low / 2 - 1), 'warning'),
  ]).toEqual([ingest, delivery]);
  const alone = evaluate(healthSide, bare([], health(1_000, 80, undefined))(START, 0))[0] as Finding;
  expect(sentenceOf(alone)).toBe('80% of the viewers (800 of 1.00k) have bad health');
});

test('a share of fewer than twenty graded viewers gives no side', () => {
  expect([sideOf(health(19, 100, 100)), sideOf(health(20, 100, 100))]).toEqual([
    undefined,
    'ingest, both are bad',
  ]);
});
