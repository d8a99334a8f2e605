import { isDeepStrictEqual } from 'node:util';
import type { Problem, Severity } from './problem.ts';
import { severityRank } from './rank.ts';

export interface AcknowledgedHow {
  /** Unix ms */
  readonly at: number;
  /** Unix ms; undefined: until the problem clears. */
  readonly until?: number | undefined;
  readonly note: string;
  /** The user of a team. */
  readonly by?: string | undefined;
  /** How severe the problem was, if that was earlier. */
  readonly severity?: Severity | undefined;
}

/** It holds until the problem clears, until a given time, or until the severity gets worse. */
interface Acknowledgement extends AcknowledgedHow {
  readonly severity: Severity;
}

/** By the problem's key. Immutable: every function returns a new map, or the same one if nothing changed. */
type Acknowledgements = ReadonlyMap<string, Acknowledgement>;

export const noAcknowledgements: Acknowledgements = new Map();

export function acknowledge(
  acknowledgements: Acknowledgements,
  problem: Problem,
  how: AcknowledgedHow,
): Acknowledgements {
  return new Map(acknowledgements).set(problem.key, { ...how, severity: how.severity ?? problem.severity });
}

/** The acknowledgements without that of `key`. */
export function unacknowledge(acknowledgements: Acknowledgements, key: string): Acknowledgements {
  const rest = new Map(acknowledgements);
  rest.delete(key);
  return rest;
}

/** Whether an acknowledgement holds for a problem at `now` (Unix ms): its time is not over, and nothing got worse. */
export function stillHolds(
  { until, severity }: { readonly until?: number | undefined; readonly severity?: Severity | undefined },
  problem: Pick<Problem, 'severity'>,
  now: number,
): boolean {
  if (until !== undefined && until <= now) return false;
  return severity === undefined || severityRank[problem.severity] <= severityRank[severity];
}

/** Drops what has ended: cleared problems, times that are over, problems that became worse. */
export function prune(
  acknowledgements: Acknowledgements,
  problems: readonly Problem[],
  now: number,
): Acknowledgements {
  const rest = new Map<string, Acknowledgement>();
  for (const problem of problems) {
    const known = acknowledgements.get(problem.key);
    if (known && stillHolds(known, problem, now)) rest.set(problem.key, known);
  }
  return rest.size === acknowledgements.size ? acknowledgements : rest;
}

/** Problems as they were marked: an unchanged problem stays the same object. */
export type Marked = WeakMap<Problem, Problem>;

/** The problem, acknowledged like this. */
export function markedAs(problem: Problem, acknowledged: Problem['acknowledged'], known: Marked): Problem {
  const before = known.get(problem);
  if (before && isDeepStrictEqual(before.acknowledged, acknowledged)) return before;
  const next: Problem = { ...problem, acknowledged };
  known.set(problem, next);
  return next;
}

/**
 * The problems with their acknowledgements. The acknowledgement of a cause also applies to its effects, unless they
 * are more severe.
 */
export function withAcknowledgements(
  problems: readonly Problem[],
  acknowledgements: Acknowledgements,
  known: Marked,
): readonly Problem[] {
  if (acknowledgements.size === 0) return problems;
  return problems.map((problem) => {
    const acknowledgement = acknowledgements.get(problem.key) ?? ofCause(problem, acknowledgements);
    if (!acknowledgement) return problem;
    const { at, until, note, by } = acknowledgement;
    return markedAs(problem, { at, until, note, ...(by !== undefined && { by }) }, known);
  });
}

function ofCause(
  { severity, incident }: Problem,
  acknowledgements: Acknowledgements,
): Acknowledgement | undefined {
  const cause = incident && acknowledgements.get(incident.root);
  return cause && severityRank[severity] <= severityRank[cause.severity] ? cause : undefined;
}
