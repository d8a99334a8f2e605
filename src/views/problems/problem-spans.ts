import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import type { TriageState } from '../../triage/engine.ts';
import type { Problem } from '../../triage/problem.ts';

/** Lengths that a time line of problems can have, ms. */
const SPANS_MS = [10 * MINUTE_MS, 20 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];

/** The shortest length that covers everything since the start of the watch, at most an hour, ms. */
export function watchedSpan({ since }: Pick<TriageState, 'since'>, now: number): number {
  return SPANS_MS.find((span) => since !== undefined && now - since <= span) ?? HOUR_MS;
}

/**
 * At most `most` problems that lasted beyond `from` (Unix ms), in order of their start, so that effects come below
 * their causes. If there are too many, current ones and the worst are kept.
 */
export function problemsSince(
  { problems, cleared }: Pick<TriageState, 'problems' | 'cleared'>,
  from: number,
  most: number,
): readonly Problem[] {
  return [...problems, ...cleared]
    .filter(({ clearedAt }) => clearedAt === undefined || clearedAt >= from)
    .slice(0, most)
    .sort((a, b) => a.since.at - b.since.at);
}

/** The cells of a row of `width` cells that a problem covers; at least one. */
export function cellsOf(
  { since, clearedAt }: Pick<Problem, 'since' | 'clearedAt'>,
  { from, to }: { readonly from: number; readonly to: number },
  width: number,
): { readonly start: number; readonly length: number } {
  const columnOf = (at: number) =>
    Math.floor(((Math.min(to, Math.max(from, at)) - from) / (to - from)) * width);
  const start = Math.min(width - 1, columnOf(since.at));
  return { start, length: Math.max(1, columnOf(clearedAt ?? to) - start) };
}
