import { clockTime, DASH, duration } from '../../base/format.ts';
import type { Problem } from '../../triage/problem.ts';

/** When a problem began, and how long it lasts. A problem that was there at the first poll is older than known. */
type Begun = Pick<Problem, 'since'>;

/** A shorter duration is not shown for a problem that was there at the first poll, ms. */
const LEAST_KNOWN_MS = 1_000;

/** The duration until `to`, Unix ms, such as `28s`, `≥28s`; `—` at the first poll, when it is unknown. */
export function lasted({ since }: Begun, to: number): string {
  const ms = to - since.at;
  if (since.known !== 'before') return duration(ms);
  return ms < LEAST_KNOWN_MS ? DASH : `≥${duration(ms)}`;
}

/** The start, such as `03:12:07`, `≤03:12:07`. */
export function began({ since }: Begun): string {
  return `${since.known === 'before' ? '≤' : ''}${clockTime(since.at)}`;
}

/** The start in words: `03:12:07 or before`, `03:12:07 or up to 1m 00s earlier`. `time` formats the time. */
export function beganWords({ since }: Begun, time: (at: number) => string = clockTime): string {
  if (since.known === 'between')
    return `${time(since.at)} or up to ${duration(since.at - since.from)} earlier`;
  return `${time(since.at)}${since.known === 'before' ? ' or before' : ''}`;
}

/** Start or duration, as the user chose for times. */
export function beganOrLasted(problem: Begun, now: number, times: 'relative' | 'absolute'): string {
  return times === 'absolute' ? began(problem) : lasted(problem, now);
}

/** Such as `for 28s`, `for ≥28s`, or `since 03:12:07 or before` if no more is known. */
export function sinceWords(problem: Begun, now: number): string {
  const stood = lasted(problem, now);
  return stood === DASH ? `since ${beganWords(problem)}` : `for ${stood}`;
}
