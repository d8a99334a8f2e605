import type { CommandId } from '../../../actions/commands.ts';
import type { OwnObject } from '../../../actions/own-commands.ts';
import { duration, percent } from '../../../base/format.ts';
import { cutRows, type Rect, toned } from '../../../base/text.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import type { ServerApplication } from '../../../protocol/topology.ts';
import { orderWords, type Sort, screenColumns } from '../../../views/lists/column.ts';
import { countedBy, quoted } from '../../../views/lists/filter.ts';
import { serverColumns } from '../../../views/servers/columns.ts';
import { neighbourServer } from '../../../views/servers/heat-cells.ts';
import { serverFilter, sortServers } from '../../../views/servers/list.ts';
import { presenceLine } from '../../../views/servers/load.ts';
import { type ServerRow, type ServersMode, serverRows } from '../../../views/servers/outline.ts';
import { scrolled } from '../../detail/detail-panes.ts';
import type { OwnJournal } from '../../detail/own-journal.ts';
import {
  besideOf,
  type ListPanes,
  type OpenedContent,
  type OpenedModel,
  OpenedScreen,
  textFilter,
} from '../../list-screen/list-screen.ts';
import { moveInList, rowList, type ShownList } from '../../list-screen/shown-list.ts';
import { type TitleParts, unreadablePart } from '../../primitives/panel.ts';
import type { ScreenShell } from '../../shell.ts';
import type { View } from '../../view.ts';
import { goToTarget } from '../places.ts';
import { staleServers, unreadServers } from '../stale.ts';
import { groupDetail, type ServerDetail, serverDetail, unknownServer } from './detail.ts';
import { type HeatMap, heatMap, heatMapPane } from './heat-map.ts';
import { hasMap, openedServer, type ServersSlice, serversStart, shownMode } from './slice.ts';

interface Content extends OpenedContent<ServersSlice> {
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
  readonly map: HeatMap | undefined;
}
type Model = OpenedModel<Content, ServerDetail>;
type Shell = ScreenShell<ServersSlice, Model>;

/** From this width on the map has the selected server beside it: less than the list, as it shows no figures. */
const MAP_BESIDE_FROM_COLUMNS = 100;
/** Rows of header and border of the list. */
const FRAME_ROWS = 3;
/** The least rows for a detail below a short list. */
const MIN_DETAIL_ROWS = 10;

/** All servers as one list, by group or as a heat map; and one opened server (A11, A12). */
class Servers extends OpenedScreen<ServersSlice, Content, ServerDetail> {
  readonly noun = { one: 'server', identity: 'name', screen: 'servers' } as const;
  readonly initial = serversStart;
  readonly positions = {
    list: 'position',
    map: 'position',
    applications: 'applications',
    journal: 'journalBack',
    detail: 'detailScroll',
  } as const;
  override readonly list = { opened: undefined };
  readonly filter = {
    ...textFilter<ServersSlice>('Name, host, group, role, cpu>80, group:eu, !edge'),
    check: (text: string) => serverFilter(text).problem,
    count: ({ records }: Model) => records.length,
    choices: ({ state }: View) =>
      countedBy(state.servers, ({ server }) => server.groupName).map(({ name, count }) => ({
        label: `group ${name}`,
        note: String(count),
        text: `group:${quoted(name)}`,
      })),
  };
  readonly order = {
    columns: serverColumns,
    read: ({ sort }: ServersSlice) => sort,
    write: (sort: Sort) => ({ sort }),
  };
  readonly views = {
    names: ['list', 'map'],
    offers: (name: string, view: View) => name !== 'map' || hasMap(view),
    read: ({ mode }: ServersSlice) => mode,
    write: (name: string) => ({ mode: name === 'map' ? ('map' as const) : ('list' as const) }),
  };
  readonly panes: ListPanes<Model> = {
    list(model, list) {
      const { view, rows, slice } = model;
      const width = list.rect.width - 4;
      return {
        title: 'Servers',
        stale: staleServers(view),
        right: rightEnd(model, list),
        columns: screenColumns(serverColumns, { view, width, rows }, view.display.columns?.servers),
        sort: slice.sort,
        empty: [toned(emptyWords(model), 'dim')],
      };
    },
  };

  override model(view: View, slice: ServersSlice, area: Rect): Model {
    const model = super.model(view, slice, area);
    const { applications, pane } = model.detail ?? {};
    if (slice.opened === undefined) return model;
    return { ...model, lists: applications ? { applications } : {}, part: pane ?? 'applications' };
  }

  content(view: View, slice: ServersSlice, area: Rect | undefined): Content {
    const { test } = serverFilter(slice.filter);
    const filtered = view.state.servers.filter((record) => test(record));
    const records = sortServers(filtered, slice.sort, view.orders);
    const mode = shownMode(view, slice);
    const none = { selected: undefined, map: undefined, beside: undefined };
    if (!area) return { view, slice, records, lists: {}, rows: [], part: 'applications', ...none };
    const rows = serverRows(records, mode, slice.folded);
    const { list: rect, detail: beside } = listAndDetail(mode, rows.length, area);
    const part = mode === 'map' && rows.length > 0 ? 'map' : 'list';
    const height = part === 'map' ? rect.height : undefined;
    const shown = rowList(rows, ({ id }) => id, { rect, position: slice.position, height });
    const map = part === 'map' ? heatMap(rows, shown.placed, rect) : undefined;
    const { selected } = shown;
    return { view, slice, records, rows, lists: { [part]: shown }, part, map, selected, beside };
  }

  detail({ view, slice, selected }: Content, _id: string, area: Rect) {
    const { opened } = slice;
    const known = view.state.servers.find(({ name }) => name === opened);
    const record = opened === undefined ? selected?.record : known;
    if (record) return serverDetail(view, slice, record, area);
    return opened === undefined ? selected && groupDetail(view, selected, area) : unknownServer(opened, area);
  }

  override besides(model: Model) {
    const { view, map, lists } = model;
    return map && lists.map ? [heatMapPane(view, map, rightEnd(model, lists.map))] : [];
  }

  /** Selects a server in the list or the map, or gives a pane of the opened server the focus. */
  override point(pane: string, row: string | undefined, shell: Shell): void {
    const index = shell.model.rows.findIndex(({ id }) => id === row);
    if (pane === 'servers.map' && row !== undefined)
      shell.set({ position: { selectedId: row, index, scroll: 0 } });
    else super.point(pane, row, shell);
  }
  override focus(part: string) {
    return part === 'list' || part === 'map' ? {} : { pane: part };
  }

  keys(command: CommandId, shell: Shell): boolean {
    return moveInMap(command, shell) || onRow(command, shell);
  }

  detailKeys(command: CommandId, shell: Shell): boolean {
    const { detail, part, lists } = shell.model;
    if (command === 'move.nextPane' || command === 'move.previousPane') {
      const panes = (['applications', 'journal', 'detail'] as const).filter(
        (pane) => pane !== 'journal' || detail?.journal,
      );
      const step = command === 'move.nextPane' ? 1 : panes.length - 1;
      shell.set({ pane: panes[(panes.indexOf(detail?.pane ?? 'applications') + step) % panes.length] });
      return true;
    }
    if (part === 'detail' || command === 'app.copy') return false;
    if (part === 'journal' && detail?.journal) return scrollJournal(command, shell, detail.journal);
    if (command !== 'move.open') return moveInList(command, shell, this.positions);
    const { selected } = lists.applications ?? {};
    if (selected) goToTarget({ kind: 'application', name: selected.name }, shell);
    return true;
  }

  object({ selected, detail }: Model): OwnObject | undefined {
    const record = detail?.record ?? selected?.record;
    const { hostName, groupName } = record?.server ?? {};
    return record && { kind: 'server', values: { name: record.name, host: hostName, group: groupName } };
  }

  interest() {
    return { servers: true };
  }

  /** The name of a server opens it; any other text is a filter. */
  command(argument: string, shell: Shell): void {
    const name = argument.trim();
    const isServer = shell.view.state.servers.some((record) => record.name === name);
    shell.goTo('servers', isServer ? openedServer(name) : { filter: name });
  }

  summary({ view, records }: Model) {
    return serverRows(records, 'list', []).map(({ label, role, cpu, mem, record }) => {
      const gone = record?.goneSince;
      if (gone !== undefined) return `Server ${label}, ${role}, is gone since ${duration(view.now - gone)}.`;
      const use = (value: number | undefined) => (value === undefined ? 'not known' : percent(value * 100));
      return `Server ${label}, ${role}: CPU ${use(cpu)}, memory ${use(mem)}.`;
    });
  }
}

export const serversScreen = new Servers();

/** The detail is beside the list in a wide window, or below a short list. */
function listAndDetail(mode: ServersMode, rows: number, area: Rect) {
  if (mode === 'map') return besideOf(area, MAP_BESIDE_FROM_COLUMNS);
  const wide = besideOf(area);
  const height = rows + FRAME_ROWS;
  if (wide.detail || rows === 0 || area.height - height < MIN_DETAIL_ROWS) return wide;
  const [list, detail] = cutRows(area, height);
  return { list, detail };
}

function emptyWords({ view: { state }, slice }: Model): string {
  if (slice.filter !== '' && state.servers.length > 0)
    return `No server matches ‘${slice.filter}’. Esc clears the filter.`;
  return state.topology.value || state.dashboard.value
    ? 'The topology contains no servers.'
    : 'No answer yet.';
}

/** A vanished selection is more important than counts and order. */
function rightEnd({ view, slice }: Model, { placed, rect }: ShownList): TitleParts {
  if (placed.vanished) return [toned('the selected one is no longer in the list', 'warn')];
  const { servers } = view.state;
  if (staleServers(view) !== undefined) return [toned(`${servers.length} known · last known state`, 'dim')];
  return [
    unreadablePart(unreadServers(view)),
    presenceLine(servers, orderWords(serverColumns, slice.sort), rect.width),
  ];
}

/** In the map, left and right move by cells, up and down by rows. */
function moveInMap(command: CommandId, shell: Shell): boolean {
  const { map, lists, rows } = shell.model;
  if (!map || !lists.map) return false;
  const { index } = lists.map.placed;
  const steps: Partial<Record<CommandId, number>> = {
    'move.left': index - 1,
    'move.right': index + 1,
    'move.up': neighbourServer(map.grid, index, -1),
    'move.down': neighbourServer(map.grid, index, 1),
  };
  const step = steps[command];
  if (step === undefined) return false;
  const target = Math.max(0, Math.min(step, rows.length - 1));
  shell.set({ position: { selectedId: rows[target]?.id, index: target, scroll: 0 } });
  return true;
}

/** Commands that need a selected row. Without one they only show a message. */
function onRow(command: CommandId, shell: Shell): boolean {
  if (!['move.open', 'move.left', 'move.right', 'app.copy'].includes(command)) return false;
  const { selected: row } = shell.model;
  if (!row) shell.notice('The selected row is no longer in the list.', 'warn');
  else if (command === 'app.copy') shell.copy(row.label, `the name ${row.label}`);
  else if (command === 'move.open')
    shell.goTo(
      'servers',
      row.record ? openedServer(row.record.name) : { filter: `group:${quoted(row.label)}`, folded: [] },
    );
  else if (row.folded === (command === 'move.right')) {
    const { folded } = shell.slice();
    shell.set({ folded: row.folded ? folded.filter((other) => other !== row.id) : [...folded, row.id] });
  }
  return true;
}

function scrollJournal(command: CommandId, shell: Shell, journal: OwnJournal): boolean {
  const { back, mostBack, count, rect } = journal;
  // Counted from the newest line, so that moving down goes towards it.
  const top = scrolled(command, mostBack - back, count, rect);
  if (top !== undefined) shell.set({ journalBack: mostBack - top });
  return top !== undefined;
}
