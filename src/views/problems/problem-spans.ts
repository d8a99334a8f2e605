import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import type { TriageState } from '../../triage/engine.ts';
import type { Problem } from '../../triage/problem.ts';

/** What a time line of problems may cover, ms. */
const SPANS_MS = [10 * MINUTE_MS, 20 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];

/** The shortest stretch that holds all that was watched, an hour at most, ms. */
export function watchedSpan({ since }: Pick<TriageState, 'since'>, now: number): number {
  return SPANS_MS.find((span) => since !== undefined && now - since <= span) ?? HOUR_MS;
}

/**
 * At most `most` problems that stood after `from` (Unix ms), the first to begin at the top, so that what followed from
 * it stands below. Where there are too many, standing ones and the worst come first.
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

/** Cells of a row of `width` that a problem takes; at least one. */
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
