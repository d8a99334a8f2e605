import { serverPaths, serversOfUnknownRole } from '../../cluster/coverage-servers.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import { type ApplicationRole, applicationRoles } from '../../protocol/dashboard.ts';
import { serversNamed } from '../concerned.ts';
import { type Named, namedOrNone } from '../facts.ts';
import { measured } from '../measure.ts';
import type { Rule, RuleInput, Verdict } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { threshold } from '../threshold-families.ts';
import { DOUBT_KEY, goneKey, isDoubtful, isPresent } from './servers.ts';

declare module '../problem.ts' {
  interface KindFacts {
    readonly 'group-short': {
      readonly role: ApplicationRole;
      readonly has: number;
      readonly wanted: number;
      /** Missing servers of the group. */
      readonly gone?: Named | undefined;
    };
  }
}

export const groupShortThresholds = {
  groupShort: { for: threshold.time(60_000, 'how long a group must be short of servers') },
} as const;

type GroupShortThresholds = typeof groupShortThresholds;

declare module '../threshold-families.ts' {
  interface ThresholdFamilies extends GroupShortThresholds {}
}

/**
 * Does a group lack applications? Compares the applications of each role with the number that the dashboard
 * requires.
 */
export const groupShort: Rule = {
  name: 'group-short',
  timing: (t) => ({ after: t.groupShortFor, clearAfter: t.groupShortFor }),
  sample: dashboardSample,
  evaluate(facts) {
    const stats = facts.state.dashboard.value?.appGroupStats;
    if (!stats || facts.state.servers.length === 0 || isDoubtful(facts)) return [];
    const findings: Verdict[] = [];
    for (const role of applicationRoles) {
      for (const { name, limit } of stats[role]?.groups ?? []) {
        const finding = judgeGroup(name, role, limit ?? 0, facts);
        if (finding) findings.push(finding);
      }
    }
    return findings;
  },
};

function judgeGroup(
  group: string,
  role: ApplicationRole,
  wanted: number,
  facts: RuleInput,
): Verdict | undefined {
  const key = `group-short:${group}/${role}`;
  const members = facts.state.servers.filter(({ server }) => server.groupName === group);
  const has = members.filter(isPresent).reduce((sum, record) => sum + applicationsOf(record, role), 0);
  if (has >= wanted) return undefined;
  const { state } = facts;
  const unsure = serversOfUnknownRole(state.servers.filter(isPresent), serverPaths(state)).length;
  if (has + unsure >= wanted) return { key, unmeasured: true };
  const gone = members.filter((record) => !isPresent(record) && applicationsOf(record, role) > 0);
  // Feeds and sinks are not listed with servers, so a role without any server cannot be counted.
  if (!facts.state.servers.some((record) => applicationsOf(record, role) > 0)) return undefined;
  const lost = gone.reduce((sum, record) => sum + applicationsOf(record, role), 0);
  const names = gone.map(({ name }) => name);
  return {
    key,
    severity: has === 0 ? 'critical' : 'warning',
    subject: { kind: 'group', name: group },
    kind: 'group-short',
    names: serversNamed(names),
    measure: measured('applications', undefined, { value: has, limit: wanted }),
    facts: { role, has, wanted, gone: namedOrNone(names) },
    figure: wanted - has,
    explainedBy: has + lost >= wanted ? [DOUBT_KEY, 'server-gone:many', ...names.map(goneKey)] : [DOUBT_KEY],
  };
}

function applicationsOf(record: ServerRecord, role: ApplicationRole): number {
  return (record.server.applications ?? []).filter(({ type }) => type?.toLowerCase() === role).length;
}
