import type { Moment, Past, TimeMark } from '../../actions/time-travel.ts';
import type { Interest } from '../../polling/monitor.ts';
import type { Problem } from '../../triage/problem.ts';
import { problemInFull } from '../../views/problems/words.ts';

/** Where a watching begins, its first seconds lack what was asked for last, ms. */
export const FIRST_ROUND_MS = 3_000;

/** One place that keeps moments of a cluster. `Past` asks two of them: the memory of this session, and the database. */
export interface PastSource extends Pick<Past, 'from' | 'marks' | 'problemBeside' | 'watchedBeside'> {
  /** Undefined where it knows nothing of that moment (Unix ms). */
  at(moment: number, interest: Interest): Promise<Moment | undefined>;
}

/** The mark of a problem that was raised at that moment (Unix ms). */
export function markOfProblem(problem: Problem, at: number, severity = problem.severity): TimeMark {
  return { at, severity, label: problemInFull(problem) };
}
