import { count } from '../base/format.ts';
import { nameOf, type Problem } from '../triage/problem.ts';

/** A row of the list: a problem, or one of the many that a problem is reported for. */
export interface ProblemRow extends Problem {
  /** Its place among those many; undefined for the problem itself. */
  readonly part?: number | undefined;
}

/** The problems with the worst of their many below them, where they are unfolded (by key). */
export function problemRows(
  problems: readonly Problem[],
  unfolded: readonly string[],
): readonly ProblemRow[] {
  return problems.flatMap((problem): ProblemRow[] => {
    if (!problem.folded || !unfolded.includes(problem.key)) return [problem];
    const parts = problem.folded.first.map((one, part) => ({ ...problem, ...one, folded: undefined, part }));
    return [problem, ...parts];
  });
}

/** What a problem is called in its row: a mark where it became worse, how many it is, and that they can be shown. */
export function titleWords(row: ProblemRow, unfolded: readonly string[]): string {
  const { key, title, folded, escalated, part } = row;
  if (part !== undefined) return '';
  const many = folded ? ` ×${count(folded.count)} ${unfolded.includes(key) ? '▾' : '▸'}` : '';
  return `${escalated ? '↑ ' : ''}${title}${many}`;
}

/** The reason without the name in front that the row says in its own column. */
export function shortReason({ subject, reason }: Pick<Problem, 'subject' | 'reason'>): string {
  const where = subject.kind === 'stream' && subject.application ? ` on ${subject.application}` : '';
  const starts = [`${nameOf(subject)}${where} `, `${nameOf(subject)}: `, `${nameOf(subject)} `];
  const start = starts.find((words) => reason.startsWith(words));
  return start === undefined ? reason : reason.slice(start.length);
}
