import type { Sort } from '../../../views/lists/column.ts';
import { hottestFirst } from '../../../views/servers/list.ts';
import type { ServersMode } from '../../../views/servers/outline.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';

export interface ServersSlice {
  readonly mode: ServersMode;
  readonly filter: string;
  readonly sort: Sort;
  /** One selection for all views: a server stays selected from list to tree. */
  readonly position: ListPosition;
  /** Ids whose folding differs from the default. */
  readonly toggled: readonly string[];
  /** Name of the server that is open; the list otherwise. */
  readonly opened: string | undefined;
  /** The pane with the focus in an opened server. */
  readonly pane: 'applications' | 'journal';
  readonly applications: ListPosition;
  /** Lines scrolled back in the opened server's journal. */
  readonly journalBack: number;
}

export const serversStart: ServersSlice = {
  mode: 'list',
  filter: '',
  sort: hottestFirst,
  position: listStart,
  toggled: [],
  opened: undefined,
  pane: 'applications',
  applications: listStart,
  journalBack: 0,
};

/** A patch for the way to a server, whatever was looked at of another one. */
export function openedServer(name: string): Partial<ServersSlice> {
  return { opened: name, pane: 'applications', applications: listStart, journalBack: 0 };
}

export const serversModes: readonly ServersMode[] = ['list', 'groups', 'tree', 'map'];
