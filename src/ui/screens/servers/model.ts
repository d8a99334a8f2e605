import type { Rect } from '../../../base/text.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import type { ServerApplication } from '../../../protocol/topology.ts';
import { serverFilter, sortServers } from '../../../views/servers/list.ts';
import { type ServerRow, serverRows } from '../../../views/servers/outline.ts';
import type { DetailModel } from '../../detail/detail-panes.ts';
import { besideOf } from '../../list-screen/beside.ts';
import { type ShownList, type ShownLists, shownList } from '../../list-screen/shown-list.ts';
import { placeList } from '../../primitives/list.ts';
import type { View } from '../../view.ts';
import { groupDetail } from './group-detail.ts';
import { type HeatMap, heatMap } from './heat-map.ts';
import { type OpenedServer, openedServerOf } from './opened.ts';
import type { ServersSlice } from './slice.ts';

/** What can have the focus: the list or the map of all servers, or a pane of the opened one. */
export type ServersPart = 'list' | 'map' | ServersSlice['pane'];

export interface ServersModel extends ShownLists<ServersPart> {
  readonly view: View;
  readonly slice: ServersSlice;
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
  /** The map in place of the list, or below a short list. */
  readonly map: HeatMap | undefined;
  /** The open server, or the selected one if there is room beside the list; undefined if the server is unknown. */
  readonly opened: OpenedServer | undefined;
  /** The selected group, or the cluster, if there is room beside the list. */
  readonly group: DetailModel | undefined;
  /** Area of the detail beside the list. */
  readonly beside: Rect | undefined;
}

/** The servers in the current view with the selected one beside them; or the server that is open. */
export function serversModel(view: View, slice: ServersSlice, area: Rect): ServersModel {
  const records = shownRecords(view, slice);
  if (slice.opened !== undefined) return openedModel(view, slice, area, records);
  const rows = serverRows(records, slice.mode, slice.toggled, view.state.name);
  const { list: rect, detail: beside } = listAndDetail(slice, rows.length, area);
  const sight = slice.mode === 'map' && rows.length > 0 ? mapAlone(slice, rows, rect) : undefined;
  const { lists, part, map } = sight ?? listInSight(view, { slice, records, rows }, rect);
  const placed = (lists.list ?? lists.map)?.placed;
  const selected = placed && !placed.vanished ? rows[placed.index] : undefined;
  const record = selected?.record;
  return {
    view,
    slice,
    area,
    records,
    rows,
    lists,
    part,
    map,
    selected,
    opened: beside && record && openedServerOf(view, { slice, record, focus: undefined }, beside),
    group: beside && selected && !record ? groupDetail(view, selected, beside) : undefined,
    beside,
  };
}

function openedModel(
  view: View,
  slice: ServersSlice,
  area: Rect,
  records: readonly ServerRecord[],
): ServersModel {
  const record = view.state.servers.find(({ name }) => name === slice.opened);
  const opened = record && openedServerOf(view, { slice, record, focus: slice.pane }, area);
  return {
    view,
    slice,
    area,
    records,
    rows: [],
    lists: opened ? { applications: opened.applications } : {},
    part: opened?.focus ?? 'applications',
    selected: undefined,
    map: undefined,
    opened,
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

/** The detail is beside the list in a wide window, or below a short list of groups. */
function listAndDetail({ mode }: ServersSlice, rows: number, area: Rect): { list: Rect; detail?: Rect } {
  const wide = besideOf(area, mode === 'map' ? MAP_BESIDE_FROM_COLUMNS : undefined);
  const height = rows + FRAME_ROWS;
  const isShort = rows > 0 && area.height - height >= MIN_DETAIL_ROWS;
  if (wide.detail || !isShort || (mode !== 'groups' && mode !== 'tree')) return wide;
  return { list: { ...area, height }, detail: { ...area, y: area.y + height, height: area.height - height } };
}

type InSight = Pick<ServersModel, 'lists' | 'part' | 'map'>;

/**
 * From this width on the map has the selected server beside it: less than for the list, because the map shows no
 * figures.
 */
const MAP_BESIDE_FROM_COLUMNS = 100;

function mapAlone({ position }: ServersSlice, rows: readonly ServerRow[], rect: Rect): InSight {
  const ids = rows.map(({ id }) => id);
  const map = shownList({ rect, ids, position, rowAt: (index) => rows[index], height: rect.height });
  return { lists: { map }, part: 'map', map: heatMap(rows, map.placed, rect) };
}

/** Rows of header and border of the list. */
const FRAME_ROWS = 3;
/** The least rows for a map, and for a detail, below a short list. */
const MIN_MAP_ROWS = 14;
const MIN_DETAIL_ROWS = 10;

/** A short list with a map of the same servers below it; otherwise the list alone. */
function listInSight(
  { state }: View,
  { slice, records, rows }: Pick<ServersModel, 'slice' | 'records' | 'rows'>,
  area: Rect,
): InSight {
  const { mode, position, toggled } = slice;
  const height = rows.length + FRAME_ROWS;
  const isShort = mode === 'list' && rows.length > 0 && area.height - height >= MIN_MAP_ROWS;
  const rect = isShort ? { ...area, height } : area;
  const list = shownList({
    rect,
    ids: rows.map(({ id }) => id),
    position,
    rowAt: (index) => rows[index],
  });
  if (!isShort) return { lists: { list }, part: 'list', map: undefined };
  const grouped = serverRows(records, 'map', toggled, state.name);
  const ids = grouped.map(({ id }) => id);
  const below = { ...area, y: area.y + height, height: area.height - height };
  const map = heatMap(grouped, placeList(position, ids, 1), below);
  return { lists: { list }, part: 'list', map };
}
