import { gatherIncidents } from '../../triage/incidents/incident.ts';
import type { Problem, Severity } from '../../triage/problem.ts';

/** Numbers of incidents by severity, and how many of all these are known: acknowledged is not solved. */
export type IncidentCounts = Readonly<Record<Severity | 'acknowledged' | 'planned', number>>;

/**
 * The count of problems on all screens and in `check`. A cause and its effects are one incident. It is acknowledged when all
 * of its problems are, and planned if planned work explains all of it.
 */
export function incidentCounts(problems: readonly Problem[]): IncidentCounts {
  const counts = { critical: 0, warning: 0, info: 0, acknowledged: 0, planned: 0 };
  for (const { root, parts, severity } of gatherIncidents(problems)) {
    const members = [root, ...parts];
    counts[severity]++;
    if (members.every(({ acknowledged }) => acknowledged?.planned)) counts.planned++;
    else if (members.every(({ acknowledged }) => acknowledged)) counts.acknowledged++;
  }
  return counts;
}

export function incidentCount(problems: readonly Problem[]): number {
  const { critical, warning, info } = incidentCounts(problems);
  return critical + warning + info;
}
