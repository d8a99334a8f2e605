import type { Rule } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { counted } from '../words.ts';
import { DOUBT_KEY, isDoubtful } from './servers.ts';

/** An empty topology, or one that the server itself calls made up, is suspect data and no outage. */
export const topologyDoubt: Rule = {
  name: 'topology-doubt',
  timing: (t) => ({ after: t.managerFor, clearAfter: t.managerFor }),
  sample: serversSample,
  evaluate(facts) {
    const doubt = isDoubtful(facts);
    if (!doubt) return [];
    const known = facts.state.servers.length;
    const before = known > 0 ? ` ${counted(known, 'server was', 'servers were')} there before;` : '';
    return [
      {
        key: DOUBT_KEY,
        severity: 'warning',
        subject: { kind: 'resource', name: 'topology' },
        title: doubt === 'mockup' ? 'Topology is made up' : 'Topology is empty',
        reason:
          doubt === 'mockup'
            ? 'the server says mockupEnabled: what it tells of servers is invented'
            : `the server lists no servers at all;${before} doubted, not taken for an outage`,
      },
    ];
  },
};
