import type { Rect } from '../../../base/text.ts';
import { findApplication } from '../../../cluster/find-application.ts';
import { sameQuery } from '../../../cluster/reduce-lists.ts';
import { type Application, applicationId } from '../../../protocol/application.ts';
import {
  type ApplicationFilter,
  applicationFilterText,
  applicationQuery,
  applicationTerms,
  firstApplicationSort,
  noApplicationFilter,
} from '../../../views/applications/applications.ts';
import { type ApplicationRow, applicationColumns } from '../../../views/applications/columns.ts';
import { compareBy, type Sort } from '../../../views/lists/column.ts';
import { reorderedWindow, shownItems, sortedInPlace } from '../../../views/lists/paged-list.ts';
import { steadyByColumn } from '../../../views/lists/steady-order.ts';
import { besideOf } from '../../list-screen/beside.ts';
import { type LoadedList, loadedList, notLoaded, sweptList } from '../../list-screen/loaded-list.ts';
import { type ShownList, type ShownLists, shownList } from '../../list-screen/shown-list.ts';
import type { WatchSlice } from '../../list-screen/watch-list.ts';
import { endlessWindow, HELD_ROWS, type ListPosition, listStart } from '../../primitives/list.ts';
import type { View } from '../../view.ts';
import { type ApplicationDetail, applicationDetail } from './detail.ts';

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

export function loadedApplications(
  { state, triage: { problems }, orders }: Pick<View, 'state' | 'triage' | 'orders'>,
  slice: ApplicationsSlice,
): LoadedList<Application> {
  const { key, descending } = slice.sort;
  const swept = state.applicationSweep.value?.items;
  // For a moment in the stored history, only the list of the last sweep exists.
  if ((slice.terms !== '' || !state.applications.value) && swept) {
    const { test } = applicationTerms(slice);
    return sweptList({
      items: swept,
      name: `${applicationFilterText(slice)}\n${key} ${descending}`,
      passes: (application) => isAskedFor(application, slice) && test(application, problems),
      compare: compareBy(applicationColumns, slice.sort, byNameAndId, problems),
      identity: applicationId,
    });
  }
  const list = state.applications.value;
  if (!list || !sameQuery(list.query, applicationQuery(slice, slice.sort))) return notLoaded;
  const compare = compareBy(applicationColumns, slice.sort, byNameAndId, problems);
  const of = { columns: applicationColumns, sort: slice.sort, list: 'applications', id: applicationId };
  const items =
    key === 'trouble'
      ? sortedInPlace(list.items, compare)
      : reorderedWindow(
          shownItems(list, `${key} ${descending}`, compare),
          endlessWindow(slice.all.scroll, HELD_ROWS, list.totalItems),
          (here) => steadyByColumn(here, of, orders),
        );
  return loadedList({ ...list, orderIgnored: key === 'trouble' || list.orderIgnored }, items, applicationId);
}

/** Whether the server's own filter would include this application. */
function isAskedFor({ name, type }: Application, { search, appType }: ApplicationFilter): boolean {
  const isNamed = name.toLowerCase().includes(search.toLowerCase());
  return isNamed && (appType === undefined || type === appType);
}

/** Applications with equal values are sorted by name, then by id. */
const byNameAndId = (application: Application) => `${application.name}\n${applicationId(application)}`;

/**
 * Sorting by trouble needs the whole list, so up to this many applications are requested. Clusters rarely have
 * more.
 */
const WHOLE = 200;

/** The rows to request from the server, [from, to). */
export function applicationWindow(
  list: LoadedList<Application>,
  slice: ApplicationsSlice,
  { placed, height }: ShownList,
): { readonly from: number; readonly to: number } {
  const scroll = list.current ? placed.scroll : slice.all.scroll;
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

export interface ApplicationsModel extends ShownLists<ApplicationsPart> {
  readonly view: View;
  readonly slice: ApplicationsSlice;
  readonly lists: {
    readonly all?: ShownList<ApplicationRow>;
    readonly watched?: ShownList<ApplicationRow>;
  };
  /** The list of all applications, while it is visible. */
  readonly loaded: LoadedList<Application> | undefined;
  /** The detail of the open application, or of the selected one if there is room beside the list. */
  readonly detail: ApplicationDetail | undefined;
  /** Area of the detail beside the lists. */
  readonly beside: Rect | undefined;
}

/** The lists with the detail of the selected application; or the detail of the open one. */
export function applicationsModel(view: View, slice: ApplicationsSlice, area: Rect): ApplicationsModel {
  const { part, opened } = slice;
  const shown = { view, slice, part, loaded: undefined, beside: undefined };
  if (opened !== undefined)
    return { ...shown, lists: {}, detail: applicationDetail(view, opened, area, slice.detailScroll) };
  const layout = besideOf(area);
  const loaded = part === 'all' ? loadedApplications(view, slice) : undefined;
  const list = loaded ? allList(layout.list, loaded, slice) : watchedList(layout.list, view, slice);
  const id = list.chosen;
  return {
    ...shown,
    lists: { [part]: list },
    loaded,
    detail:
      layout.detail && id !== undefined ? applicationDetail(view, id, layout.detail, undefined) : undefined,
    beside: layout.detail,
  };
}

function allList(
  rect: Rect,
  loaded: LoadedList<Application>,
  slice: ApplicationsSlice,
): ShownList<ApplicationRow> {
  const rowAt = (index: number): ApplicationRow | undefined => {
    const application = loaded.rowAt(index);
    if (!application) return undefined;
    const id = applicationId(application);
    const watched = slice.watched.includes(id);
    return { id, name: application.name, application, endedAt: undefined, watched };
  };
  return shownList({ rect, ids: loaded, position: slice.all, rowAt });
}

function watchedList(rect: Rect, { state }: View, slice: ApplicationsSlice): ShownList<ApplicationRow> {
  const ids = slice.watched;
  const rowAt = (index: number): ApplicationRow | undefined => {
    const id = ids[index];
    if (id === undefined) return undefined;
    const { application, endedAt } = findApplication(state, id);
    return { id, name: application?.name ?? id, application, endedAt, watched: true };
  };
  return shownList({ rect, ids, position: slice.watch, rowAt });
}
