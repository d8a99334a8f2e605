import {
  type ApplicationFilter,
  firstApplicationSort,
  noApplicationFilter,
} from '../../../views/applications/applications.ts';
import type { Sort } from '../../../views/lists/column.ts';
import type { WatchSlice } from '../../list-screen/watch-list.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';

/** Which list is shown: every application, or the marked ones. */
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

/** A patch for the way here from another screen, with the applications that pass a filter. */
export function applicationsOf(filter: Partial<ApplicationFilter>): Partial<ApplicationsSlice> {
  return { ...noApplicationFilter, ...filter, part: 'all', all: listStart, opened: undefined };
}
