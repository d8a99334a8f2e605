import type { Problem } from '../../triage/problem.ts';
import { severityRank } from '../../triage/rank.ts';
import { compareBy, type ListColumn, type Sort } from '../lists/column.ts';
import { subjectName } from './problems.ts';
import { problemTitle } from './words.ts';

type Order = Pick<ListColumn<Problem, never, never>, 'key' | 'order' | 'screen'>;

/** The columns that problems can be ordered by. */
export const problemOrders: readonly Order[] = [
  {
    key: 'severity',
    order: {
      value: ({ severity }) => severityRank[severity],
      descending: true,
      words: ['mildest first', 'worst first'],
    },
  },
  {
    key: 'viewers',
    order: {
      value: ({ hit }) => hit.viewers?.count,
      descending: true,
      words: ['fewest viewers first', 'most viewers first'],
    },
  },
  {
    key: 'since',
    order: { value: ({ since }) => since.at, descending: true, words: ['oldest first', 'newest first'] },
  },
  {
    key: 'subject',
    order: {
      value: ({ subject }) => subjectName(subject),
      descending: false,
      words: ['by object', 'by object, Z to A'],
    },
  },
  {
    key: 'title',
    order: { value: problemTitle, descending: false, words: ['by kind', 'by kind, Z to A'] },
  },
];

/** The order that triage gives: severity, then viewers hit; of cleared ones the newest first. */
export const worstProblemsFirst: Sort = { key: 'severity', descending: true };

/** Problems in the order asked for; those of triage's own order as they come. */
export function sortProblems(problems: readonly Problem[], sort: Sort): readonly Problem[] {
  if (sort.key !== worstProblemsFirst.key)
    return problems.toSorted(compareBy(problemOrders, sort, ({ key }) => key));
  return sort.descending ? problems : problems.toReversed();
}
