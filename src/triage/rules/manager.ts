import type { Finding, Rule, Verdict } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { listed } from '../words.ts';
import { DOUBT_KEY, goneKey, isDoubtful, isPresent } from './servers.ts';

export const MANAGER_KEY = 'manager:cluster';

/** A cluster manager is required: none is an outage, one is a single point of failure. */
export const manager: Rule = {
  name: 'manager',
  timing: (t) => ({ after: t.managerFor, clearAfter: t.managerFor }),
  sample: serversSample,
  evaluate(facts) {
    const { servers } = facts.state;
    const unmeasured: Verdict[] = [{ key: MANAGER_KEY, unmeasured: true }];
    const telling = servers.filter(({ server }) => server.clusterManager != null);
    if (telling.length === 0 || isDoubtful(facts)) return unmeasured;
    const managers = telling.filter((record) => isPresent(record) && record.server.clusterManager === true);
    if (managers.length > 1) return [];
    const gone = telling.filter((record) => !isPresent(record) && record.server.clusterManager === true);
    const goneNames = gone.map(({ name }) => name);
    const was = gone.length > 0 ? `; ${listed(goneNames)} ${gone.length === 1 ? 'is' : 'are'} gone` : '';
    const finding: Omit<Finding, 'severity' | 'title' | 'reason'> = {
      key: MANAGER_KEY,
      subject: { kind: 'cluster' },
      explainedBy: [DOUBT_KEY],
    };
    const only = managers[0];
    if (!only) {
      const reason = `no server says that it is the cluster manager${was}; the cluster cannot coordinate itself`;
      return [{ ...finding, severity: 'critical', title: 'No cluster manager', reason }];
    }
    return [
      {
        ...finding,
        severity: 'warning',
        title: 'Single cluster manager',
        reason: `${only.name} is the only cluster manager${was}: a single point of failure`,
        // A manager that just vanished is reported as such; that only one is left follows from it.
        explainedBy: [DOUBT_KEY, ...goneNames.map(goneKey)],
      },
    ];
  },
};
