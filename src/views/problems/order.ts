import { type Problem, viewersHit } from '../../triage/problem.ts';
import { severityRank } from '../../triage/rank.ts';
import { compareBy, type ListColumn, type Sort } from '../lists/column.ts';
import { subjectName } from './problems.ts';
import { problemTitle } from './words.ts';

type Order = Pick<ListColumn<Problem, never, never>, 'key' | 'order' | 'screen'>;

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
      value: ({ hit }) => viewersHit(hit),
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

/** The order of triage: severity, then affected viewers; cleared problems by time, newest first. */
export const worstProblemsFirst: Sort = { key: 'severity', descending: true };

/** The problems in the requested order; the order of triage leaves them as they are. */
export function sortProblems(problems: readonly Problem[], sort: Sort): readonly Problem[] {
  if (sort.key !== worstProblemsFirst.key)
    return problems.toSorted(compareBy(problemOrders, sort, ({ key }) => key));
  return sort.descending ? problems : problems.toReversed();
}
