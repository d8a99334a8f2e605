import type { Context, Rule, RuleInput } from '../../src/triage/rule.ts';
import { defaultThresholds } from '../../src/triage/thresholds.ts';
import { sentenceOf } from '../support/sample-problem.ts';
import { START } from './support.ts';

/** Input of a rule besides its facts: default thresholds, and no standing problems. */
export const context = (more: Partial<Context> = {}): Context => ({
  now: START,
  thresholds: defaultThresholds,
  active: () => undefined,
  ...more,
});

/** Its problem stands already. */
export const standing = context({ active: () => 'warning' });

/** The findings of a rule for facts that contain only what it reads. */
export const evaluate = (rule: Rule, facts: object, how = context()) =>
  rule
    .evaluate(facts as RuleInput, how)
    .map((verdict) => (verdict.unmeasured ? `${verdict.key} ?` : sentenceOf(verdict)));
