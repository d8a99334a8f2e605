import { sameQuery } from '../../../cluster/reduce-lists.ts';
import type { ClusterState } from '../../../cluster/state.ts';
import { type Application, applicationId } from '../../../protocol/application.ts';
import type { Problem } from '../../../triage/problem.ts';
import {
  type ApplicationFilter,
  applicationFilterText,
  applicationQuery,
  applicationTerms,
  firstApplicationSort,
  noApplicationFilter,
} from '../../../views/applications/applications.ts';
import { applicationColumns } from '../../../views/applications/columns.ts';
import { compareBy, type Sort } from '../../../views/lists/column.ts';
import { shownItems, sortedInPlace } from '../../../views/lists/paged-list.ts';
import { type LoadedList, loadedList, notLoaded, sweptList } from '../../list-screen/loaded-list.ts';
import type { WatchSlice } from '../../list-screen/watch-list.ts';
import { endlessWindow, placeEndless } from '../../primitives/endless-list.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';

export interface ApplicationsSlice extends ApplicationFilter, WatchSlice {
  readonly part: 'all' | 'watched';
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

export interface LoadedApplications extends LoadedList<Application> {
  /** Not everything is loaded, and the order is ours: it holds for what is loaded. */
  readonly partlySorted: boolean;
}

export function loadedApplications(
  state: ClusterState,
  problems: readonly Problem[],
  slice: ApplicationsSlice,
): LoadedApplications {
  const { key, descending } = slice.sort;
  const swept = state.applicationSweep.value?.items;
  // A moment out of the stored history has no list but the sweep's.
  if ((slice.terms !== '' || !state.applications.value) && swept) {
    const { test } = applicationTerms(slice);
    const list = sweptList({
      items: swept,
      name: `${applicationFilterText(slice)}\n${key} ${descending}`,
      passes: (application) => isAskedFor(application, slice) && test(application, problems),
      compare: compareBy(applicationColumns, slice.sort, byNameAndId, problems),
      identity: applicationId,
    });
    return { ...list, partlySorted: false };
  }
  const list = state.applications.value;
  if (!list || !sameQuery(list.query, applicationQuery(slice, slice.sort))) {
    return { ...notLoaded, partlySorted: false };
  }
  const compare = compareBy(applicationColumns, slice.sort, byNameAndId, problems);
  const items =
    key === 'trouble'
      ? sortedInPlace(list.items, compare)
      : shownItems(list, `${key} ${descending}`, compare);
  const own = key === 'trouble' || list.orderIgnored;
  return {
    ...loadedList(list, items, applicationId),
    partlySorted: own && list.items.size < (list.totalItems ?? 0),
  };
}

/** Whether the server would list it for this filter. */
function isAskedFor({ name, type }: Application, { search, appType }: ApplicationFilter): boolean {
  const isNamed = name.toLowerCase().includes(search.toLowerCase());
  return isNamed && (appType === undefined || type === appType);
}

/** Equal ones by name, and those of one name by id. */
const byNameAndId = (application: Application) => `${application.name}\n${applicationId(application)}`;

/** To put trouble first, so many applications are asked for; a cluster has rarely more. */
const WHOLE = 200;

/** The rows to ask the server for, [from, to). */
export function applicationWindow(
  list: LoadedApplications,
  slice: ApplicationsSlice,
  height: number,
): { readonly from: number; readonly to: number } {
  const scroll = list.current ? placeEndless(slice.all, list, height).scroll : slice.all.scroll;
  const window = endlessWindow(scroll, height, list.totalItems);
  if (slice.sort.key !== 'trouble' || (list.totalItems ?? 0) > WHOLE) return window;
  return {
    from: 0,
    to: list.totalItems === undefined ? window.to : Math.max(window.to, endOf(list.totalItems)),
  };
}

function endOf(totalItems: number): number {
  return endlessWindow(Math.max(0, totalItems - 1), 1, totalItems).to;
}
