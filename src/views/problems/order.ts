import { type Problem, viewersHit } from '../../triage/problem.ts';
import { severityRank } from '../../triage/rank.ts';
import { compareBy, type ListColumn, type Sort } from '../lists/column.ts';
import { subjectName } from './problems.ts';
import { problemTitle } from './words.ts';

type Order = Pick<ListColumn<Problem, never, never>, 'key' | 'order' | 'screen'>;

export const problemOrders: readonly Order[] = [
  orderOf('severity', ({ severity }) => severityRank[severity], true, ['mildest first', 'worst first']),
  orderOf('viewers', ({ hit }) => viewersHit(hit), true, ['fewest viewers first', 'most viewers first']),
  orderOf('since', ({ since }) => since.at, true, ['oldest first', 'newest first']),
  orderOf('subject', ({ subject }) => subjectName(subject), false, ['by object', 'by object, Z to A']),
  orderOf('title', problemTitle, false, ['by kind', 'by kind, Z to A']),
];

function orderOf(
  key: string,
  value: (problem: Problem) => string | number | undefined,
  descending: boolean,
  words: readonly [string, string],
): Order {
  return { key, order: { value, descending, words } };
}

/** The order of triage: severity, then affected viewers; cleared problems by time, newest first. */
export const worstProblemsFirst: Sort = { key: 'severity', descending: true };

/** The problems in the requested order; the order of triage leaves them as they are. */
export function sortProblems(problems: readonly Problem[], sort: Sort): readonly Problem[] {
  if (sort.key !== worstProblemsFirst.key)
    return problems.toSorted(compareBy(problemOrders, sort, ({ key }) => key));
  return sort.descending ? problems : problems.toReversed();
}
