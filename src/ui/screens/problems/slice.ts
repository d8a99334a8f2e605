import type { Sort } from '../../../views/lists/column.ts';
import { worstProblemsFirst } from '../../../views/problems/order.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';

/** The list with the focus. */
export type ProblemsPart = 'standing' | 'cleared';

export interface ProblemsSlice {
  readonly part: ProblemsPart;
  readonly filter: string;
  readonly standing: ListPosition;
  readonly cleared: ListPosition;
  /** Keys of the problems whose members are shown below them. */
  readonly unfolded: readonly string[];
  readonly sort: Sort;
  /** First visible row of the detail while the user reads it; undefined while the list has the focus. */
  readonly reading: number | undefined;
}

export const problemsStart: ProblemsSlice = {
  part: 'standing',
  filter: '',
  standing: listStart,
  cleared: listStart,
  unfolded: [],
  sort: worstProblemsFirst,
  reading: undefined,
};
