import { serversNamed } from '../concerned.ts';
import { isUndecided } from '../coverage/coverage.ts';
import { namedOrNone } from '../facts.ts';
import type { Rule, Verdict } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { goneKey, isDoubtful, isPresent } from './servers.ts';

export const MANAGER_KEY = 'manager:cluster';
/** A problem of its own: none is no worse form of what may have stood for ever. */
const SINGLE_KEY = 'manager:single';

/** A cluster needs a manager: none is an outage, only one is a single point of failure. */
export const manager: Rule = {
  name: 'manager',
  inputs: ['servers', 'managers'],
  timing: (t) => ({ after: t.managerFor, clearAfter: t.managerFor }),
  sample: serversSample,
  evaluate(facts) {
    const { servers } = facts.state;
    const unmeasured = [MANAGER_KEY, SINGLE_KEY].map((key): Verdict => ({ key, unmeasured: true }));
    const telling = servers.filter(({ server }) => server.clusterManager != null);
    if (telling.length === 0 || isDoubtful(facts)) return unmeasured;
    const managers = telling.filter((record) => isPresent(record) && record.server.clusterManager === true);
    if (managers.length > 1) return [];
    if (isUndecided(facts.state, 'managers')) return unmeasured;
    const gone = telling.filter((record) => !isPresent(record) && record.server.clusterManager === true);
    const goneNames = gone.map(({ name }) => name);
    const finding = {
      kind: 'manager',
      names: serversNamed([...managers.map(({ name }) => name), ...goneNames]),
      subject: { kind: 'cluster' },
      facts: { only: managers[0]?.name, gone: namedOrNone(goneNames) },
    } as const;
    if (managers.length > 0) return [{ ...finding, key: SINGLE_KEY, severity: 'warning', form: 'single' }];
    const within = goneNames.map(goneKey);
    return [{ ...finding, key: MANAGER_KEY, severity: 'critical', form: 'none', within }];
  },
};
