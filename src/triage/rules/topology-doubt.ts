import type { Rule } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { isDoubtful } from './servers.ts';

/** A topology that is empty, or that the server itself marks as made up, is suspect data and not an outage. */
export const topologyDoubt: Rule = {
  name: 'topology-doubt',
  inputs: ['servers'],
  timing: (t) => ({ after: t.managerFor, clearAfter: t.managerFor }),
  sample: serversSample,
  evaluate(facts) {
    const doubt = isDoubtful(facts);
    if (!doubt) return [];
    return [
      {
        key: 'topology-doubt:cluster',
        severity: 'warning',
        kind: 'topology-doubt',
        form: doubt,
        facts: { doubt, known: facts.state.servers.length },
        subject: { kind: 'resource', name: 'topology' },
      },
    ];
  },
};
