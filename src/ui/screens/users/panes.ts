import { clockTime, DASH, dateTime, duration } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import { accessRightNames } from '../../../protocol/user.ts';
import { levelLook, rightRows, rightTitles, type UserRow, userRows } from '../../../views/users.ts';
import { type ListPosition, listStart, placeList } from '../../primitives/list.ts';
import { panel } from '../../primitives/panel.ts';
import { type Column, table } from '../../primitives/table.ts';
import { titleParts } from '../../primitives/title-parts.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { fact } from '../detail-parts.ts';
import { readLongAgo } from '../stale.ts';
import { whyNoWrites } from '../writable.ts';
import { hasRoomForWritten, type WrittenSlice, writtenRows } from '../written.ts';

export interface UsersSlice extends WrittenSlice {
  readonly position: ListPosition;
  readonly filter: string;
}
export const usersStart: UsersSlice = { position: listStart, filter: '', written: undefined };

/** The screen never pretends to be a list of all users. */
const WHAT_THIS_IS =
  'The API lists no users. These are the ones that this installation created, changed or was told by id.';

const IN_SHORT = 'Users met here; the API lists none.';

export function rowsOf(view: View, slice: UsersSlice): readonly UserRow[] {
  return view.known ? userRows(view.known, slice.filter) : [];
}

export interface UsersLayout {
  readonly list: Rect;
  /** Absent where the list needs the room, or is empty. */
  readonly detail: Rect | undefined;
  readonly written?: Rect;
}

const WRITTEN_SHARE = 0.6;

export function usersLayout(view: View, slice: UsersSlice, area: Rect): UsersLayout {
  const hasRows = rowsOf(view, slice).length > 0;
  if (!hasRoomForWritten(area)) return listAndDetail(area, hasRows);
  const below = writtenRows(slice, Math.floor(area.height * WRITTEN_SHARE));
  const height = area.height - below;
  const written = { ...area, y: area.y + height, height: below };
  return { ...listAndDetail({ ...area, height }, hasRows), written };
}

/** Without a user there is no detail, so nothing is said of one. */
function listAndDetail(area: Rect, hasRows: boolean): UsersLayout {
  if (!hasRows) return { list: area, detail: undefined };
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
  return { list: area, detail: undefined };
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
      cell: (row) => (row.name === '' ? [{ text: DASH, tone: 'faint' }] : row.name),
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

export function detailPane(view: View, row: UserRow | undefined, rect: Rect): Pane {
  const title = row ? `User ${row.id}` : 'User';
  const width = rect.width - 4;
  const lines = row ? detailLines(row, width) : [[{ text: 'Nothing is selected.', tone: 'dim' as const }]];
  const stale = readLongAgo(row?.seenAt, view.now);
  return { id: 'users.detail', rect, lines: panel({ title, stale }, lines, rect.width, rect.height) };
}

function detailLines(row: UserRow, width: number): readonly Line[] {
  const lockOf = (name: string) =>
    name in row.locked ? ` (${row.locked[name] ? `locked by ${row.locked[name]}` : 'not editable'})` : '';
  const lines: Line[] = [fact('Name', `${row.name === '' ? DASH : row.name}${lockOf('username')}`, 'bold')];
  if (row.rights === undefined) {
    return [
      ...lines,
      ...wrapText(
        'Not seen in this run: no endpoint reads a user. An update with nothing in it is answered with it: r reads it so, and e before it is edited.',
        width,
        'dim',
      ),
    ];
  }
  for (const { title, level } of rightRows(row.rights)) {
    const look = levelLook(level);
    lines.push(fact(title, [{ text: fit(look.text, 8), tone: look.tone }]));
  }
  lines.push(fact('Password', `hidden${lockOf('password')}`, 'dim'));
  lines.push(fact('Hashed by', `${row.algorithm ?? DASH}${lockOf('algorithm')}`, 'dim'));
  lines.push(fact('Last answer', row.seenAt === undefined ? DASH : dateTime(row.seenAt), 'dim'));
  return lines;
}
