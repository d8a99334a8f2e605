import { clockTime, DASH, duration } from '../../../base/format.ts';
import { accessRightNames } from '../../../protocol/user.ts';
import type { Column } from '../../../views/lists/column.ts';
import { levelLook, rightTitles, type UserRow } from '../../../views/users/users.ts';
import { listPane } from '../../list-screen/shown-list.ts';
import { titleParts } from '../../primitives/pane-title.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { writtenPane } from '../written.ts';
import { detailPane, userChangesPane } from './detail.ts';
import type { UsersModel } from './model.ts';
import type { UsersSlice } from './slice.ts';

export function drawUsers(model: UsersModel): Pane[] {
  const { view, slice, layout, selected } = model;
  const { side, detail, written } = layout;
  const panes = [knownPane(model)];
  if (side) panes.push(detailPane(view, selected, side));
  if (detail) panes.push(userChangesPane(view, slice, selected, detail));
  if (written) panes.push(writtenPane('users', slice, written));
  return panes;
}

function knownPane({ view, slice, rows, lists: { list }, notes }: UsersModel): Pane {
  const title = 'Known users';
  const right = titleParts(title, list.rect.width, [
    list.placed.vanished ? [{ text: 'the selected one is no longer in the list', tone: 'warn' }] : undefined,
    [{ text: `${rows.length} known here`, tone: 'dim' }],
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
