import { gatherIncidents } from '../../triage/incidents/incident.ts';
import type { Problem, Severity } from '../../triage/problem.ts';
import { severityRank } from '../../triage/rank.ts';

/** Numbers of incidents: the open ones by severity, and those of which nothing is open. */
export type IncidentCounts = Readonly<Record<Severity | 'acknowledged' | 'planned', number>>;

/**
 * The count of problems on all screens and in `check`. A cause and its effects are one incident. An incident is open
 * while one of its problems is, and planned if planned work explains all of it.
 */
export function incidentCounts(problems: readonly Problem[]): IncidentCounts {
  const counts = { critical: 0, warning: 0, info: 0, acknowledged: 0, planned: 0 };
  for (const { root, parts, severity } of gatherIncidents(problems)) {
    const members = [root, ...parts];
    const open = members.filter(({ acknowledged }) => !acknowledged);
    if (open.length === members.length) counts[severity]++;
    else if (open.length > 0) counts[worstOf(open)]++;
    else counts[members.every(({ acknowledged }) => acknowledged?.planned) ? 'planned' : 'acknowledged']++;
  }
  return counts;
}

/** Number of open incidents. */
export function openCount(problems: readonly Problem[]): number {
  const { critical, warning, info } = incidentCounts(problems);
  return critical + warning + info;
}

function worstOf(problems: readonly Problem[]): Severity {
  return problems
    .map(({ severity }) => severity)
    .reduce((a, b) => (severityRank[b] > severityRank[a] ? b : a));
}
