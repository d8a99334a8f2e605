import type { ClusterEvent } from '../../cluster/state.ts';
import type { Subject } from '../problem.ts';
import type { Rule, RuleInput, Verdict } from '../rule.ts';
import { everyStep } from '../samples.ts';
import { goneKey, isPresent } from './servers.ts';

/** Applications are swept once a minute: their counters are seen to fall that much after their server is back. */
const RETURNS_WITHIN_MS = 150_000;
/** A server counts as gone that much after the totals fell with it. */
const LEAVES_WITHIN_MS = 30_000;

/**
 * Did something restart? The store noticed it (counters that fell, journal ids that start again); reported for a
 * while.
 */
export const restart: Rule = {
  name: 'restart',
  timing: () => ({ after: 0, clearAfter: 0, samples: 1 }),
  sample: everyStep,
  history: 'restarts',
  evaluate(facts, { now, thresholds }) {
    const findings = new Map<string, Verdict>();
    const { servers, events } = facts.state;
    const gone = servers.filter((record) => !isPresent(record)).map(({ name }) => goneKey(name));
    for (const event of events) {
      const told = event.kind === 'restart' || event.kind === 'journal-restart';
      if (!told || event.at <= now - thresholds.eventFor) continue;
      const key = event.kind === 'restart' ? `restart:${event.subject}` : 'restart:journal';
      if (isReturn(event, facts)) continue;
      // Totals fall as well when a server leaves: wait until it is known whether one did.
      if (key === WHOLE && servers.some(({ misses }) => misses > 0)) {
        findings.set(key, { key, unmeasured: true });
        if (gone.length === 0) continue;
      }
      findings.set(key, {
        key,
        severity: event.kind === 'restart' ? 'warning' : 'info',
        subject: subjectOf(event, facts),
        title: event.kind === 'restart' ? 'Restarted' : 'Journal started anew',
        reason: `${event.subject}: ${event.message}`,
        since: event.at,
        explainedBy: key === WHOLE ? gone : [WHOLE],
      });
    }
    return [...findings.values()];
  },
};

/** Its server was gone and is back: that was reported, and counters that start again belong to it. */
function isReturn({ kind, subject, at }: ClusterEvent, { state }: RuleInput): boolean {
  if (kind !== 'restart') return false;
  if (subject === 'cluster') return isLeaving(at, state.events);
  return state.events.some((back) => {
    if (back.kind !== 'server-back' || Math.abs(back.at - at) > RETURNS_WITHIN_MS) return false;
    const record = state.servers.find(({ name }) => name === back.subject);
    return (
      back.subject === subject || record?.server.applications?.some(({ name }) => name === subject) === true
    );
  });
}

/** The totals of the cluster fall with the share of a server that leaves, which counts as gone some polls later. */
function isLeaving(at: number, events: readonly ClusterEvent[]): boolean {
  return events.some((gone) => gone.kind === 'server-gone' && Math.abs(gone.at - at) <= LEAVES_WITHIN_MS);
}

const WHOLE = 'restart:cluster';

function subjectOf({ subject, kind }: ClusterEvent, { state }: RuleInput): Subject {
  if (kind === 'journal-restart') return { kind: 'resource', name: 'journal' };
  if (subject === 'cluster') return { kind: 'cluster' };
  const isServer = state.servers.some(({ name }) => name === subject);
  return isServer ? { kind: 'server', name: subject } : { kind: 'application', name: subject };
}
