import { DASH, dateTime } from '../../../base/format.ts';
import { safeText } from '../../../base/safe-text.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import { accessRightNames, accessRightValues } from '../../../protocol/user.ts';
import type { Column } from '../../../views/lists/column.ts';
import { levelLook, rightRows, rightTitles, type UserRow } from '../../../views/users/users.ts';
import { fact } from '../../detail/detail-panes.ts';
import type { DrawnLists, ListModel } from '../../list-screen/list-screen.ts';
import type { ShownList } from '../../list-screen/shown-list.ts';
import { listStart } from '../../primitives/list.ts';
import { panelPane } from '../../primitives/panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { type AdminFrame, whyNoWrites, writtenPane, writtenStart } from '../admin.ts';
import { agoWords, readLongAgo } from '../stale.ts';

export const usersStart = { ...writtenStart, position: listStart, filter: '' };
export type UsersSlice = Readonly<typeof usersStart>;

export interface UsersModel extends ListModel<UsersSlice> {
  readonly layout: AdminFrame;
  readonly rows: readonly UserRow[];
  readonly lists: { readonly list: ShownList<UserRow> };
  readonly notes: readonly Line[];
}

export const userLists: DrawnLists<UsersModel> = {
  name: 'users',
  panes: {
    list({ view, slice, rows, notes }, { placed, rect }) {
      const right = [
        placed.vanished ? toned('the selected one is no longer in the list', 'warn') : undefined,
        toned(`${rows.length} known here`, 'dim'),
      ];
      const empty = wrapText(emptyWords(view, slice), rect.width - 4);
      return { title: 'Known users', right, columns: columns(view), above: notes, empty };
    },
  },
  besides: ({ view, slice, layout: { side, written }, lists }) => [
    ...(side ? [detailPane(view, lists.list.selected, side)] : []),
    ...(written ? [writtenPane('users', slice, written)] : []),
  ],
};

/** States that this is not a list of all users: the API has no such list. */
const WHAT_THIS_IS =
  'The API cannot list users. This list has those that were created or changed from here, or looked up by id (:lookup).';

const IN_SHORT = 'Users known here: the API cannot list them.';

export function userNotes(view: View, width: number, height: number): Line[] {
  const why = whyNoWrites(view);
  const lines = [
    ...wrapText(width < 50 || height < 7 ? IN_SHORT : WHAT_THIS_IS, width, 'dim'),
    ...(why === undefined ? [] : wrapText(`▲ ${why}`, width, 'warn')),
    ...(view.known?.problem === undefined ? [] : wrapText(`▲ ${view.known.problem}`, width, 'warn')),
  ];
  // At least four rows of the list stay visible.
  return lines.slice(0, Math.max(0, height - 5));
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
        cell: (row) => {
          const { text, tone } = levelLook(row.rights?.[name]);
          return toned(text, tone);
        },
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
  return panelPane('users.detail', rect, { title, stale }, lines);
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
    const { text, meaning, tone } = levelLook(level);
    lines.push(
      fact(title, [
        { text: fit(text, LEVEL_COLUMNS), tone },
        { text: meaning, tone: 'dim' },
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
      const { text, meaning, tone } = levelLook(level);
      return fact(text, toned(meaning, tone === 'warn' ? 'plain' : 'dim'));
    }),
  ];
}
