import type { Moment, Past, TimeMark } from '../../actions/time-travel.ts';
import type { Interest } from '../../polling/monitor.ts';
import type { Problem, Severity } from '../../triage/problem.ts';
import { problemInFull } from '../../views/problems/words.ts';

/** In this time after the start, the resources that are requested last are missing, ms. */
export const FIRST_ROUND_MS = 3_000;

/** One source of earlier moments. `Past` has two: the memory of this session, and the stored history. */
export interface PastSource
  extends Pick<Past, 'from' | 'marks' | 'unwatched' | 'problemBeside' | 'watchedBeside'> {
  /** Undefined if it knows nothing of that moment (Unix ms). */
  at(moment: number, interest: Interest): Promise<Moment | undefined>;
}

/** The mark of a problem that was raised at that moment (Unix ms); none for one that only informs. */
export function timeMarks(
  problem: Problem,
  at: number,
  { severity = problem.severity, until }: { readonly severity?: Severity; readonly until?: number } = {},
): readonly TimeMark[] {
  return severity === 'info' ? [] : [{ at, until, severity, label: problemInFull(problem) }];
}
