import {
  type ApplicationFilter,
  applicationFilter,
  firstApplicationSort,
} from '../../../views/applications/applications.ts';
import type { PagedSlice } from '../../list-screen/paged-screen.ts';
import { listStart } from '../../primitives/list.ts';

export interface ApplicationsSlice extends ApplicationFilter, PagedSlice {
  /** The list that is shown: all applications, or the watched ones. */
  readonly part: 'all' | 'watched';
}

export const applicationsStart: ApplicationsSlice = {
  ...applicationFilter.none,
  part: 'all',
  all: listStart,
  watch: listStart,
  sort: firstApplicationSort,
  watched: [],
  opened: undefined,
  detailScroll: 0,
};

/** A slice patch for opening this screen from another one, without a filter. */
export const allApplications: Partial<ApplicationsSlice> = {
  ...applicationFilter.none,
  part: 'all',
  all: listStart,
  opened: undefined,
};
