import { expect, test } from 'vitest';
import type { Severity } from '../../../src/triage/problem.ts';
import type { Finding, Rule, RuleInput } from '../../../src/triage/rule.ts';
import { totals } from '../../../src/triage/rules/totals.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf } from '../../support/sample-problem.ts';
import { bare, bench, START, swept } from '../support.ts';

const empty = bench().state();

function evaluate(rule: Rule, state: object, standing?: Severity) {
  const facts = { state: { ...empty, ...state }, streams: { tracks: new Map() } };
  const context = { now: START, thresholds: t, active: () => standing };
  return rule.evaluate(facts as unknown as RuleInput, context);
}

test('totals disagree from a difference of ten streams and a certain share on, until they are clearly closer', () => {
  const said = (listed: number, counted: number, standing?: Severity) => {
    const { dashboard } = bare([], { streamStats: { total: { value: counted } } })(START, 0);
    const [finding] = evaluate(totals, { dashboard, ...swept([], listed)(START, 0) }, standing);
    return sentenceOf(finding as Finding | undefined).split(': ')[1];
  };
  expect([said(10, 19), said(9, 19), said(19, 9)]).toEqual([
    undefined,
    'they differ by 53%',
    'they differ by 53%',
  ]);
  const listed = 1_000 - 10 * t.totalsDiffer;
  expect([said(listed, 1_000), said(listed + 1, 1_000)]).toEqual([
    `they differ by ${t.totalsDiffer}%`,
    undefined,
  ]);
  expect(said(listed + 1, 1_000, 'info')).toBeDefined();
});
