import type { Line, Rect } from '../../../base/text.ts';
import { type UserRow, userRows } from '../../../views/users/users.ts';
import { besideOf } from '../../list-screen/beside.ts';
import { type ShownList, type ShownLists, shownList } from '../../list-screen/shown-list.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { View } from '../../view.ts';
import { whyNoWrites } from '../writable.ts';
import { hasRoomForWritten, writtenRows } from '../written.ts';
import type { UsersSlice } from './slice.ts';

interface UsersLayout {
  readonly list: Rect;
  /** Undefined if the list needs the room, or if the list is empty and the window is not wide. */
  readonly detail?: Rect;
  readonly written?: Rect;
  /** Area for the changes of the selected user; only in a large window. */
  readonly changes?: Rect;
}

const WRITTEN_SHARE = 0.6;
/** Borders, four notes, a header, and room for some users. */
const MIN_LIST_ROWS = 14;
/** Borders, notes and the header of a list. */
const ROWS_ABOVE_USERS = 7;
const DETAIL_ROWS = 18;

function usersLayout(slice: UsersSlice, users: number, area: Rect): UsersLayout {
  if (!hasRoomForWritten(area)) return listAndDetail(area, users > 0);
  const { list, detail } = besideOf(area);
  if (detail) {
    const most = Math.floor(area.height * WRITTEN_SHARE);
    const above = Math.min(most, Math.max(MIN_LIST_ROWS, users + ROWS_ABOVE_USERS));
    return {
      list: { ...list, height: above },
      written: { ...list, y: list.y + above, height: list.height - above },
      detail: { ...detail, height: DETAIL_ROWS },
      changes: { ...detail, y: detail.y + DETAIL_ROWS, height: detail.height - DETAIL_ROWS },
    };
  }
  const below = writtenRows(slice, Math.floor(area.height * WRITTEN_SHARE));
  const height = area.height - below;
  const written = { ...area, y: area.y + height, height: below };
  return { ...listAndDetail({ ...area, height }, users > 0), written };
}

/** Without users there is no detail pane. */
function listAndDetail(area: Rect, hasRows: boolean): UsersLayout {
  if (!hasRows) return { list: area };
  if (area.width >= 110) {
    const width = Math.floor(area.width * 0.6);
    return {
      list: { ...area, width },
      detail: { ...area, x: area.x + width, width: area.width - width },
    };
  }
  if (area.height >= 20) {
    const height = area.height - 10;
    return {
      list: { ...area, height },
      detail: { ...area, y: area.y + height, height: 10 },
    };
  }
  return { list: area };
}

/** States that this is not a list of all users: the API has no such list. */
const WHAT_THIS_IS =
  'The API cannot list users. This list has those that were created or changed from here, or looked up by id (i).';

const IN_SHORT = 'Users known here: the API cannot list them.';

function notesOf(view: View, width: number, height: number): Line[] {
  const why = whyNoWrites(view);
  const lines = [
    ...wrapText(width < 50 || height < 7 ? IN_SHORT : WHAT_THIS_IS, width, 'dim'),
    ...(why === undefined ? [] : wrapText(`▲ ${why}`, width, 'warn')),
    ...(view.known?.problem === undefined ? [] : wrapText(`▲ ${view.known.problem}`, width, 'warn')),
  ];
  // At least four rows of the list stay visible.
  return lines.slice(0, Math.max(0, height - 5));
}

export interface UsersModel extends ShownLists<'list'> {
  readonly view: View;
  readonly slice: UsersSlice;
  readonly layout: UsersLayout;
  readonly rows: readonly UserRow[];
  readonly lists: { readonly list: ShownList<UserRow> };
  /** The lines above the list. */
  readonly notes: readonly Line[];
  /** Undefined if there is none, or it is no longer in the list. */
  readonly selected: UserRow | undefined;
}

/**
 * The users that are known on this machine, with the rights of the selected one and the changes made with
 * castwatch.
 */
export function usersModel(view: View, slice: UsersSlice, area: Rect): UsersModel {
  const rows = view.known ? userRows(view.known, slice.filter) : [];
  const layout = usersLayout(slice, rows.length, area);
  const rect = layout.list;
  const notes = notesOf(view, rect.width - 4, rect.height - 2);
  const list = shownList({
    rect,
    ids: rows.map(({ key }) => key),
    position: slice.position,
    rowAt: (index) => rows[index],
    height: Math.max(1, rect.height - 3 - notes.length),
  });
  const selected = list.placed.vanished ? undefined : rows[list.placed.index];
  return { view, slice, layout, rows, lists: { list }, part: 'list', notes, selected };
}
