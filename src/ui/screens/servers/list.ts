import type { Line, Rect } from '../../../base/text.ts';
import { orderWords, screenColumns } from '../../../views/lists/column.ts';
import { serverColumns } from '../../../views/servers/columns.ts';
import type { ServerRow } from '../../../views/servers/outline.ts';
import { presence } from '../../../views/servers/servers.ts';
import { type Beside, besideOf, withDetail } from '../../list-screen/beside.ts';
import { placeList, selectedRow } from '../../primitives/list.ts';
import { tablePanel } from '../../primitives/table-panel.ts';
import type { Pane, View } from '../../view.ts';
import { staleServers } from '../stale.ts';
import { groupDetail } from './group-detail.ts';
import { heatMapPane } from './heat-map.ts';
import { openedPanes } from './opened.ts';
import { rowsOf, type ServersSlice, selectedRow as selectedServer, visibleRows } from './slice.ts';

const TITLES = {
  list: 'Servers',
  map: 'Servers, heat map',
  groups: 'Servers by group',
  tree: 'Topology',
} as const;

/** The map is read with the selected server beside it; the list says much by itself. */
const MAP_FROM_SERVERS = 100;

/** Where the servers stand, and the selected one's figures. */
export function serversBeside({ mode }: Pick<ServersSlice, 'mode'>, area: Rect): Beside {
  return mode === 'map' ? besideOf(area, MAP_FROM_SERVERS) : besideOf(area);
}

/** The servers in the view in force, and the selected one beside them. */
export function listWithDetail(view: View, slice: ServersSlice, area: Rect): Pane[] {
  const rows = rowsOf(view, slice);
  return withDetail(
    serversBeside(slice, area),
    (rect) => listPanes(view, slice, rows, rect),
    (rect, list) => {
      const row = selectedServer(slice, rows, list);
      if (!row) return undefined;
      const beside = { ...slice, opened: row.record?.name, pane: undefined, journalBack: 0 };
      return row.record ? openedPanes(view, beside, rect) : [groupDetail(view, row, rect)];
    },
  );
}

/** Header and border of the list. */
const FRAME_ROWS = 3;
/** Below a short list there is room for the map. */
const MIN_MAP_ROWS = 14;

/** A short list with the map of the same servers below it, and anything else alone. */
function listPanes(view: View, slice: ServersSlice, rows: readonly ServerRow[], rect: Rect): Pane[] {
  const height = rows.length + FRAME_ROWS;
  if (slice.mode !== 'list' || rows.length === 0 || rect.height - height < MIN_MAP_ROWS)
    return [listPane(view, slice, rows, rect)];
  const below = { ...rect, y: rect.y + height, height: rect.height - height };
  const grouped = rowsOf(view, { ...slice, mode: 'map' });
  return [
    tablePane(view, slice, rows, { ...rect, height }),
    heatMapPane(view, slice.position, grouped, { right: [], focus: false }, below),
  ];
}

function listPane(view: View, slice: ServersSlice, rows: readonly ServerRow[], rect: Rect): Pane {
  if (slice.mode !== 'map' || rows.length === 0) return tablePane(view, slice, rows, rect);
  const ids = rows.map((row) => row.id);
  const { vanished } = placeList(slice.position, ids, 1);
  const right = rightEnd(view, slice, vanished, rect.width);
  return heatMapPane(view, slice.position, rows, { right, focus: true }, rect);
}

function tablePane(view: View, slice: ServersSlice, rows: readonly ServerRow[], rect: Rect): Pane {
  const placed = placeList(
    slice.position,
    rows.map((row) => row.id),
    visibleRows(rect),
  );
  const lines = tablePanel(
    {
      title: TITLES[slice.mode],
      stale: staleServers(view),
      right: rightEnd(view, slice, placed.vanished, rect.width),
      focus: true,
      columns: screenColumns(
        serverColumns,
        { view, width: rect.width - 4, rows },
        view.display.columns?.servers,
      ),
      data: (index) => rows[index],
      count: rows.length,
      scroll: placed.scroll,
      selected: selectedRow(placed),
      sort: slice.sort,
      empty: [[{ text: emptyWords(view, slice), tone: 'dim' }]],
    },
    rect,
  );
  return { id: 'servers.list', rect, lines };
}

function emptyWords(view: View, slice: ServersSlice): string {
  if (slice.filter !== '' && view.state.servers.length > 0)
    return `No server matches ‘${slice.filter}’. Esc clears the filter.`;
  return view.state.topology.value || view.state.dashboard.value
    ? 'The topology names no server.'
    : 'No answer yet.';
}

/** What vanished goes before counts and order. */
function rightEnd(view: View, slice: ServersSlice, vanished: boolean, width: number): Line {
  if (vanished) return [{ text: 'the selected one is no longer in the list', tone: 'warn' }];
  const { servers } = view.state;
  const stale = staleServers(view) !== undefined;
  if (stale) return [{ text: `${servers.length} known · state unknown`, tone: 'dim' }];
  const order = orderWords(serverColumns, slice.sort);
  return presence(servers, order, width);
}
