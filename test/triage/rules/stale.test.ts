import { expect, test } from 'vitest';
import type { Severity } from '../../../src/triage/problem.ts';
import type { Finding, Rule, RuleInput } from '../../../src/triage/rule.ts';
import { stale } from '../../../src/triage/rules/stale.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf, worded } from '../../support/sample-problem.ts';
import { bench, START } from '../support.ts';

const empty = bench().state();

function evaluate(rule: Rule, state: object, standing?: Severity) {
  const facts = { state: { ...empty, ...state }, streams: { tracks: new Map() } };
  const context = { now: START, thresholds: t, active: () => standing };
  return rule.evaluate(facts as unknown as RuleInput, context);
}

test('when all polled resources are stale, one problem tells the age and names the others', () => {
  const polled = { updatedAt: START - 100_000, interval: 2_000 };
  const state = {
    dashboard: { ...empty.dashboard, ...polled },
    topology: { ...empty.topology, ...polled },
  };
  // A resource that is not polled does not count: both others are old, so no data comes at all.
  expect(worded(evaluate(stale, state)[0] as Finding)).toMatchObject({
    key: 'stale:all',
    severity: 'critical',
    reason: 'nothing new from test: dashboard is stale (also topology); the last good values are shown',
  });
});

test('the dashboard is stale after its time, critical after a longer one, and shows its age after two minutes', () => {
  const said = (age: number) => {
    const dashboard = { ...empty.dashboard, updatedAt: START - age, interval: 2_000 };
    const [one] = evaluate(stale, { dashboard }) as readonly Finding[];
    return one && `${one.severity}: ${sentenceOf(one)}`;
  };
  expect([said(t.staleWarn - 1), said(t.staleWarn)]).toEqual([undefined, 'warning: dashboard is stale']);
  expect([said(t.staleCrit - 1), said(t.staleCrit)]).toEqual([
    'warning: dashboard is stale',
    'critical: dashboard is stale',
  ]);
  expect([said(119_999), said(120_000)]).toEqual([
    'critical: dashboard is stale',
    'critical: dashboard is 2m 00s old',
  ]);
});
