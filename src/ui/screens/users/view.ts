import { DASH, dateTime } from '../../../base/format.ts';
import { safeText } from '../../../base/safe-text.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import { accessRightNames, accessRightValues } from '../../../protocol/user.ts';
import type { Column } from '../../../views/lists/column.ts';
import {
  levelLook,
  levelMeanings,
  rightRows,
  rightTitles,
  type UserRow,
} from '../../../views/users/users.ts';
import { fact } from '../../detail/detail-panes.ts';
import { listPane } from '../../list-screen/shown-list.ts';
import { panel, titleParts } from '../../primitives/panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { writtenPane } from '../admin.ts';
import { agoWords, readLongAgo } from '../stale.ts';
import type { UsersModel, UsersSlice } from './model.ts';

export function drawUsers(model: UsersModel): Pane[] {
  const { view, slice, layout, selected } = model;
  const { side, written } = layout;
  const panes = [knownPane(model)];
  if (side) panes.push(detailPane(view, selected, side));
  if (written) panes.push(writtenPane('users', slice, written));
  return panes;
}

function knownPane({ view, slice, rows, lists: { list }, notes }: UsersModel): Pane {
  const title = 'Known users';
  const right = titleParts(title, list.rect.width, [
    list.placed.vanished ? toned('the selected one is no longer in the list', 'warn') : undefined,
    toned(`${rows.length} known here`, 'dim'),
  ]);
  return listPane('users.list', list, {
    title,
    right,
    focus: true,
    columns: columns(view),
    above: notes,
    empty: wrapText(emptyWords(view, slice), list.rect.width - 4),
  });
}

function emptyWords(view: View, slice: UsersSlice): string {
  if (!view.known) return 'A recording is shown: users are not part of it.';
  if (slice.filter !== '') return `No known user matches ‘${slice.filter}’. Esc clears the filter.`;
  return 'None yet: a creates one, :lookup adds one by its id.';
}

function columns(view: View): readonly Column<UserRow>[] {
  return [
    { key: 'id', title: 'ID', width: 6, align: 'right', cell: (row) => String(row.id) },
    {
      key: 'name',
      title: 'Name',
      width: 12,
      grow: 1,
      cell: (row) => (row.name === '' ? toned(DASH, 'dim') : row.name),
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
      cell: ({ seenAt }) => toned(seenAt === undefined ? DASH : agoWords(view, seenAt), 'dim'),
    },
  ];
}

function detailPane(view: View, row: UserRow | undefined, rect: Rect): Pane {
  const title = row ? `User ${row.id}` : 'Rights of a user';
  const width = rect.width - 4;
  const lines = row ? detailLines(row, width) : rightsExplained(width);
  const stale = readLongAgo(row?.seenAt, view.now);
  return { id: 'users.detail', rect, lines: panel({ title, stale }, lines, rect) };
}

const LEVEL_COLUMNS = 8;

function detailLines(row: UserRow, width: number): readonly Line[] {
  const lockOf = (name: string) =>
    name in row.locked ? ` (${row.locked[name] ? `locked by ${row.locked[name]}` : 'not editable'})` : '';
  const lines: Line[] = [fact('Name', `${row.name === '' ? DASH : row.name}${lockOf('username')}`, 'bold')];
  if (row.rights === undefined) {
    return [
      ...lines,
      ...wrapText(
        'Not read in this run: the API has no request that reads a user, so castwatch sends an empty update. r does this now, e does it before editing.',
        width,
        'dim',
      ),
    ];
  }
  for (const { title, level } of rightRows(row.rights)) {
    const { text, tone } = levelLook(level);
    lines.push(
      fact(title, [
        { text: fit(text, LEVEL_COLUMNS), tone },
        { text: levelMeanings[level ?? ''] ?? '', tone: 'dim' },
      ]),
    );
  }
  for (const { name, value } of row.unknownRights ?? []) {
    if (!(name.toLowerCase() in row.rights)) lines.push(fact(safeText(name), safeText(value), 'dim'));
  }
  lines.push(fact('Password', `hidden${lockOf('password')}`, 'dim'));
  lines.push(fact('Hashed by', `${row.algorithm ?? DASH}${lockOf('algorithm')}`, 'dim'));
  lines.push(fact('Last answer', row.seenAt === undefined ? DASH : dateTime(row.seenAt), 'dim'));
  return lines;
}

/** The explanation of rights that is shown beside an empty list. */
function rightsExplained(width: number): readonly Line[] {
  return [
    ...rightRows(undefined).map(({ title }) => fact(title, DASH, 'dim')),
    [],
    ...wrapText('Each of the four has a level:', width, 'dim'),
    ...accessRightValues.map((level) => {
      const { text, tone } = levelLook(level);
      return fact(text, toned(levelMeanings[level] ?? '', tone === 'warn' ? 'plain' : 'dim'));
    }),
  ];
}
