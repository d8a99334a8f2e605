import type { ClusterEvent } from '../../cluster/state.ts';
import type { Subject } from '../problem.ts';
import type { Facts, Finding, Rule } from '../rule.ts';
import { everyStep } from '../samples.ts';

/** Did something restart? The store noticed it (counters that fell, journal ids that start again); told for a while. */
export const restart: Rule = {
  name: 'restart',
  timing: () => ({ after: 0, clearAfter: 0, samples: 1 }),
  sample: everyStep,
  evaluate(facts, { now, thresholds }) {
    const findings = new Map<string, Finding>();
    for (const event of facts.state.events) {
      const told = event.kind === 'restart' || event.kind === 'journal-restart';
      if (!told || event.at <= now - thresholds.eventFor) continue;
      const key = event.kind === 'restart' ? `restart:${event.subject}` : 'restart:journal';
      findings.set(key, {
        key,
        severity: event.kind === 'restart' ? 'warning' : 'info',
        subject: subjectOf(event, facts),
        title: event.kind === 'restart' ? 'Restarted' : 'Journal started anew',
        reason: event.message,
        since: findings.get(key)?.since ?? event.at,
        explainedBy: event.kind === 'restart' ? [] : ['restart:cluster'],
      });
    }
    return [...findings.values()];
  },
};

function subjectOf({ subject, kind }: ClusterEvent, { state }: Facts): Subject {
  if (kind === 'journal-restart') return { kind: 'resource', name: 'journal' };
  return state.servers.some(({ name }) => name === subject)
    ? { kind: 'server', name: subject }
    : { kind: 'cluster' };
}
