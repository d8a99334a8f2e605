import type { CommandId } from '../../actions/commands.ts';

/** The position of a list. The selection is an identity, not a row, so it survives refresh, sort and filter. */
export interface ListPosition {
  readonly selectedId: string | undefined;
  /** Row at which the selected item was last seen. Moving continues from there after the item has vanished. */
  readonly index: number;
  /** First visible row. */
  readonly scroll: number;
}

export const listStart: ListPosition = { selectedId: undefined, index: 0, scroll: 0 };

export interface PlacedList {
  readonly index: number;
  readonly scroll: number;
  /** The selected item is no longer in the list: it is said so, and no action is possible. */
  readonly vanished: boolean;
}

/** Rows by index, where only parts may be loaded. Nothing walks over all of them: 100,000 cost what is visible. */
export interface ListRows {
  /** Number of all rows, loaded or not. */
  readonly count: number;
  /** Identity of a loaded row; undefined where the row is not loaded. */
  readonly idAt: (index: number) => string | undefined;
}

/** Identities of all rows, or a list that is partly loaded. */
export type ListIds = readonly string[] | ListRows;

/** Rows around the old index that are searched for the selected id after a refresh of a partly loaded list. */
const SEARCHED_ROWS = 400;
/** Rows beyond the visible ones that are requested too, so that the next one is loaded when the user moves. */
const MARGIN_ROWS = 10;
/** The requested window moves in steps of this many rows, so that not every scrolled row makes a request. */
const STEP_ROWS = 25;

/** Among this many rows from the first visible one, those of a large list keep their places while their values vary. */
export const HELD_ROWS = 60;

function isWhole(list: ListIds): list is readonly string[] {
  return Array.isArray(list);
}

function rowsOf(list: ListIds): ListRows {
  return isWhole(list) ? { count: list.length, idAt: (index) => list[index] } : list;
}

/** The place of the selection among `height` visible rows. A row that is only not loaded has not vanished. */
export function placeList(position: ListPosition, list: ListIds, height: number): PlacedList {
  const rows = rowsOf(list);
  const at = clamp(position.index, rows.count);
  const found = position.selectedId === undefined ? at : find(position.selectedId, at, list);
  const index = found ?? at;
  return {
    index,
    scroll: scrollTo(position.scroll, index, rows.count, height),
    vanished: found === undefined && (isWhole(list) || rows.idAt(at) !== undefined),
  };
}

function find(id: string, at: number, list: ListIds): number | undefined {
  if (!isWhole(list)) return nearest(id, at, list);
  const index = list.indexOf(id);
  return index < 0 ? undefined : index;
}

function nearest(id: string, at: number, list: ListRows): number | undefined {
  for (let distance = 0; distance <= SEARCHED_ROWS; distance++) {
    if (list.idAt(at + distance) === id) return at + distance;
    if (distance <= at && list.idAt(at - distance) === id) return at - distance;
  }
  return undefined;
}

/** Identity of the selected row. Undefined if it has vanished or is not loaded; then no action is possible. */
export function chosenId(list: ListIds, { index, vanished }: PlacedList): string | undefined {
  return vanished ? undefined : rowsOf(list).idAt(index);
}

/** The rows to request from the server, as [from, to): the visible ones and a margin, in steps. */
export function endlessWindow(scroll: number, height: number, count: number | undefined) {
  const first = Math.max(0, Math.min(scroll, Math.max(0, (count ?? scroll + 1) - 1)));
  const from = Math.max(0, Math.floor((first - MARGIN_ROWS) / STEP_ROWS) * STEP_ROWS);
  const to = Math.ceil((first + Math.max(1, height) + MARGIN_ROWS) / STEP_ROWS) * STEP_ROWS;
  // No rows are requested beyond the end. The end itself changes, so it is rounded up as well.
  const end = count === undefined ? to : Math.max(STEP_ROWS, Math.ceil(count / STEP_ROWS) * STEP_ROWS);
  return { from, to: Math.max(from + STEP_ROWS, Math.min(to, end)) };
}

export function moveList(
  position: ListPosition,
  command: CommandId,
  list: ListIds,
  height: number,
): ListPosition | undefined {
  const { count, idAt } = rowsOf(list);
  const placed = placeList(position, list, height);
  const target = targetOf(command, placed.index, count, height);
  if (target === undefined) return undefined;
  // Before the first choice, the first key press moves from the row that is drawn as selected.
  const index = clamp(target, count);
  return { selectedId: idAt(index), index, scroll: scrollTo(placed.scroll, index, count, height) };
}

/** The row that a moving command leads to from `index`; undefined if the command does not move. */
export function targetOf(
  command: CommandId,
  index: number,
  count: number,
  height: number,
): number | undefined {
  const page = Math.max(1, height - 1);
  switch (command) {
    case 'move.down':
      return index + 1;
    case 'move.up':
      return index - 1;
    case 'move.pageDown':
      return index + page;
    case 'move.pageUp':
      return index - page;
    case 'move.halfDown':
      return index + Math.max(1, Math.floor(height / 2));
    case 'move.halfUp':
      return index - Math.max(1, Math.floor(height / 2));
    case 'move.first':
      return 0;
    case 'move.last':
      return count - 1;
    default:
      return undefined;
  }
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}

/** The smallest change of `scroll` that makes `index` visible, without blank rows at the end. */
export function scrollTo(scroll: number, index: number, count: number, height: number): number {
  const visible = Math.max(1, height);
  let first = scroll;
  if (index < first) first = index;
  if (index >= first + visible) first = index - visible + 1;
  return Math.max(0, Math.min(first, count - visible));
}
