import { count } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { TitledSeries } from '../../../views/plots/series.ts';
import { chartWindow, seriesPanel, usualWords } from '../../detail/series-chart.ts';
import { panel } from '../../primitives/panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';

/** Longer lines are hard to read. */
const MAX_TEXT_COLUMNS = 90;
const HOW_TO_ADD =
  'Paste ids here, one or many (commas, spaces, line ends between them), or press a to type them. They are then followed until x removes them.';
const LEAST_CHART_ROWS = 8;
const MOST_CHART_ROWS = 24;

/** Shown before any id is entered: how to enter one, and the number of all viewers. */
export function noIdsPanes(view: View, area: Rect): Pane[] {
  const width = Math.min(MAX_TEXT_COLUMNS, area.width - 4);
  const lines: Line[] = [
    ...wrapText('No viewer is looked up yet.', width, 'bold'),
    ...wrapText('The API finds viewers by id only.', width, 'dim'),
    ...wrapText(HOW_TO_ADD, width),
  ];
  const left = area.height - lines.length - 2;
  const chartRows = left < LEAST_CHART_ROWS ? 0 : Math.min(left, MOST_CHART_ROWS);
  const words = { ...area, height: area.height - chartRows };
  const chart = { ...area, y: area.y + words.height, height: chartRows };
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
  const series: TitledSeries = { title, key: 'total/viewers', tone: 'plain', format: count, limit };
  const stale = staleFor(dashboard, view.now);
  const window = chartWindow(view, [series.key], rect.width - 4, stale);
  const now: Line = [
    { text: count(history.last(series.key, window.to)), tone: 'bold' },
    { text: limit == null ? '' : ` of ${count(limit)}`, tone: 'dim' },
  ];
  const besides = usualWords(view, series);
  return seriesPanel({ series, window, marks: [], now: [now], besides, stale }, rect);
}
