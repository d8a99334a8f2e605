import type { Line, Rect } from '../../../base/text.ts';
import { orderWords, screenColumns } from '../../../views/column.ts';
import { serverColumns } from '../../../views/server-columns.ts';
import type { ServerRow } from '../../../views/servers-outline.ts';
import { placeList, selectedRow } from '../../primitives/list.ts';
import { tablePanel } from '../../primitives/table-panel.ts';
import type { Pane, View } from '../../view.ts';
import { staleServers } from '../stale.ts';
import { heatMapPanes } from './heat-map.ts';
import { rowsOf, type ServersSlice, visibleRows } from './slice.ts';

const TITLES = {
  list: 'Servers',
  map: 'Servers, heat map',
  groups: 'Servers by group',
  tree: 'Topology',
} as const;

/** The servers in the view in force. */
export function listPanes(view: View, slice: ServersSlice, area: Rect): Pane[] {
  const rows = rowsOf(view, slice);
  if (slice.mode !== 'map' || rows.length === 0) return [tablePane(view, slice, rows, area)];
  const vanished = placeList(
    slice.position,
    rows.map((row) => row.id),
    1,
  ).vanished;
  return heatMapPanes(view, slice.position, rows, rightEnd(view, slice, vanished, area.width), area);
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
      columns: screenColumns(serverColumns, { view, width: rect.width - 4, rows }),
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
  const gone = servers.filter((record) => record.goneSince !== undefined).length;
  const stale = staleServers(view) !== undefined;
  if (stale) return [{ text: `${servers.length} known · state unknown`, tone: 'dim' }];
  const order = orderWords(serverColumns, slice.sort);
  const total = `${servers.length - gone} here`;
  const right: Line = [
    ...(gone > 0
      ? [
          { text: `${gone} GONE`, tone: 'crit' as const },
          { text: ' · ', tone: 'dim' as const },
        ]
      : []),
    { text: width < 60 ? order : `${total} · ${order}`, tone: 'dim' },
  ];
  return right;
}
