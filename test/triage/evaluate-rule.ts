import type { Context, Rule, RuleInput } from '../../src/triage/rule.ts';
import { defaultThresholds } from '../../src/triage/thresholds.ts';
import { sentenceOf } from '../support/sample-problem.ts';
import { START } from './support.ts';

/** What a rule is told beside its facts: usual thresholds, and nothing stands yet. */
export const context = (more: Partial<Context> = {}): Context => ({
  now: START,
  thresholds: defaultThresholds,
  active: () => undefined,
  ...more,
});

/** Its problem stands already. */
export const standing = context({ active: () => 'warning' });

/** What a rule says of facts that hold only what it reads. */
export const evaluate = (rule: Rule, facts: object, how = context()) =>
  rule
    .evaluate(facts as RuleInput, how)
    .map((verdict) => (verdict.unmeasured ? `${verdict.key} ?` : sentenceOf(verdict)));
