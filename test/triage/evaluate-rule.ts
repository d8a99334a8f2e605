import type { Severity } from '../../src/triage/problem.ts';
import type { Context, Finding, Rule, RuleInput } from '../../src/triage/rule.ts';
import { defaultThresholds } from '../../src/triage/thresholds.ts';
import { sentenceOf } from '../support/sample-problem.ts';
import { bench, remembered, START } from './support.ts';

const empty = bench().state();

/** Input of a rule besides its facts: default thresholds, and no standing problems. */
export const context = (more: Partial<Context> = {}): Context => ({
  now: START,
  thresholds: defaultThresholds,
  active: () => undefined,
  ...more,
});

/** Its problem stands already. */
export const standing = (severity: Severity = 'warning') => context({ active: () => severity });

/** The facts of a rule: nothing is known but these, and of the state nothing but `state`. */
export const factsOf = ({ state, ...facts }: { readonly state?: object; readonly [name: string]: unknown }) =>
  ({
    streams: remembered([]),
    climbs: new Map(),
    viewerHealth: { fallen: undefined },
    outages: { incidents: [] },
    figures: { of: () => [] },
    journal: { publishes: new Map(), publishers: new Map() },
    ...facts,
    state: { ...empty, ...state },
  }) as unknown as RuleInput;

/** What a rule finds; what it could not measure has no severity. */
export const findingsOf = (rule: Rule, facts: Parameters<typeof factsOf>[0], how = context()) =>
  rule.evaluate(factsOf(facts), how) as readonly Finding[];

/** The sentences of its findings, or the key and ? of what it could not measure. */
export const evaluate = (rule: Rule, facts: Parameters<typeof factsOf>[0], how = context()) =>
  rule
    .evaluate(factsOf(facts), how)
    .map((verdict) => (verdict.unmeasured ? `${verdict.key} ?` : sentenceOf(verdict)));
