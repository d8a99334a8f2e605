import { measured } from '../measure.ts';
import { quietBelow } from '../memory/journal-rates.ts';
import { byFigure, type Finding, type Rule } from '../rule.ts';
import { journalSample } from '../samples.ts';

/** What changed? Finds objects that suddenly write far more journal entries per minute than usual. */
export const journalStorm: Rule = {
  name: 'journal-storm',
  inputs: ['journal'],
  timing: (t) => ({ after: t.stormFor, clearAfter: t.stormClearFor }),
  sample: journalSample,
  together: true,
  evaluate(facts, context) {
    const t = context.thresholds;
    const findings: Finding[] = [];
    for (const [object, { lastMinute, usual, denseSince }] of facts.journal.rates) {
      const key = `journal-storm:${object}`;
      const standing = context.active(key) !== undefined;
      // A single reading cannot tell whether an object always writes this much, so it needs a known usual rate.
      const isMore = usual === undefined ? !context.isOneLook : lastMinute >= t.stormTimes * usual;
      // While it lasts, the storm itself becomes the usual rate. So it ends only when the plain rate falls to half
      // of the threshold.
      const isStorm = standing ? lastMinute >= quietBelow(t) : lastMinute >= t.stormPerMinute && isMore;
      if (!isStorm) continue;
      findings.push({
        key,
        severity: 'warning',
        subject: { kind: 'journal', object },
        kind: 'journal-storm',
        measure: measured('entries', undefined, { value: lastMinute, normal: usual }),
        facts: {
          perMinute: lastMinute,
          // For a storm that lasts for minutes, the storm itself is counted as usual.
          usual: isMore ? usual : undefined,
        },
        figure: lastMinute,
        since: denseSince,
      });
    }
    return findings.sort(byFigure);
  },
};

/** Reports entries that match a user's pattern, for some time. */
export const journalPattern = (severities: ReadonlyMap<string, Finding['severity']>): Rule => ({
  name: 'journal-pattern',
  inputs: ['journal'],
  sample: journalSample,
  evaluate: (facts) =>
    [...facts.journal.matches].map(
      ([title, { count: matches, text, object, first }]): Finding => ({
        key: `journal-pattern:${title}`,
        severity: severities.get(title) ?? 'warning',
        subject: { kind: 'journal', object },
        kind: 'journal-pattern',
        facts: { title, count: matches, text },
        measure: measured('matches', undefined, { value: matches }),
        figure: matches,
        since: first,
      }),
    ),
});

/** Reports patterns that are no longer used, because what they look for would be missed. */
export const slowPattern: Rule = {
  name: 'slow-pattern',
  inputs: ['journal'],
  sample: journalSample,
  evaluate: (facts) =>
    facts.journal.slowPatterns.map(
      (title): Finding => ({
        key: `slow-pattern:${title}`,
        severity: 'warning',
        subject: { kind: 'cluster' },
        kind: 'slow-pattern',
        facts: { title },
      }),
    ),
};
