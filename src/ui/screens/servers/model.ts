import { cutRows, type Rect } from '../../../base/text.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import type { ServerApplication } from '../../../protocol/topology.ts';
import { serverFilter, sortServers } from '../../../views/servers/list.ts';
import { type ServerRow, type ServersMode, serverRows } from '../../../views/servers/outline.ts';
import type { DetailModel } from '../../detail/detail-panes.ts';
import { besideOf } from '../../list-screen/list-screen.ts';
import { rowList, type ShownList, type ShownLists } from '../../list-screen/shown-list.ts';
import type { View } from '../../view.ts';
import { groupDetail, type ServerDetail, serverDetail } from './detail.ts';
import { type HeatMap, heatMap } from './heat-map.ts';
import { type ServersSlice, shownMode } from './slice.ts';

/** What can have the focus: the list or the map of all servers, or a pane of the opened one. */
export type ServersPart = 'list' | 'map' | ServersSlice['pane'];

export interface ServersModel extends ShownLists<ServersPart> {
  readonly view: View;
  readonly slice: ServersSlice;
  readonly mode: ServersMode;
  readonly area: Rect;
  /** The filtered servers, in order. */
  readonly records: readonly ServerRecord[];
  /** All rows of the current view; empty while a server is open. */
  readonly rows: readonly ServerRow[];
  readonly lists: {
    readonly list?: ShownList<ServerRow>;
    readonly map?: ShownList<ServerRow>;
    readonly applications?: ShownList<ServerApplication>;
  };
  /** The selected row; undefined if there is none, or it has vanished. */
  readonly selected: ServerRow | undefined;
  /** The map in place of the list. */
  readonly map: HeatMap | undefined;
  /** The open server, or the selected one if there is room beside or below the list; undefined if the server is unknown. */
  readonly detail: ServerDetail | undefined;
  /** The selected group, if there is room beside or below the list. */
  readonly group: DetailModel | undefined;
  /** Area of the detail beside or below the list. */
  readonly beside: Rect | undefined;
}

/** The servers in the current view with the selected one beside or below them; or the server that is open. */
export function serversModel(view: View, slice: ServersSlice, area: Rect): ServersModel {
  const records = shownRecords(view, slice);
  const mode = shownMode(view, slice);
  const shared = { view, slice, mode, area, records };
  if (slice.opened !== undefined) return openedModel(shared);
  const rows = serverRows(records, mode, slice.folded);
  const { list: rect, detail: beside } = listAndDetail(mode, rows.length, area);
  const part = mode === 'map' && rows.length > 0 ? 'map' : 'list';
  const height = part === 'map' ? rect.height : undefined;
  const shown = rowList(rows, ({ id }) => id, { rect, position: slice.position, height });
  const { selected } = shown;
  const record = selected?.record;
  return {
    ...shared,
    rows,
    lists: { [part]: shown },
    part,
    map: part === 'map' ? heatMap(rows, shown.placed, rect) : undefined,
    selected,
    detail: beside && record && serverDetail(view, { slice, record, pane: undefined }, beside),
    group: beside && selected && !record ? groupDetail(view, selected, beside) : undefined,
    beside,
  };
}

function openedModel(
  shared: Pick<ServersModel, 'view' | 'slice' | 'mode' | 'area' | 'records'>,
): ServersModel {
  const { view, slice, area } = shared;
  const record = view.state.servers.find(({ name }) => name === slice.opened);
  const detail = record && serverDetail(view, { slice, record, pane: slice.pane }, area);
  return {
    ...shared,
    rows: [],
    lists: detail ? { applications: detail.applications } : {},
    part: detail?.pane ?? 'applications',
    selected: undefined,
    map: undefined,
    detail,
    group: undefined,
    beside: undefined,
  };
}

/** The filtered servers, in order. */
function shownRecords({ state, orders }: View, { filter, sort }: ServersSlice): readonly ServerRecord[] {
  const { test } = serverFilter(filter);
  return sortServers(
    state.servers.filter((record) => test(record)),
    sort,
    orders,
  );
}

/**
 * From this width on the map has the selected server beside it: less than for the list, because the map shows no
 * figures.
 */
const MAP_BESIDE_FROM_COLUMNS = 100;
/** Rows of header and border of the list. */
const FRAME_ROWS = 3;
/** The least rows for a detail below a short list. */
const MIN_DETAIL_ROWS = 10;

/** The detail is beside the list in a wide window, or below a short list. */
function listAndDetail(
  mode: ServersMode,
  rows: number,
  area: Rect,
): { list: Rect; detail?: Rect | undefined } {
  if (mode === 'map') return besideOf(area, MAP_BESIDE_FROM_COLUMNS);
  const wide = besideOf(area);
  const height = rows + FRAME_ROWS;
  if (wide.detail || rows === 0 || area.height - height < MIN_DETAIL_ROWS) return wide;
  const [list, detail] = cutRows(area, height);
  return { list, detail };
}
