import { MINUTE_MS } from '../../base/durations.ts';
import { type Problem, viewersHit } from '../../triage/problem.ts';
import { isOrderedByViewers, severityRank, worstFirst } from '../../triage/rank.ts';
import { areFarApart, type ShownOrders } from '../lists/steady-order.ts';
import { type FleetRow, verdicts } from './member.ts';

/** Problems of one kind that begin within this time of the first are one incident of the fleet, ms. */
const TOGETHER_MS = 1.5 * MINUTE_MS;

export interface FleetProblem {
  readonly cluster: string;
  readonly problem: Problem;
}

/** The same kind of problem that began on several clusters within minutes. */
export interface FleetIncident {
  /** When the first of them began, Unix ms. */
  readonly since: number;
  /** The worst problem of each cluster, worst first. */
  readonly parts: readonly [FleetProblem, ...FleetProblem[]];
}

/** Unique among the problems of all clusters. */
export function idOf({ cluster, problem }: FleetProblem): string {
  return `${cluster} ${problem.key}`;
}

/**
 * The problems of all clusters, those that nobody knows of first, and the worst first. Those of one cluster are in its own
 * order, so the first of them is the worst of its row. Of a cluster that does not answer only that is known. With a memory of what was
 * shown last, two problems do not change places because the viewers of one vary.
 */
export function fleetProblems(rows: readonly FleetRow[], shown?: ShownOrders): readonly FleetProblem[] {
  const place = new Map(shown?.get(SHOWN_AS)?.map((id, index) => [id, index]));
  const isAhead = (a: FleetProblem, b: FleetProblem) => {
    const isWorse = severityRank[b.problem.severity] - severityRank[a.problem.severity];
    const exact = (isWorse || worstFirst(a.problem, b.problem)) < 0;
    const [before, other] = [place.get(idOf(a)), place.get(idOf(b))];
    if (before === undefined || other === undefined || !isOrderedByViewers(a.problem, b.problem))
      return exact;
    return areFarApart(viewersOf(a), viewersOf(b)) ? exact : before < other;
  };
  const all = (isKnown: boolean) =>
    rows
      .map(({ member, isRead }) =>
        member.triage.problems
          .filter(({ kind }) => isRead || kind === 'stale' || kind === 'session')
          .filter(({ acknowledged }) => (acknowledged !== undefined) === isKnown)
          .map((problem) => ({ cluster: member.name, problem })),
      )
      .reduce<readonly FleetProblem[]>((one, other) => merged(one, other, isAhead), []);
  const problems = [...all(false), ...all(true)];
  shown?.set(SHOWN_AS, problems.map(idOf));
  return problems;
}

/**
 * The clusters in the order of their first problems: the first row is the cluster of the problem that is named above all.
 * Those without a problem stay in their order.
 */
export function rowsByProblem(
  rows: readonly FleetRow[],
  problems: readonly FleetProblem[],
): readonly FleetRow[] {
  const place = new Map(problems.map(({ cluster }, index) => [cluster, index] as const).reverse());
  const placeOf = ({ member }: FleetRow) => place.get(member.name) ?? problems.length;
  const levelOf = ({ verdict }: FleetRow) => verdicts.indexOf(verdict);
  return rows.toSorted((a, b) => levelOf(a) - levelOf(b) || placeOf(a) - placeOf(b));
}

/** The name of this list among the orders that were shown. */
const SHOWN_AS = 'problems of all clusters';

const viewersOf = ({ problem }: FleetProblem) => viewersHit(problem.hit) ?? 0;

/** Two lists as one, worst first; what comes first in one of them stays before what comes later there. */
function merged(
  one: readonly FleetProblem[],
  other: readonly FleetProblem[],
  isAhead: (a: FleetProblem, b: FleetProblem) => boolean,
): readonly FleetProblem[] {
  const all: FleetProblem[] = [];
  let from = 0;
  for (const next of other) {
    const until = one.findIndex((each, at) => at >= from && isAhead(next, each));
    all.push(...one.slice(from, until < 0 ? one.length : until), next);
    from = until < 0 ? one.length : until;
  }
  return [...all, ...one.slice(from)];
}

/**
 * Incidents of the fleet, the one on most clusters first, of problems that are sorted. Only causes are compared: what
 * follows from another problem is part of that one. What was there at the first poll has no known beginning, so it is
 * left out.
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
  for (let left = same; left.length > 0; ) {
    const since = Math.min(...left.map(({ problem }) => problem.since.at));
    const isTogether = ({ problem }: FleetProblem) => problem.since.at - since <= TOGETHER_MS;
    const clusters = Map.groupBy(left.filter(isTogether), ({ cluster }) => cluster);
    const [worst, ...others] = [...clusters.values()].flatMap(([first]) => first ?? []);
    if (worst && others.length > 0) incidents.push({ since, parts: [worst, ...others] });
    left = left.filter((one) => !isTogether(one));
  }
  return incidents;
}
