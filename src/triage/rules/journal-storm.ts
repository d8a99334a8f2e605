import { count } from '../../base/format.ts';
import type { Finding, Rule } from '../rule.ts';
import { journalSample } from '../samples.ts';

/** What changed? An object that suddenly writes far more journal entries a minute than it uses to. */
export const journalStorm: Rule = {
  name: 'journal-storm',
  timing: (t) => ({ after: t.stormFor, clearAfter: t.stormClearFor }),
  sample: journalSample,
  together: { title: 'Journal storm', what: 'objects flood the journal' },
  history: 'journal storms',
  evaluate(facts, context) {
    const t = context.thresholds;
    const findings: Finding[] = [];
    for (const [object, { lastMinute, before }] of facts.journal.rates) {
      const key = `journal-storm:${object}`;
      const standing = context.active(key) !== undefined;
      // While it stands its own storm makes the average rise: only the plain figure ends it, at half.
      const isStorm = standing
        ? lastMinute >= t.stormPerMinute / 2
        : lastMinute >= t.stormPerMinute && (before === undefined || lastMinute >= t.stormTimes * before);
      if (!isStorm) continue;
      const usual = before === undefined ? '' : `; its average before is ${count(before)}`;
      findings.push({
        key,
        severity: 'warning',
        subject: { kind: 'journal', object },
        title: 'Journal storm',
        reason: `${object || 'an object without a name'} wrote ${count(lastMinute)} journal entries in a minute${usual}`,
        figure: lastMinute,
      });
    }
    return findings.sort((a, b) => (b.figure ?? 0) - (a.figure ?? 0));
  },
};

/** Entries that match a pattern of the operator's own, for a while. */
export const journalPattern = (severities: ReadonlyMap<string, Finding['severity']>): Rule => ({
  name: 'journal-pattern',
  timing: () => ({ after: 0, clearAfter: 0, samples: 1 }),
  sample: journalSample,
  evaluate: (facts) =>
    [...facts.journal.matches].map(([title, { count: matches, text, object, first }]) => ({
      key: `journal-pattern:${title}`,
      severity: severities.get(title) ?? 'warning',
      subject: { kind: 'journal', object },
      title,
      reason: `${matches === 1 ? 'one journal entry' : `${count(matches)} journal entries`} of late, the newest: ${text}`,
      figure: matches,
      since: first,
    })),
});
