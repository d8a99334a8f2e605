import { count } from '../../base/format.ts';
import type { Problem, ProblemMembers, State } from '../../triage/problem.ts';
import { problemTitle } from './words.ts';

/** A row of the list: a problem, or a member of a problem that stands for many. */
export type ProblemRow = Problem & {
  /** Index among those members; undefined for the problem itself. */
  readonly part?: number | undefined;
};

/** The problems; unfolded ones (by key) are followed by their worst members. */
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

/** The title in a row: a mark if the severity rose, the number of members, and that they can be unfolded. */
export function titleWords(row: ProblemRow, unfolded: readonly string[]): string {
  const { key, folded, escalated, part } = row;
  if (part !== undefined) return '';
  const many = folded ? ` ×${count(folded.count)} ${unfolded.includes(key) ? '▾' : '▸'}` : '';
  return `${escalated ? '↑ ' : ''}${problemTitle(row)}${many}`;
}
