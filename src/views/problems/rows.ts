import { count } from '../../base/format.ts';
import { fit, textWidth } from '../../base/width.ts';
import { nameOf, type Problem } from '../../triage/problem.ts';

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

/** The reason without the name in front that the row says in its own column, or the count that its title says. */
export function shortReason({
  subject,
  reason,
  folded,
}: Pick<Problem, 'subject' | 'reason' | 'folded'>): string {
  // `9 streams are unhealthy: news, sport and 7 more`.
  const names = folded && reason.startsWith(`${count(folded.count)} `) ? reason.indexOf(': ') : -1;
  if (names >= 0) return reason.slice(names + 2);
  const where = subject.kind === 'stream' && subject.application ? ` on ${subject.application}` : '';
  const starts = [`${nameOf(subject)}${where} `, `${nameOf(subject)}: `, `${nameOf(subject)} `];
  const start = starts.find((words) => reason.startsWith(words));
  return start === undefined ? reason : reason.slice(start.length);
}

/** Where a reason can end: before a bracket, at a comma, a semicolon or a full stop, before the next measure. */
const CLAUSE_ENDS = / \(|,(?! but) |[;.] | \u00b7 /g;
/** Whole clauses that fill less than this of the room say too little: then the text is cut where the room ends. */
const LEAST_SHARE = 1 / 3;

/** The text, or as many of its clauses as fit into so many cells: half a figure misleads. */
export function fitClauses(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const parts = [...text.matchAll(CLAUSE_ENDS)].map(({ index }) => `${text.slice(0, index)} …`);
  const whole = parts.filter((part) => textWidth(part) <= width).at(-1);
  return whole !== undefined && textWidth(whole) >= width * LEAST_SHARE ? whole : fit(text, width).trimEnd();
}
