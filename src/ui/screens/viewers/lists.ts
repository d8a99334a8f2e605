import { clockTime, count } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { cutMiddle } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import { errorWords } from '../../../views/formats/errors.ts';
import { orderWords, screenColumns } from '../../../views/lists/column.ts';
import { viewerColumns } from '../../../views/viewers/columns.ts';
import { type MissingViewer, type ViewerLists, viewerLists } from '../../../views/viewers/lists.ts';
import { tableRows } from '../../list-screen/table-rows.ts';
import { placeList, selectedRow } from '../../primitives/list.ts';
import type { Column } from '../../primitives/table.ts';
import { tablePanel } from '../../primitives/table-panel.ts';
import { titleParts, unreadablePart } from '../../primitives/title-parts.ts';
import type { Pane, View } from '../../view.ts';
import { nothingAskedPanes } from './nothing-asked.ts';
import { type ViewersSlice, viewersLayout } from './slice.ts';

export function viewerListPanes(view: View, slice: ViewersSlice, area: Rect): Pane[] {
  if (slice.ids.length === 0) return nothingAskedPanes(view, area);
  const lists = viewerLists(view.state, slice);
  const layout = viewersLayout(area, slice.part, lists.missing.length);
  const panes: Pane[] = [];
  if (layout.found) panes.push(foundPane(view, slice, lists, layout.found));
  if (layout.missing) panes.push(missingPane(view, slice, lists, layout.missing));
  return panes;
}

function foundPane(view: View, slice: ViewersSlice, lists: ViewerLists, rect: Rect): Pane {
  const { found, people, machines, ended, missing } = lists;
  const focus = slice.part === 'found';
  const height = tableRows(rect);
  const ids = found.map((each) => each.id);
  const placed = placeList(slice.foundAt, ids, height);
  const shown = slice.show === 'all' ? '' : `, ${slice.show}`;
  const title = `Viewers found${shown}${slice.search === '' ? '' : `: ${slice.search}`}`;
  const right = titleParts(title, rect.width, [
    placed.vanished ? [{ text: 'the selected viewer is not here', tone: 'warn' }] : undefined,
    [{ text: `${slice.ids.length - missing.length} of ${slice.ids.length}`, tone: 'dim' }],
    unreadablePart(view.state.viewers.unreadable),
    ended > 0 ? [{ text: `${count(ended)} ended`, tone: 'warn' }] : undefined,
    [
      {
        text: `${counted(people, 'person', 'people')}, ${counted(machines, 'machine', 'machines')}`,
        tone: 'dim',
      },
    ],
    [{ text: orderWords(viewerColumns, slice.sort), tone: 'dim' }],
  ]);
  const lines = tablePanel(
    {
      title,
      right,
      stale: staleFor(view.state.viewers, view.now),
      focus,
      columns: screenColumns(viewerColumns, view, view.display.columns?.viewers),
      data: (index) => found[index],
      count: found.length,
      scroll: placed.scroll,
      selected: selectedRow(placed),
      empty: [emptyFound(view, lists)],
    },
    rect,
  );
  return { id: 'viewers.found', rect, lines };
}

function counted(number: number, one: string, many: string): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

function emptyFound(view: View, lists: ViewerLists): Line {
  const { error } = view.state.viewers;
  if (error) return [{ text: `✖ ${errorWords(error, view.now)}`, tone: 'crit' }];
  if (lists.missing.some((each) => each.since === undefined))
    return [{ text: 'Looking them up...', tone: 'dim' }];
  if (lists.people + lists.machines > 0)
    return [{ text: 'None of those found is shown: v shows all.', tone: 'dim' }];
  return [{ text: 'None of them was found.', tone: 'dim' }];
}

function missingPane(view: View, slice: ViewersSlice, { missing }: ViewerLists, rect: Rect): Pane {
  const focus = slice.part === 'missing';
  const ids = missing.map((each) => each.id);
  const placed = placeList(slice.missingAt, ids, tableRows(rect));
  const columns: Column<MissingViewer>[] = [
    { key: 'id', title: 'Id', width: 12, grow: 1, cell: ({ id }, width) => cutMiddle(id, width) },
    {
      key: 'since',
      title: 'Asked',
      width: 12,
      cell: ({ since }) =>
        since === undefined
          ? [{ text: 'looking up...', tone: 'dim' }]
          : [{ text: `no, ${clockTime(since)}`, tone: 'warn' }],
    },
  ];
  const title = 'Not found';
  const right = titleParts(title, rect.width, [[{ text: count(missing.length), tone: 'dim' }]]);
  const lines = tablePanel(
    {
      title,
      right,
      stale: staleFor(view.state.viewers, view.now),
      focus,
      columns,
      data: (index) => missing[index],
      count: missing.length,
      scroll: placed.scroll,
      selected: focus ? selectedRow(placed) : undefined,
    },
    rect,
  );
  return { id: 'viewers.missing', rect, lines };
}
