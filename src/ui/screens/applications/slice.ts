import {
  type ApplicationFilter,
  firstApplicationSort,
  noApplicationFilter,
} from '../../../views/applications/applications.ts';
import type { Sort } from '../../../views/lists/column.ts';
import type { WatchSlice } from '../../list-screen/watch-list.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';

/** The list that is shown: all applications, or the watched ones. */
export type ApplicationsPart = 'all' | 'watched';

export interface ApplicationsSlice extends ApplicationFilter, WatchSlice {
  readonly part: ApplicationsPart;
  readonly all: ListPosition;
  readonly sort: Sort;
}

export const applicationsStart: ApplicationsSlice = {
  ...noApplicationFilter,
  part: 'all',
  all: listStart,
  watch: listStart,
  sort: firstApplicationSort,
  watched: [],
  opened: undefined,
  detailScroll: 0,
};

/** A slice patch for opening this screen from another one, with a filter. */
export function applicationsOf(filter: Partial<ApplicationFilter>): Partial<ApplicationsSlice> {
  return { ...noApplicationFilter, ...filter, part: 'all', all: listStart, opened: undefined };
}
