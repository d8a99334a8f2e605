import type { Moment, Past, TimeMark } from '../../actions/time-travel.ts';
import type { Interest } from '../../polling/monitor.ts';
import type { Problem } from '../../triage/problem.ts';
import { problemInFull } from '../../views/problems/words.ts';

/** In this time after the start, the resources that are requested last are missing, ms. */
export const FIRST_ROUND_MS = 3_000;

/** One source of earlier moments. `Past` has two: the memory of this session, and the stored history. */
export interface PastSource extends Pick<Past, 'from' | 'marks' | 'problemBeside' | 'watchedBeside'> {
  /** Undefined if it has no data for that moment (Unix ms). */
  at(moment: number, interest: Interest): Promise<Moment | undefined>;
}

/** The mark of a problem that began at that moment (Unix ms); none for one with severity info. */
export function timeMarks(problem: Problem, at: number, severity = problem.severity): readonly TimeMark[] {
  return severity === 'info' ? [] : [{ at, severity, label: problemInFull(problem) }];
}
