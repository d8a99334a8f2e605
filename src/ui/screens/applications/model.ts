import type { Rect } from '../../../base/text.ts';
import { findApplication } from '../../../cluster/find-application.ts';
import { sameQuery } from '../../../cluster/reduce-lists.ts';
import type { ClusterState } from '../../../cluster/state.ts';
import { type Application, applicationId } from '../../../protocol/application.ts';
import type { Problem } from '../../../triage/problem.ts';
import {
  type ApplicationFilter,
  applicationFilterText,
  applicationQuery,
  applicationTerms,
} from '../../../views/applications/applications.ts';
import { type ApplicationRow, applicationColumns } from '../../../views/applications/columns.ts';
import { compareBy } from '../../../views/lists/column.ts';
import { shownItems, sortedInPlace } from '../../../views/lists/paged-list.ts';
import { type Beside, besideOf } from '../../list-screen/beside.ts';
import { type LoadedList, loadedList, notLoaded, sweptList } from '../../list-screen/loaded-list.ts';
import { type ShownList, type ShownLists, shownList } from '../../list-screen/shown-list.ts';
import { endlessWindow } from '../../primitives/list.ts';
import type { View } from '../../view.ts';
import { type ApplicationDetail, applicationDetail } from './detail.ts';
import type { ApplicationsPart, ApplicationsSlice } from './slice.ts';
import { type ApplicationStreams, applicationStreams } from './streams.ts';

interface ApplicationsLayout extends Beside {
  /** Streams of the selected application; only in a large window. */
  readonly streams: Rect | undefined;
}

/** From so many rows on, beside a detail, the streams of the selected application stand below the list. */
const STREAMS_FROM_ROWS = 48;
const LIST_SHARE = 0.45;

function applicationsLayout(area: Rect): ApplicationsLayout {
  const { list, detail } = besideOf(area);
  if (!detail || area.height < STREAMS_FROM_ROWS) return { list, detail, streams: undefined };
  const height = Math.round(area.height * LIST_SHARE);
  return {
    list: { ...list, height },
    streams: { ...list, y: list.y + height, height: list.height - height },
    detail,
  };
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
  /** What the list of all is made of, while that list is in sight. */
  readonly loaded: LoadedApplications | undefined;
  /** What is open, or selected and has room beside its list. */
  readonly detail: ApplicationDetail | undefined;
  /** Where the detail stands beside the lists. */
  readonly beside: Rect | undefined;
  /** Of the selected application, where they have room. */
  readonly streams: ApplicationStreams | undefined;
}

/** The list with the detail of what is selected beside it; or the detail of what is open. */
export function applicationsModel(view: View, slice: ApplicationsSlice, area: Rect): ApplicationsModel {
  const { part, opened } = slice;
  const shown = { view, slice, part, loaded: undefined, beside: undefined, streams: undefined };
  if (opened !== undefined)
    return { ...shown, lists: {}, detail: applicationDetail(view, opened, area, slice.detailScroll) };
  const layout = applicationsLayout(area);
  const loaded = part === 'all' ? loadedApplications(view.state, view.triage.problems, slice) : undefined;
  const list = loaded ? allList(layout.list, loaded, slice) : watchedList(layout.list, view, slice);
  const id = list.chosen;
  const found = id === undefined ? undefined : findApplication(view.state, id).application;
  const application = found?.name ?? id;
  const running = found?.streamCount ?? undefined;
  return {
    ...shown,
    lists: { [part]: list },
    loaded,
    detail:
      layout.detail && id !== undefined ? applicationDetail(view, id, layout.detail, undefined) : undefined,
    beside: layout.detail,
    streams: layout.streams && applicationStreams(view.state, { application, running }, layout.streams),
  };
}

function allList(
  rect: Rect,
  loaded: LoadedApplications,
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
