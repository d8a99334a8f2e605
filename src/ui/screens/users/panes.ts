import { clockTime, DASH, duration } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { accessRightNames } from '../../../protocol/user.ts';
import { levelLook, rightTitles, type UserRow, userRows } from '../../../views/users/users.ts';
import { type ListPosition, listStart, placeList } from '../../primitives/list.ts';
import { panel } from '../../primitives/panel.ts';
import { type Column, table } from '../../primitives/table.ts';
import { titleParts } from '../../primitives/title-parts.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { whyNoWrites } from '../writable.ts';
import type { WrittenSlice } from '../written.ts';

export interface UsersSlice extends WrittenSlice {
  readonly position: ListPosition;
  readonly filter: string;
}
export const usersStart: UsersSlice = { position: listStart, filter: '', written: undefined };

/** The screen never pretends to be a list of all users. */
const WHAT_THIS_IS =
  'The API lists no users. Shown are those that were created or changed from here, or looked up by id (i).';

const IN_SHORT = 'Users known here: the API lists none.';

export function rowsOf(view: View, slice: UsersSlice): readonly UserRow[] {
  return view.known ? userRows(view.known, slice.filter) : [];
}

function notes(view: View, width: number, height: number): Line[] {
  const why = whyNoWrites(view);
  const lines = [
    ...wrapText(width < 50 || height < 7 ? IN_SHORT : WHAT_THIS_IS, width, 'dim'),
    ...(why === undefined ? [] : wrapText(`▲ ${why}`, width, 'warn')),
    ...(view.known?.problem === undefined ? [] : wrapText(`▲ ${view.known.problem}`, width, 'warn')),
  ];
  // The list comes first: at least four rows of it stay.
  return lines.slice(0, Math.max(0, height - 5));
}

/** Rows of users in sight. */
export function visibleUsers(view: View, rect: Rect): number {
  return Math.max(1, rect.height - 3 - notes(view, rect.width - 4, rect.height - 2).length);
}

export function listPane(view: View, slice: UsersSlice, rect: Rect): Pane {
  const rows = rowsOf(view, slice);
  const inner = rect.width - 4;
  const above = notes(view, inner, rect.height - 2);
  const placed = placeList(
    slice.position,
    rows.map(({ key }) => key),
    visibleUsers(view, rect),
  );
  const content: readonly Line[] =
    rows.length === 0
      ? wrapText(emptyWords(view, slice), inner)
      : table({
          columns: columns(view),
          data: (index) => rows[index],
          count: rows.length,
          width: inner,
          height: rect.height - 2 - above.length,
          scroll: placed.scroll,
          selected: placed.vanished ? undefined : placed.index,
        });
  const title = 'Known users';
  const right = titleParts(title, rect.width, [
    placed.vanished ? [{ text: 'the selected one is no longer in the list', tone: 'warn' }] : undefined,
    [{ text: `${rows.length} known here`, tone: 'dim' }],
  ]);
  return {
    id: 'users.list',
    rect,
    lines: panel({ title, right, focus: true }, [...above, ...content], rect.width, rect.height),
  };
}

function emptyWords(view: View, slice: UsersSlice): string {
  if (!view.known) return 'A recording is shown: users are not part of it.';
  if (slice.filter !== '') return `No known user matches ‘${slice.filter}’. Esc clears the filter.`;
  return 'None yet: a creates one, i adds one by its id.';
}

function columns(view: View): readonly Column<UserRow>[] {
  return [
    { key: 'id', title: 'ID', width: 6, align: 'right', cell: (row) => String(row.id) },
    {
      key: 'name',
      title: 'Name',
      width: 12,
      grow: 1,
      cell: (row) => (row.name === '' ? [{ text: DASH, tone: 'dim' }] : row.name),
    },
    ...accessRightNames.map(
      (name, index): Column<UserRow> => ({
        key: name,
        title: name === 'application' ? 'App' : rightTitles[name],
        width: 7,
        rank: 2 + index,
        cell: (row) => [levelLook(row.rights?.[name])],
      }),
    ),
    {
      key: 'seen',
      title: 'Last answer',
      width: 12,
      rank: 9,
      cell: (row) => [{ text: seenWords(view, row.seenAt), tone: 'dim' }],
    },
  ];
}

function seenWords(view: View, at: number | undefined): string {
  if (at === undefined) return DASH;
  return view.display.times === 'absolute' ? clockTime(at) : `${duration(view.now - at)} ago`;
}
