import { expect, test } from 'vitest';
import type { Finding, Rule, RuleInput } from '../../src/triage/rule.ts';
import { RuleTrackers } from '../../src/triage/rule-trackers.ts';
import { StandingProblems } from '../../src/triage/standing-problems.ts';
import { defaultThresholds } from '../../src/triage/thresholds.ts';
import { bench, START } from './support.ts';

const HOT: Finding = {
  key: 'hot',
  severity: 'critical',
  subject: { kind: 'server', name: 'edge-1' },
  kind: 'server-hot',
  facts: { measures: [] },
};
const SLOW: Finding = {
  key: 'slow',
  severity: 'warning',
  subject: { kind: 'server', name: 'edge-1' },
  kind: 'edge-delivery',
  facts: { viewers: 400, out: 0 },
  within: ['hot'],
};

/** A hot server from second 20 to 60 and slow delivery from second 10 on, which needs a minute to count. */
function watch(until: number) {
  let seconds = 0;
  const ruleOf = (finding: Finding, [from, to]: readonly [number, number], after: number): Rule => ({
    name: 'server-hot',
    inputs: [],
    timing: () => ({ after, clearAfter: 10_000 }),
    sample: () => ({ at: START + 1_000 * seconds, interval: 2_000, wholeAt: START + 1_000 * seconds }),
    evaluate: () => (seconds >= from && seconds < to ? [finding] : []),
  });
  const rules = [ruleOf(HOT, [20, 80], 10_000), ruleOf(SLOW, [10, 900], 60_000)].map(
    (rule) => new RuleTrackers(rule, defaultThresholds),
  );
  const standing = new StandingProblems();
  for (; seconds <= until; seconds += 2) {
    const now = START + 1_000 * seconds;
    for (const rule of rules) rule.judge({} as RuleInput, now);
    standing.update(rules, bench().state(), now);
  }
  return standing;
}

test('what is within another problem is not listed beside it, and needs its own time again after that', () => {
  const keysAt = (seconds: number) => [...watch(seconds).byKey.keys()];
  expect([keysAt(78), keysAt(130), keysAt(160)]).toEqual([['hot'], [], ['slow']]);
});
