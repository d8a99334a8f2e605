import { clockTime, DASH } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import { cutWords } from '../../base/width.ts';
import { severityLook } from '../formats/tones.ts';
import type { Column } from '../lists/column.ts';
import { sinceShown } from '../problems/problems.ts';
import { beganOrLasted } from '../problems/since.ts';
import { problemTitle } from '../problems/words.ts';
import type { FleetView } from './columns.ts';
import { type FleetIncident, type FleetProblem, fleetIncidents, idOf } from './common.ts';
import { HIT_COLUMNS, hitWords, problemWords } from './figures.ts';

/** A row of the problems of all clusters. */
export type FleetProblemRow = (
  | { readonly kind: 'incident'; readonly incident: FleetIncident }
  | ({ readonly kind: 'problem'; readonly isPart: boolean } & FleetProblem)
) & {
  /** Unique among the rows. */
  readonly id: string;
};

/**
 * The problems in their order. What is common to several clusters stands together at the place of its worst part; only
 * the worst problem of a cluster comes before that, so that each cluster is first named with the problem of its row.
 */
export function fleetProblemRows(problems: readonly FleetProblem[]): readonly FleetProblemRow[] {
  const incidentOf = new Map(
    fleetIncidents(problems).flatMap((incident) =>
      incident.parts.map((part) => [idOf(part), incident] as const),
    ),
  );
  const worst = new Map(problems.toReversed().map((problem) => [problem.cluster, problem]));
  const rows = new Map<string, FleetProblemRow>();
  const add = (problem: FleetProblem, isPart: boolean) => {
    const id = idOf(problem);
    if (!rows.has(id)) rows.set(id, { kind: 'problem', id, isPart, ...problem });
  };
  const begun = new Set<FleetIncident>();
  const addIncident = (incident: FleetIncident) => {
    if (begun.has(incident)) return;
    begun.add(incident);
    for (const { cluster } of incident.parts) {
      const first = worst.get(cluster);
      if (first) addAny(first);
    }
    const id = `incident ${incident.parts[0].problem.kind} ${incident.since}`;
    rows.set(id, { kind: 'incident', id, incident });
    for (const part of incident.parts) add(part, true);
  };
  const addAny = (problem: FleetProblem) => {
    const incident = incidentOf.get(idOf(problem));
    if (incident) addIncident(incident);
    else add(problem, false);
  };
  for (const problem of problems) addAny(problem);
  return [...rows.values()];
}

/** Such as `Server gone on 4 clusters since 15:16:02`. */
export function incidentWords({ since, parts }: FleetIncident): string {
  return `${problemTitle(parts[0].problem)} on ${parts.length} clusters since ${clockTime(since)}`;
}

export function fleetProblemColumns({ now, display }: FleetView): readonly Column<FleetProblemRow>[] {
  return [
    { key: 'sign', title: '', width: 3, cell: signCell },
    {
      key: 'cluster',
      title: 'Cluster',
      width: 12,
      cell: (row) => (row.kind === 'incident' ? toned('several', 'bold') : row.cluster),
    },
    { key: 'problem', title: 'Problem', width: 30, grow: 6, cell: problemCell },
    {
      key: 'since',
      title: display.times === 'absolute' ? 'Since' : 'For',
      width: 9,
      align: 'right',
      cell: (row) =>
        row.kind === 'incident' ? '' : beganOrLasted({ since: sinceShown(row.problem) }, now, display.times),
    },
    {
      key: 'hit',
      title: 'Hit',
      width: HIT_COLUMNS,
      grow: 1,
      rank: 1,
      cell: (row, width) => (row.kind === 'incident' ? '' : hitWords(row.problem, width) || DASH),
    },
  ];
}

function signCell(row: FleetProblemRow): Line {
  if (row.kind === 'incident') return toned('◆', 'accent');
  const { sign, tone } = severityLook[row.problem.severity];
  return toned(`${row.isPart ? '└ ' : ''}${sign}`, tone);
}

function problemCell(row: FleetProblemRow, width: number): Line {
  if (row.kind === 'incident') return toned(cutWords(incidentWords(row.incident), width), 'bold');
  return problemWords(row.problem, width);
}
