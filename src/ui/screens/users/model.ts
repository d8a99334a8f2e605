import type { Line, Rect } from '../../../base/text.ts';
import { type UserRow, userRows } from '../../../views/users/users.ts';
import { rowList, type ShownList, type ShownLists } from '../../list-screen/shown-list.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { View } from '../../view.ts';
import { type AdminFrame, adminFrame, type WrittenSlice, whyNoWrites } from '../admin.ts';

export interface UsersSlice extends WrittenSlice {
  readonly position: ListPosition;
  readonly filter: string;
}

export const usersStart: UsersSlice = { position: listStart, filter: '', written: undefined };

/** Rows of the rights of a user below the list. */
const RIGHTS_BELOW = 10;

/** States that this is not a list of all users: the API has no such list. */
const WHAT_THIS_IS =
  'The API cannot list users. This list has those that were created or changed from here, or looked up by id (:lookup).';

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
  readonly layout: AdminFrame;
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
  const layout = adminFrame(area, slice, { below: rows.length > 0 ? RIGHTS_BELOW : 0 });
  const rect = layout.main;
  const notes = notesOf(view, rect.width - 4, rect.height - 2);
  const height = Math.max(1, rect.height - 3 - notes.length);
  const list = rowList(rows, ({ key }) => key, { rect, position: slice.position, height });
  return { view, slice, layout, rows, lists: { list }, part: 'list', notes, selected: list.selected };
}
