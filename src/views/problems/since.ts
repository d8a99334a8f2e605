import { clockTime, DASH, duration } from '../../base/format.ts';
import type { Problem } from '../../triage/problem.ts';

/** When a problem began, and for how long it lasts. One that stood at the first look is older than is known. */
type Begun = Pick<Problem, 'since'>;

/** A shorter time says nothing of a problem that stood at the first look. */
const LEAST_KNOWN_MS = 1_000;

/** `28s`, `≥28s`: until `to`, Unix ms. `—` at the first look itself: how long it lasted is not known. */
export function lasted({ since }: Begun, to: number): string {
  const ms = to - since.at;
  if (since.known !== 'before') return duration(ms);
  return ms < LEAST_KNOWN_MS ? DASH : `≥${duration(ms)}`;
}

/** `03:12:07`, `≤03:12:07`. */
export function began({ since }: Begun): string {
  return `${since.known === 'before' ? '≤' : ''}${clockTime(since.at)}`;
}

/** In words: `03:12:07 or before`, `03:12:07 or up to 1m 00s earlier`. `time` writes the time. */
export function beganWords({ since }: Begun, time: (at: number) => string = clockTime): string {
  if (since.known === 'between')
    return `${time(since.at)} or up to ${duration(since.at - since.from)} earlier`;
  return `${time(since.at)}${since.known === 'before' ? ' or before' : ''}`;
}

/** The one or the other, as times are shown. */
export function beganOrLasted(problem: Begun, now: number, times: 'relative' | 'absolute'): string {
  return times === 'absolute' ? began(problem) : lasted(problem, now);
}

/** `for 28s`, `for 28s or more`, or `since 03:12:07 or before` where no more is known. */
export function sinceWords(problem: Begun, now: number): string {
  const stood = lasted(problem, now);
  if (stood === DASH) return `since ${beganWords(problem)}`;
  return problem.since.known === 'before'
    ? `for ${duration(now - problem.since.at)} or more`
    : `for ${stood}`;
}
