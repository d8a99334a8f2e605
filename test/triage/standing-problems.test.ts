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
  explainedBy: ['hot'],
};

/** A hot server from `hotFrom` on and slow delivery from `slowFrom` on, in seconds, which needs a minute to count. */
function watch({ hotFrom, slowFrom }: { readonly hotFrom: number; readonly slowFrom: number }) {
  let seconds = 0;
  const ruleOf = (finding: Finding, from: number, after: number): Rule => ({
    name: 'server-hot',
    inputs: [],
    timing: () => ({ after, clearAfter: 10_000 }),
    sample: () => ({ at: START + 1_000 * seconds, interval: 2_000, wholeAt: START + 1_000 * seconds }),
    evaluate: () => (seconds >= from ? [finding] : []),
  });
  const rules = [ruleOf(HOT, hotFrom, 10_000), ruleOf(SLOW, slowFrom, 60_000)].map(
    (rule) => new RuleTrackers(rule, defaultThresholds),
  );
  const standing = new StandingProblems();
  for (; seconds <= 140; seconds += 2) {
    const now = START + 1_000 * seconds;
    for (const rule of rules) rule.judge({} as RuleInput, now);
    standing.update(rules, bench().state(), now);
  }
  return standing;
}

test('what follows from a problem and was not yet one itself does not begin before it', () => {
  const standing = watch({ hotFrom: 20, slowFrom: 10 });
  expect([...standing.byKey.keys()]).toEqual(['hot']);
  expect(standing.byKey.get('hot')?.followers).toMatchObject([
    { subject: { name: 'edge-1' }, began: { at: START + 20_000 } },
  ]);
});

test.each([
  ['is explained by a server that became hot a minute before', 20, 80, ['hot']],
  [
    'is explained by a server that was hot before the first look, if it was there at that look, too',
    0,
    0,
    ['hot'],
  ],
  ['is a problem of its own if the server was hot long before', 0, 60, ['hot', 'slow']],
])('slow delivery %s', (_, hotFrom, slowFrom, keys) => {
  expect([...watch({ hotFrom, slowFrom }).byKey.keys()]).toEqual(keys);
});
