import { serversNamed } from '../concerned.ts';
import { type GroupSize, roleApplications, smallGroups } from '../coverage/group-sizes.ts';
import { namedOrNone } from '../facts.ts';
import { measured } from '../measure.ts';
import type { Rule, RuleInput, Verdict } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { goneTogetherKey } from './server-gone.ts';
import { isDoubtful, isPresent } from './servers.ts';

/** Does a group lack applications? Compares the applications of each role with the number that the dashboard requires. */
export const groupShort: Rule = {
  name: 'group-short',
  timing: (t) => ({ after: t.groupShortFor, clearAfter: t.goneClearFor }),
  sample: dashboardSample,
  inputs: ['servers', 'group sizes', 'group servers'],
  evaluate(facts) {
    if (facts.state.servers.length === 0 || isDoubtful(facts)) return [];
    return smallGroups(facts.state).map((size) => judgeGroup(size, facts));
  },
};

function judgeGroup({ group, role, wanted, has, isInDoubt }: GroupSize, { state }: RuleInput): Verdict {
  const key = `group-short:${group}/${role}`;
  if (isInDoubt) return { key, unmeasured: true };
  const gone = state.servers.filter(
    (record) => record.server.groupName === group && !isPresent(record) && roleApplications(record, role) > 0,
  );
  const names = gone.map(({ name }) => name);
  const ofGone = gone.reduce((sum, record) => sum + roleApplications(record, role), 0);
  return {
    key,
    severity: has === 0 ? 'critical' : 'warning',
    subject: { kind: 'group', name: group },
    kind: 'group-short',
    names: serversNamed(names),
    measure: measured('applications', undefined, { value: has, limit: wanted }),
    facts: { role, has, wanted, gone: namedOrNone(names) },
    figure: wanted - has,
    // An outage of the group says more; beside that of one server this says how many are left.
    within: ofGone >= wanted - has ? [goneTogetherKey(group)] : undefined,
  };
}
