import type { CommandId } from '../../../actions/commands.ts';
import type { Rect } from '../../../base/text.ts';
import type { Sort } from '../../../views/lists/column.ts';
import { hottestFirst, serverFilter, sortServers } from '../../../views/servers/list.ts';
import { type ServerRow, type ServersMode, serverRows } from '../../../views/servers/outline.ts';
import { type ListPosition, listStart, moveList, placeList } from '../../primitives/list.ts';
import type { View } from '../../view.ts';

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
  /** The pane with the focus in an opened server; undefined beside the list, which has it then. */
  readonly pane: 'applications' | 'journal' | undefined;
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

/** Rows of the view in force, filtered and in order. */
export function rowsOf(view: View, slice: ServersSlice): ServerRow[] {
  const { test } = serverFilter(slice.filter);
  const records = sortServers(
    view.state.servers.filter((record) => test(record)),
    slice.sort,
  );
  return serverRows(records, slice.mode, slice.toggled, view.state.name);
}

/** Rows of the list that are visible: border and header are not. */
export function visibleRows(area: Rect): number {
  return Math.max(1, area.height - 3);
}

/** The selected row, or undefined where there is none or it vanished. */
export function selectedRow(
  slice: ServersSlice,
  rows: readonly ServerRow[],
  area: Rect,
): ServerRow | undefined {
  const ids = rows.map((row) => row.id);
  const placed = placeList(slice.position, ids, visibleRows(area));
  return placed.vanished ? undefined : rows[placed.index];
}

/** The selection after a moving command in the list, or undefined where it does not move. */
export function movedPosition(
  slice: ServersSlice,
  command: CommandId,
  rows: readonly ServerRow[],
  area: Rect,
): ListPosition | undefined {
  return moveList(
    slice.position,
    command,
    rows.map((row) => row.id),
    visibleRows(area),
  );
}

/** `toggled` with one id flipped. */
export function flipped(toggled: readonly string[], id: string): readonly string[] {
  return toggled.includes(id) ? toggled.filter((other) => other !== id) : [...toggled, id];
}
