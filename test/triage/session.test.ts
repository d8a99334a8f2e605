import { expect, test } from 'vitest';
import type { Context, Finding, Rule, RuleInput } from '../../src/triage/rule.ts';
import { session } from '../../src/triage/rules/session.ts';
import { defaultThresholds as t } from '../../src/triage/thresholds.ts';
import { sentenceOf, worded } from '../support/sample-problem.ts';
import { bench, START } from './support.ts';

const empty = bench().state();

const context = (more: Partial<Context> = {}): Context => ({
  now: START,
  thresholds: t,
  active: () => undefined,
  ...more,
});

/** What a rule says of facts that hold only what it reads. */
const _evaluate = (rule: Rule, facts: object, how = context()) =>
  rule
    .evaluate(facts as RuleInput, how)
    .map((verdict) => (verdict.unmeasured ? `${verdict.key} ?` : sentenceOf(verdict)));

test.each([
  ['refused', 'critical', 'Login refused'],
  ['failed', 'critical', 'Login does not succeed'],
  ['waiting', 'warning', 'Login does not succeed'],
  ['ok', undefined, undefined],
] as const)('a login that is %s is %s', (status, severity, title) => {
  const facts = { state: { ...empty, session: { ...empty.session, status } } };
  const [found] = session.evaluate(facts as RuleInput, context());
  expect(found && worded(found as Finding)).toEqual(severity && expect.objectContaining({ severity, title }));
});
