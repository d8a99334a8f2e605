import { byGroup, hottestFirst } from '../../../views/servers/list.ts';
import type { ServersMode } from '../../../views/servers/outline.ts';
import { openedStart } from '../../list-screen/watch-list.ts';
import { listStart } from '../../primitives/list.ts';
import type { View } from '../../view.ts';

export const serversStart = {
  ...openedStart,
  mode: 'list' as 'list' | 'map',
  filter: '',
  sort: hottestFirst,
  /** One selection for all views: a server stays selected when the view changes. */
  position: listStart,
  folded: [] as readonly string[],
  /** The pane of the opened server that has the focus. */
  pane: 'applications' as 'detail' | 'applications' | 'journal',
  applications: listStart,
  /** Lines that the opened server's journal is scrolled back. */
  journalBack: 0,
};
export type ServersSlice = Readonly<typeof serversStart>;

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
