import type { CommandId } from '../../actions/commands.ts';
import { type ListPosition, type PlacedList, scrollTo, targetOf } from './list.ts';

/**
 * A list of which only parts are loaded, known by absolute index in the server's order. Nothing here walks over
 * the whole list: 100,000 rows cost what the visible ones cost.
 */
export interface EndlessList {
  /** Rows in all, loaded or not. */
  readonly count: number;
  /** Identity of a loaded row; undefined where the row is not loaded. */
  readonly idAt: (index: number) => string | undefined;
}

/** Rows around the old place that are searched for the selected id after a refresh. */
const SEARCHED_ROWS = 400;
/** Rows beyond the visible ones that are asked for too, so that a step finds its row loaded. */
const MARGIN_ROWS = 10;
/** The window moves on in steps of this many rows: a request for each scrolled row would be one too many. */
const STEP_ROWS = 25;

/** Where the selection stands now, for drawing. A row that is merely not loaded yet has not vanished. */
export function placeEndless(position: ListPosition, list: EndlessList, height: number): PlacedList {
  const at = clamp(position.index, list.count);
  const found = position.selectedId === undefined ? at : nearest(position.selectedId, at, list);
  const index = found ?? at;
  return {
    index,
    scroll: scrollTo(position.scroll, index, list.count, height),
    vanished: found === undefined && list.idAt(at) !== undefined,
  };
}

/** The position after a moving command, or undefined where the command does not move. */
export function moveEndless(
  position: ListPosition,
  command: CommandId,
  list: EndlessList,
  height: number,
): ListPosition | undefined {
  const placed = placeEndless(position, list, height);
  const target = targetOf(command, placed.index, list.count, height);
  if (target === undefined) return undefined;
  const index = clamp(target, list.count);
  return {
    selectedId: list.idAt(index),
    index,
    scroll: scrollTo(placed.scroll, index, list.count, height),
  };
}

/** Identity of the selected row, or undefined where it vanished or is not loaded: then no action is taken. */
export function chosenId(position: ListPosition, list: EndlessList, height: number): string | undefined {
  const placed = placeEndless(position, list, height);
  return placed.vanished ? undefined : list.idAt(placed.index);
}

/** The rows to ask the server for, as [from, to): the visible ones and a margin, in steps. */
export function endlessWindow(
  scroll: number,
  height: number,
  count: number | undefined,
): { readonly from: number; readonly to: number } {
  const first = Math.max(0, Math.min(scroll, Math.max(0, (count ?? scroll + 1) - 1)));
  const from = Math.max(0, Math.floor((first - MARGIN_ROWS) / STEP_ROWS) * STEP_ROWS);
  const to = Math.ceil((first + Math.max(1, height) + MARGIN_ROWS) / STEP_ROWS) * STEP_ROWS;
  // Beyond the end there is nothing; the end itself moves, so it is rounded as well.
  const end = count === undefined ? to : Math.max(STEP_ROWS, Math.ceil(count / STEP_ROWS) * STEP_ROWS);
  return { from, to: Math.max(from + STEP_ROWS, Math.min(to, end)) };
}

function nearest(id: string, at: number, list: EndlessList): number | undefined {
  for (let distance = 0; distance <= SEARCHED_ROWS; distance++) {
    if (list.idAt(at + distance) === id) return at + distance;
    if (distance <= at && list.idAt(at - distance) === id) return at - distance;
  }
  return undefined;
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
