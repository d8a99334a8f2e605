import type { Sort } from '../../../views/lists/column.ts';
import { byGroup, hottestFirst } from '../../../views/servers/list.ts';
import type { ServersMode } from '../../../views/servers/outline.ts';
import type { OpenedSlice } from '../../list-screen/watch-list.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';
import type { View } from '../../view.ts';

export interface ServersSlice extends OpenedSlice {
  readonly mode: 'list' | 'map';
  readonly filter: string;
  readonly sort: Sort;
  /** One selection for all views: a server stays selected when the view changes. */
  readonly position: ListPosition;
  /** Ids of the groups that are folded. */
  readonly folded: readonly string[];
  /** The pane of the opened server that has the focus. */
  readonly pane: 'detail' | 'applications' | 'journal';
  readonly applications: ListPosition;
  /** Lines that the opened server's journal is scrolled back. */
  readonly journalBack: number;
}

export const serversStart: ServersSlice = {
  mode: 'list',
  filter: '',
  sort: hottestFirst,
  position: listStart,
  folded: [],
  opened: undefined,
  detailScroll: 0,
  pane: 'applications',
  applications: listStart,
  journalBack: 0,
};

/** A slice patch that opens a server and resets what was selected on another one. */
export function openedServer(name: string): Partial<ServersSlice> {
  const { pane, applications, journalBack, detailScroll } = serversStart;
  return { opened: name, pane, applications, journalBack, detailScroll };
}

/** Fewer servers are seen at a glance in the list, with their figures. */
const MAP_FROM_SERVERS = 40;

/** Whether there are so many servers that the map shows more of them than the list. */
export function hasMap({ state }: View): boolean {
  return state.servers.length >= MAP_FROM_SERVERS;
}

/** The view that is shown: a list ordered by group has a row for each group. */
export function shownMode(view: View, { mode, sort }: Pick<ServersSlice, 'mode' | 'sort'>): ServersMode {
  if (mode === 'map' && hasMap(view)) return 'map';
  return sort.key === byGroup.key ? 'groups' : 'list';
}
