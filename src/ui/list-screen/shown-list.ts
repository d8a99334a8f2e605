import type { CommandId } from '../../actions/commands.ts';
import type { Rect } from '../../base/text.ts';
import {
  chosenId,
  type ListIds,
  type ListPosition,
  moveList,
  type PlacedList,
  placeList,
} from '../primitives/list.ts';
import { type TablePanelOptions, tablePanel } from '../primitives/table.ts';
import type { ScreenShell } from '../shell.ts';
import type { Pane } from '../view.ts';

export function tableRows(rect: Rect): number {
  return Math.max(1, rect.height - 3);
}

/** A list as it is shown: scroll position, visible rows, selection. */
export interface ShownList<Row = unknown> {
  readonly rect: Rect;
  readonly ids: ListIds;
  readonly count: number;
  /** Number of rows that fit. */
  readonly height: number;
  readonly position: ListPosition;
  readonly placed: PlacedList;
  /** The visible rows, from `first` on; undefined for a row that is not loaded. */
  readonly rows: readonly (Row | undefined)[];
  /** The selected row, and its identity. Undefined if it has vanished or is not loaded; then no action is possible. */
  readonly selected: Row | undefined;
  readonly chosen: string | undefined;
}

interface ListPlace {
  readonly rect: Rect;
  readonly position: ListPosition;
  /** Number of rows that fit, if the table does not fill `rect` alone. */
  readonly height?: number | undefined;
}

interface ListSource<Row> extends ListPlace {
  readonly ids: ListIds;
  readonly rowAt: (index: number) => Row | undefined;
}

/** What is shown of a list whose rows are all known. */
export function rowList<Row>(
  rows: readonly Row[],
  id: (row: Row) => string,
  place: ListPlace,
): ShownList<Row> {
  return shownList({ ...place, ids: rows.map(id), rowAt: (index) => rows[index] });
}

/** Works out what of a list is shown in `rect`. Only the visible rows are made. */
export function shownList<Row>({
  rect,
  ids,
  position,
  rowAt,
  height = tableRows(rect),
}: ListSource<Row>): ShownList<Row> {
  const count = 'count' in ids ? ids.count : ids.length;
  const placed = placeList(position, ids, height);
  const rows = Array.from({ length: Math.min(height, count) }, (_, offset) => rowAt(placed.scroll + offset));
  const selected = placed.vanished ? undefined : rows[placed.index - placed.scroll];
  return { rect, ids, count, height, position, placed, rows, selected, chosen: chosenId(ids, placed) };
}

/** Identities of the visible rows; undefined for rows that are not loaded. */
export function idsInSight({ ids, placed, rows }: ShownList): readonly (string | undefined)[] {
  return rows.map((_, offset) =>
    'idAt' in ids ? ids.idAt(placed.scroll + offset) : ids[placed.scroll + offset],
  );
}

/** Rows of a pane before the first row of its table: the border and the table's header. */
const ROWS_ABOVE = 2;

export interface ListPaneOptions<Row>
  extends Omit<TablePanelOptions<Row>, 'data' | 'count' | 'scroll' | 'selected'> {
  readonly focus: boolean;
  readonly unselected?: boolean;
}

export function listPane<Row>(id: string, list: ShownList<Row>, options: ListPaneOptions<Row>): Pane {
  const { rect, count, placed, rows } = list;
  const data = (index: number) => rows[index - placed.scroll];
  // A selection that has vanished is drawn in no row.
  const selected = options.unselected || placed.vanished ? undefined : placed.index;
  return {
    id,
    rect,
    lines: tablePanel({ ...options, data, count, scroll: placed.scroll, selected }, rect),
    focus: options.focus,
    list: {
      firstRow: ROWS_ABOVE + (options.above?.length ?? 0),
      ids: idsInSight(list),
      selected: options.unselected ? undefined : chosenId(list.ids, placed),
    },
  };
}

/** The visible lists of a screen, by their names in its slice. */
export interface ShownLists<Part extends string = string> {
  readonly lists: Readonly<Partial<Record<Part, ShownList>>>;
  readonly part: Part;
}

/** Members of the slice that hold the positions of the lists. */
export type Positions<S, Part extends string = string> = Readonly<Record<Part, keyof S>>;

export function chosenIn<Part extends string>({ lists, part }: ShownLists<Part>): string | undefined {
  return lists[part]?.chosen;
}

/** Moves the selection. False if the command does not move, or no list has the focus. */
export function moveInList<S, Part extends string>(
  command: CommandId,
  shell: ScreenShell<S, ShownLists<Part>>,
  positions: Positions<S, Part>,
): boolean {
  const { lists, part } = shell.model;
  const list = lists[part];
  const moved = list && moveList(list.position, command, list.ids, list.height);
  if (moved) shell.set({ [positions[part]]: moved } as Partial<S>);
  return moved !== undefined;
}

/** `Screen.point` for panes that are named after their lists, such as `streams.all`. */
export function pointInLists<S extends object>(
  positions: Positions<S>,
  focus: (part: string) => object = (part) => ({ part }),
) {
  return (pane: string, row: string | undefined, shell: ScreenShell<S, ShownLists>): void => {
    const part = pane.slice(pane.lastIndexOf('.') + 1);
    const list = row !== undefined && shell.model.lists[part];
    const key = positions[part];
    if (key === undefined) return;
    shell.set({ ...focus(part), ...(list && { [key]: selectedAt(list, row) }) } as Partial<S>);
  };
}

export function selectedAt(list: ShownList, id: string): ListPosition {
  const { scroll } = list.placed;
  return { selectedId: id, index: scroll + Math.max(0, idsInSight(list).indexOf(id)), scroll };
}
