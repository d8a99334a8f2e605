import { applicationFilter, firstApplicationSort } from '../../../views/applications/applications.ts';
import { pagedStart } from '../../list-screen/paged-screen.ts';
import { listStart } from '../../primitives/list.ts';

export const applicationsStart = {
  ...applicationFilter.none,
  ...pagedStart(firstApplicationSort),
  part: 'all' as 'all' | 'watched',
};
export type ApplicationsSlice = Readonly<typeof applicationsStart>;

/** A slice patch for opening this screen from another one, without a filter. */
export const allApplications: Partial<ApplicationsSlice> = {
  ...applicationFilter.none,
  part: 'all',
  all: listStart,
  opened: undefined,
};
