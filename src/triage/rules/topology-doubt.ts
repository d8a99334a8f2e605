import type { Rule } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { DOUBT_KEY, isDoubtful } from './servers.ts';

/** A topology that is empty, or that the server itself marks as made up, is suspect data and not an outage. */
export const topologyDoubt: Rule = {
  name: 'topology-doubt',
  inputs: ['servers'],
  timing: (t) => ({ after: t.managerFor, clearAfter: t.managerFor }),
  sample: serversSample,
  evaluate(facts) {
    const doubt = isDoubtful(facts);
    if (!doubt) return [];
    const known = facts.state.servers.length;
    return [
      {
        key: DOUBT_KEY,
        severity: 'warning',
        kind: 'topology-doubt',
        form: doubt,
        facts: { doubt, known },
        subject: { kind: 'resource', name: 'topology' },
      },
    ];
  },
};
