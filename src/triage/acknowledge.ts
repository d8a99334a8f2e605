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

/** By the problem's key. It holds until the problem clears, until a given time, or until the severity gets worse. */
export type Acknowledgements = Map<string, AcknowledgedHow & { readonly severity: Severity }>;

/** Whether an acknowledgement holds for a problem at `now` (Unix ms): its time is not over, and nothing got worse. */
export function stillHolds(
  { until, severity }: Pick<AcknowledgedHow, 'until' | 'severity'>,
  problem: Pick<Problem, 'severity'>,
  now: number,
): boolean {
  if (until !== undefined && until <= now) return false;
  return severity === undefined || severityRank[problem.severity] <= severityRank[severity];
}

/** Drops what has ended: cleared problems, times that are over, problems that became worse. */
export function prune(
  acknowledgements: Acknowledgements,
  problems: ReadonlyMap<string, Problem>,
  now: number,
): void {
  for (const [key, known] of acknowledgements) {
    const problem = problems.get(key);
    if (!problem || !stillHolds(known, problem, now)) acknowledgements.delete(key);
  }
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

function ofCause({ severity, incident }: Problem, acknowledgements: Acknowledgements) {
  const cause = incident && acknowledgements.get(incident.root);
  return cause && severityRank[severity] <= severityRank[cause.severity] ? cause : undefined;
}
