import { DASH, dateTime } from '../../../base/format.ts';
import { safeText } from '../../../base/safe-text.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import { accessRightValues } from '../../../protocol/user.ts';
import { levelLook, levelMeanings, rightRows, type UserRow } from '../../../views/users/users.ts';
import { fact } from '../../detail/detail-panes.ts';
import { panel } from '../../primitives/panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { readLongAgo } from '../stale.ts';
import { changesPane, writtenChanges } from '../written.ts';
import type { UsersSlice } from './slice.ts';

export function detailPane(view: View, row: UserRow | undefined, rect: Rect): Pane {
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
      return fact(text, [{ text: levelMeanings[level] ?? '', tone: tone === 'warn' ? 'plain' : 'dim' }]);
    }),
  ];
}

/** Changes made with castwatch: of the selected user, or of all users if none is selected. */
export function userChangesPane(view: View, slice: UsersSlice, user: UserRow | undefined, rect: Rect): Pane {
  const name = user ? `user ${user.id}` : 'user';
  const changes = writtenChanges(slice, view.state.name, ({ target }) => `${target} `.startsWith(`${name} `));
  return changesPane('users', user ? name : 'users', changes, rect);
}
