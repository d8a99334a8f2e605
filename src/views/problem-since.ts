import { clockTime, duration } from '../base/format.ts';
import type { Problem } from '../triage/problem.ts';

/** When a problem began, and for how long it lasts. One that stood at the first look is older than is known. */
type Beginning = Pick<Problem, 'since' | 'beganBefore'>;

/** `28s`, `≥28s`: until `to`, Unix ms. */
export function lasted({ since, beganBefore }: Beginning, to: number): string {
  return `${beganBefore ? '≥' : ''}${duration(to - since)}`;
}

/** `03:12:07`, `≤03:12:07`. */
export function began({ since, beganBefore }: Beginning): string {
  return `${beganBefore ? '≤' : ''}${clockTime(since)}`;
}

/** The one or the other, as times are shown. */
export function beganOrLasted(problem: Beginning, now: number, times: 'relative' | 'absolute'): string {
  return times === 'absolute' ? began(problem) : lasted(problem, now);
}
