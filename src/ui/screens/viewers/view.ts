import { clockTime, count, counted } from '../../../base/format.ts';
import { cutRows, type Line, type Rect, toned } from '../../../base/text.ts';
import { cutMiddle } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import { errorWords } from '../../../views/formats/errors.ts';
import { type Column, orderWords, screenColumns } from '../../../views/lists/column.ts';
import type { TitledSeries } from '../../../views/plots/series.ts';
import { viewerColumns } from '../../../views/viewers/columns.ts';
import type { MissingViewer, ViewerLists } from '../../../views/viewers/lists.ts';
import type { FoundViewer } from '../../../views/viewers/viewers.ts';
import { chartWindow, seriesPanel, usualWords } from '../../detail/series-chart.ts';
import { listPane, type ShownList } from '../../list-screen/shown-list.ts';
import { panel, titleParts, unreadablePart } from '../../primitives/panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import type { ViewersModel } from './model.ts';

export function viewersPanes(model: ViewersModel): Pane[] {
  const { view, slice, area, lists } = model;
  const { found, missing } = lists;
  if (slice.opened === undefined && slice.ids.length === 0) return noIdsPanes(view, area);
  return [...(found ? [foundPane(model, found)] : []), ...(missing ? [missingPane(model, missing)] : [])];
}

function foundPane({ view, slice, part, found }: ViewersModel, list: ShownList<FoundViewer>): Pane {
  const { people, machines, ended, missing } = found;
  const shown = slice.show === 'all' ? '' : `, ${slice.show}`;
  const title = `Viewers found${shown}${slice.search === '' ? '' : `: ${slice.search}`}`;
  const right = titleParts(title, list.rect.width, [
    list.placed.vanished ? toned('the selected viewer is not here', 'warn') : undefined,
    toned(`${slice.ids.length - missing.length} of ${slice.ids.length}`, 'dim'),
    unreadablePart(view.state.viewers.unreadable),
    ended > 0 ? toned(`${count(ended)} ended`, 'warn') : undefined,
    toned(`${counted(people, 'person', 'people')}, ${counted(machines, 'machine', 'machines')}`, 'dim'),
    toned(orderWords(viewerColumns, slice.sort), 'dim'),
  ]);
  return listPane('viewers.found', list, {
    title,
    right,
    stale: staleFor(view.state.viewers, view.now),
    focus: part === 'found',
    columns: screenColumns(viewerColumns, view, view.display.columns?.viewers),
    empty: [emptyFound(view, found)],
  });
}

function emptyFound(view: View, lists: ViewerLists): Line {
  const { error } = view.state.viewers;
  if (error) return toned(`✖ ${errorWords(error, view.now)}`, 'crit');
  if (lists.missing.some((each) => each.since === undefined)) return toned('Looking them up...', 'dim');
  if (lists.people + lists.machines > 0)
    return toned('None of the found viewers is shown: v shows all.', 'dim');
  return toned('None of them was found.', 'dim');
}

const missingColumns: Column<MissingViewer>[] = [
  { key: 'id', title: 'Id', width: 12, grow: 1, cell: ({ id }, width) => cutMiddle(id, width) },
  {
    key: 'since',
    title: 'Asked',
    width: 12,
    cell: ({ since }) =>
      since === undefined ? toned('looking up...', 'dim') : toned(`no, ${clockTime(since)}`, 'warn'),
  },
];

function missingPane({ view, part }: ViewersModel, list: ShownList<MissingViewer>): Pane {
  const title = 'Not found';
  const focus = part === 'missing';
  return listPane('viewers.missing', list, {
    title,
    right: titleParts(title, list.rect.width, [toned(count(list.count), 'dim')]),
    stale: staleFor(view.state.viewers, view.now),
    focus,
    columns: missingColumns,
    unselected: !focus,
  });
}

/** Longer lines are hard to read. */
const MAX_TEXT_COLUMNS = 90;
const HOW_TO_ADD =
  'Paste ids here, one or many (commas, spaces, line ends between them), or press a to type them. They are then followed until x removes them.';
const LEAST_CHART_ROWS = 8;
const MOST_CHART_ROWS = 24;

/** Shown before any id is entered: how to enter one, and the number of all viewers. */
function noIdsPanes(view: View, area: Rect): Pane[] {
  const width = Math.min(MAX_TEXT_COLUMNS, area.width - 4);
  const lines: Line[] = [
    ...wrapText('No viewer is looked up yet.', width, 'bold'),
    ...wrapText('The API finds viewers by id only.', width, 'dim'),
    ...wrapText(HOW_TO_ADD, width),
  ];
  const left = area.height - lines.length - 2;
  const chartRows = left < LEAST_CHART_ROWS ? 0 : Math.min(left, MOST_CHART_ROWS);
  const [words, chart] = cutRows(area, area.height - chartRows);
  const panes: Pane[] = [
    {
      id: 'viewers.empty',
      rect: words,
      lines: panel({ title: 'Viewers', focus: true }, lines, words),
    },
  ];
  return chartRows === 0
    ? panes
    : [...panes, { id: 'viewers.all', rect: chart, lines: chartOfAll(view, chart) }];
}

function chartOfAll(view: View, rect: Rect): Line[] {
  const { dashboard, history } = view.state;
  const { limit } = dashboard.value?.viewersStats?.total ?? {};
  const title = 'All viewers of the cluster';
  const series: TitledSeries = { title, key: 'total/viewers', format: count, limit };
  const stale = staleFor(dashboard, view.now);
  const window = chartWindow(view, [series.key], rect.width - 4, stale);
  const now: Line = [
    { text: count(history.last(series.key, window.to)), tone: 'bold' },
    { text: limit == null ? '' : ` of ${count(limit)}`, tone: 'dim' },
  ];
  const besides = usualWords(view, series);
  return seriesPanel({ series, window, marks: [], now: [now], besides, stale }, rect);
}
