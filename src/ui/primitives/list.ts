import type { CommandId } from '../../actions/commands.ts';

/** Where a list stands. The selection is an identity, not a row: it survives refresh, sort and filter. */
export interface ListPosition {
  readonly selectedId: string | undefined;
  /** Row at which the selected item was last seen; the place to go on from when it vanished. */
  readonly index: number;
  /** First visible row. */
  readonly scroll: number;
}

export const listStart: ListPosition = { selectedId: undefined, index: 0, scroll: 0 };

export interface PlacedList {
  readonly index: number;
  readonly scroll: number;
  /** The selected item is no longer in the list: say so, and take no action on it. */
  readonly vanished: boolean;
}

/** Where the selection stands now in a list of ids, for drawing. `height` is the number of visible rows. */
export function placeList(position: ListPosition, ids: readonly string[], height: number): PlacedList {
  const found = position.selectedId === undefined ? -1 : ids.indexOf(position.selectedId);
  const vanished = position.selectedId !== undefined && found < 0;
  const index = clamp(found >= 0 ? found : position.index, ids.length);
  return { index, scroll: scrollTo(position.scroll, index, ids.length, height), vanished };
}

/** Row of the selected item, for a table; undefined where it vanished: nothing is shown as selected then. */
export function selectedRow({ index, vanished }: PlacedList): number | undefined {
  return vanished ? undefined : index;
}

/** The position after a moving command, or undefined where the command does not move. */
export function moveList(
  position: ListPosition,
  command: CommandId,
  ids: readonly string[],
  height: number,
): ListPosition | undefined {
  const placed = placeList(position, ids, height);
  const target = targetOf(command, placed.index, ids.length, height);
  if (target === undefined) return undefined;
  // Nothing was chosen yet: the first press chooses what is shown as chosen, then moves.
  const index = clamp(target, ids.length);
  return { selectedId: ids[index], index, scroll: scrollTo(placed.scroll, index, ids.length, height) };
}

/** Row that a moving command leads to from `index`, or undefined where it does not move. */
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

/** The least scrolling that shows `index`, without blank rows at the end. */
export function scrollTo(scroll: number, index: number, count: number, height: number): number {
  const visible = Math.max(1, height);
  let first = scroll;
  if (index < first) first = index;
  if (index >= first + visible) first = index - visible + 1;
  return Math.max(0, Math.min(first, count - visible));
}
