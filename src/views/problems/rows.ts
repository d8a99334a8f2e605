import { count } from '../../base/format.ts';
import type { Problem, ProblemMembers, State } from '../../triage/problem.ts';
import { problemTitle } from './words.ts';

/** A row of the list: a problem, or one of the many that a problem is reported for. */
export type ProblemRow = Problem & {
  /** Its place among those many; undefined for the problem itself. */
  readonly part?: number | undefined;
};

/** The problems with the worst of their many below them, where they are unfolded (by key). */
export function problemRows(
  problems: readonly Problem[],
  unfolded: readonly string[],
): readonly ProblemRow[] {
  return problems.flatMap((problem): ProblemRow[] => {
    if (!problem.folded || !unfolded.includes(problem.key)) return [problem];
    const members: ProblemMembers & State = { ...problem, folded: undefined, follows: undefined };
    const parts = problem.folded.first.map((one, part) => ({
      ...members,
      ...one,
      names: one.names ?? [one.subject],
      hit: one.hit ?? {},
      part,
    }));
    return [problem, ...parts];
  });
}

/** What a problem is called in its row: a mark where it became worse, how many it is, and that they can be shown. */
export function titleWords(row: ProblemRow, unfolded: readonly string[]): string {
  const { key, folded, escalated, part } = row;
  if (part !== undefined) return '';
  const many = folded ? ` ×${count(folded.count)} ${unfolded.includes(key) ? '▾' : '▸'}` : '';
  return `${escalated ? '↑ ' : ''}${problemTitle(row)}${many}`;
}
