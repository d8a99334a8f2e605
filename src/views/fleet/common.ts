import { MINUTE_MS } from '../../base/durations.ts';
import type { Problem } from '../../triage/problem.ts';
import { openProblems } from '../problems/problems.ts';
import type { FleetRow } from './member.ts';

/** Problems of one kind that begin within this time of the first are one incident of the fleet, ms. */
const TOGETHER_MS = 1.5 * MINUTE_MS;

/** A problem of one cluster. */
export interface FleetProblem {
  readonly cluster: string;
  readonly problem: Problem;
}

/** The same kind of problem that began on several clusters within minutes. */
export interface FleetIncident {
  /** When the first of them began, Unix ms. */
  readonly since: number;
  /** The worst problem of each cluster, the earliest first. */
  readonly parts: readonly [FleetProblem, ...FleetProblem[]];
}

/**
 * The problems of all clusters that are not acknowledged, worst first, then the oldest. Of a cluster that does not
 * answer only that is known.
 */
export function fleetProblems(rows: readonly FleetRow[]): readonly FleetProblem[] {
  const found = rows.flatMap(({ member, isRead }) =>
    openProblems(member.triage.problems)
      .filter(({ kind }) => isRead || kind === 'stale')
      .map((problem) => ({ cluster: member.name, problem })),
  );
  const rank = { critical: 0, warning: 1, info: 2 };
  return found.toSorted(
    (a, b) => rank[a.problem.severity] - rank[b.problem.severity] || a.problem.since.at - b.problem.since.at,
  );
}

/**
 * Incidents of the fleet, the one on most clusters first. Only causes are compared: what follows from another
 * problem is part of that one. What was there at the first poll has no known beginning, so it is left out.
 */
export function fleetIncidents(problems: readonly FleetProblem[]): readonly FleetIncident[] {
  const causes = problems.filter(
    ({ problem: { key, incident, since } }) =>
      since.known !== 'before' && (incident === undefined || incident.root === key),
  );
  const kinds = Map.groupBy(causes, ({ problem }) => problem.kind);
  const found = [...kinds.values()].flatMap((same) => groupsInTime(same));
  return found.toSorted((a, b) => b.parts.length - a.parts.length || a.since - b.since);
}

function groupsInTime(same: readonly FleetProblem[]): readonly FleetIncident[] {
  const incidents: FleetIncident[] = [];
  let left = same.toSorted((a, b) => a.problem.since.at - b.problem.since.at);
  for (let first = left[0]; first; first = left[0]) {
    const since = first.problem.since.at;
    const group = left.filter(({ problem }) => problem.since.at - since <= TOGETHER_MS);
    left = left.filter(({ problem }) => problem.since.at - since > TOGETHER_MS);
    const parts = [...new Map(group.toReversed().map((part) => [part.cluster, part])).values()];
    parts.sort((a, b) => a.problem.since.at - b.problem.since.at);
    const [earliest, ...others] = parts;
    if (earliest && others.length > 0) incidents.push({ since, parts: [earliest, ...others] });
  }
  return incidents;
}
