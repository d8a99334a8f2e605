import { count, DASH, rate, rateShort } from '../../../base/format.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import { limitedMembers } from '../../../protocol/dashboard.ts';
import type { LoadChange } from '../../../triage/usual-load.ts';
import { gradeTone, levelsOf } from '../../../views/formats/tones.ts';
import { excerptLine } from '../../../views/journal/digest.ts';
import { journalLine } from '../../../views/journal/line.ts';
import { type Column, screenColumns } from '../../../views/lists/column.ts';
import { clusterLinkWords, managerWords } from '../../../views/overview/dashboard-figures.ts';
import type { HealthRow } from '../../../views/overview/overview.ts';
import { pathLines } from '../../../views/overview/path-lines.ts';
import { bar } from '../../../views/plots/plots.ts';
import type { Series } from '../../../views/plots/series.ts';
import { signed } from '../../../views/problems/clauses.ts';
import { serverColumns } from '../../../views/servers/columns.ts';
import { presenceLine, serverRole } from '../../../views/servers/load.ts';
import type { ServerRow } from '../../../views/servers/outline.ts';
import {
  chartProblems,
  chartWindow,
  marksOf,
  plotOf,
  rangeWords,
  usualWords,
} from '../../detail/series-chart.ts';
import { listPane, type ShownList } from '../../list-screen/shown-list.ts';
import { axis, plot } from '../../primitives/chart.ts';
import { panel, unreadablePart } from '../../primitives/panel.ts';
import { table } from '../../primitives/table.ts';
import type { Pane, View } from '../../view.ts';
import { staleServers, unreadServers } from '../stale.ts';
import type { OverviewModel } from './model.ts';
import { problemsPane } from './problems.ts';

export function drawOverview(model: OverviewModel): Pane[] {
  const { view, layout, lists, problems } = model;
  const panes: Pane[] = [pane('path', layout.path, pathPane(model, layout.path))];
  const add = (id: string, rect: Rect | undefined, lines: (rect: Rect) => Line[]) => {
    if (rect) panes.push(pane(id, rect, lines(rect)));
  };
  add('problems', layout.problems, (rect) => problemsPane(view, problems, rect));
  add('health', layout.health, (rect) => healthLines(model, rect));
  add('traffic', layout.traffic, (rect) => trafficLines(model, rect));
  if (layout.servers) panes.push(serversPane(model, lists.servers));
  add('journal', layout.journal, (rect) => journalLines(model, rect));
  return panes;
}

function pane(id: string, rect: Rect, lines: readonly Line[]): Pane {
  return { id: `overview.${id}`, rect, lines };
}

/** Members of the dashboard that hold the totals, and the grades. */
const totalPaths = Object.values(limitedMembers).map((member) => `data.${member}`);
const gradePaths = ['data.streamHealthSummary', 'data.viewerHealthSummary'];

function pathPane({ view, slice, layout, load, path, records }: OverviewModel, rect: Rect): Line[] {
  const others = records.filter(({ server }) => serverRole(server) === '' && !server.clusterManager).length;
  return panel(
    {
      title: 'Signal path',
      right: [
        unreadablePart(view.state.dashboard.unreadable, totalPaths),
        load ? loadWords(view, load, rect.width) : undefined,
        clusterLinkWords(view.state, view.triage.problems),
        managerWords(view.state),
        others > 0 ? toned(`${others} without a role`, 'dim') : undefined,
      ],
      // The signal path names the worst grade if the grades have no pane.
      focus: slice.pointed === 'path' || (slice.pointed === 'health' && !layout.health),
      stale: staleFor(view.state.dashboard, view.now),
    },
    pathLines(view, path, { width: rect.width - 4, height: rect.height - 2 }),
    rect,
  );
}

/** Below this width the text about the load is shortened. */
const LONG_TITLE_FROM_COLUMNS = 52;

function loadWords(view: View, change: LoadChange, width: number): Line {
  const isUnusual = Math.abs(change.unexplained) >= view.triage.thresholds.loadDiffer;
  return [
    { text: `viewers ${signed(change.percent)} `, tone: isUnusual ? 'warn' : 'dim' },
    { text: `${width < LONG_TITLE_FROM_COLUMNS ? 'vs' : 'against'} ${change.against}`, tone: 'dim' },
  ];
}

function healthLines({ view, slice, health }: OverviewModel, rect: Rect): Line[] {
  const options = {
    title: 'Health',
    right: [unreadablePart(view.state.dashboard.unreadable, gradePaths)],
    focus: slice.pointed === 'health',
    stale: staleFor(view.state.dashboard, view.now),
  };
  if (!health) return panel(options, [toned(DASH, 'dim')], rect);
  const part = (key: 'streams' | 'viewers', title: string): Column<HealthRow> => ({
    key,
    title: ` ${title}`,
    width: 8,
    grow: 1,
    cell: (row, width) => [
      { text: fit(count(row[key].count), 5, 'right'), tone: row[key].count ? 'plain' : 'dim' },
      { text: ' ' },
      ...bar(row[key].share, Math.max(0, width - 6), gradeTone(row.label)),
    ],
  });
  const columns: Column<HealthRow>[] = [
    {
      key: 'label',
      title: 'Grade',
      width: 9,
      cell: (row) => {
        const isNone = !row.streams.count && !row.viewers.count;
        return toned(row.label, isNone ? 'dim' : gradeTone(row.label));
      },
    },
    part('streams', 'Streams'),
    part('viewers', 'Viewers'),
  ];
  const [width, height] = [rect.width - 4, rect.height - 2];
  const data = (index: number) => health[index];
  const shown = table({ columns, data, count: health.length, scroll: 0, width, height });
  return panel(options, shown, rect);
}

/** Share of the chart's rows for incoming traffic; the rest, and the axis, are for outgoing traffic. */
const INCOMING_SHARE = 0.3;

function trafficLines({ view }: OverviewModel, rect: Rect): Line[] {
  const { incomingTraffic, outgoingTraffic } = view.state.dashboard.value ?? {};
  const format = (value: number | null | undefined) => rate(value, view.display.units);
  const levels = levelsOf('limit', view.triage.thresholds);
  const seriesOf = (way: 'in' | 'out', limit: number | null | undefined): Series => ({
    key: `total/${way}`,
    format,
    limit,
    levels,
  });
  const outgoing = seriesOf('out', outgoingTraffic?.total?.limit);
  const incoming = seriesOf('in', incomingTraffic?.total?.limit);
  const [width, height] = [rect.width - 4, rect.height - 2];
  const stale = staleFor(view.state.dashboard, view.now);
  const window = chartWindow(view, [outgoing.key, incoming.key], width, stale);
  // Labels of two charts stand close together, so each says of which it is; the title has the unit.
  const quiet = (series: Series, word: string): Series => ({
    ...series,
    format: (value) => `${word} ${rateShort(value, view.display.units)}`,
  });
  const below = Math.max(1, Math.round((height - 1) * INCOMING_SHARE));
  const out = window.spreadOf(outgoing.key);
  const lines = [
    ...plot(plotOf(quiet(outgoing, 'out'), window, out), Math.max(1, height - 1 - below)),
    ...plot(plotOf(quiet(incoming, 'in'), window, window.spreadOf(incoming.key)), below),
    axis({ ...window, marks: marksOf(chartProblems(view)) }),
  ];
  const now = (word: string, series: Series, value: number | null | undefined): Line => [
    { text: `${word} `, tone: 'dim' },
    { text: format(value), tone: 'bold' },
    ...(series.limit == null ? [] : toned(` of ${format(series.limit)}`, 'dim')),
  ];
  const right = [
    window.words,
    usualWords(view, outgoing),
    now('out', outgoing, outgoingTraffic?.total?.value),
    now('in', incoming, incomingTraffic?.total?.value),
    rangeWords(out, window, format, rect.width),
    window.offer,
  ];
  return panel(
    { title: 'Traffic', right, stale },
    out ? lines : [toned('reading the history...', 'dim')],
    rect,
  );
}

function serversPane({ view, slice, records }: OverviewModel, list: ShownList<ServerRow>): Pane {
  const stale = staleServers(view);
  const right =
    stale === undefined
      ? [unreadablePart(unreadServers(view)), presenceLine(records, 'hottest first', list.rect.width)]
      : [toned(`${records.length} known, last known load`, 'dim')];
  return listPane('overview.servers', list, {
    title: 'Servers',
    stale,
    right,
    focus: true,
    columns: columnsIn(view, list),
    unselected: slice.servers.selectedId === undefined,
  });
}

type ColumnPlace = Pick<Column<ServerRow>, 'width' | 'grow' | 'align' | 'rank'>;

/** The columns that fit beside the other panes, and the order in which they are left out. */
const places: Readonly<Record<string, ColumnPlace>> = {
  name: { width: 17, grow: 2 },
  group: { width: 10, grow: 1, rank: 5 },
  state: { width: 13 },
  heat: { width: 12 },
  cpu: { width: 11, grow: 2, rank: 2 },
  mem: { width: 11, grow: 2, rank: 4 },
  in: { width: 8, grow: 0, align: 'right', rank: 3 },
  out: { width: 9, grow: 0, align: 'right', rank: 1 },
  outShare: { width: 11, grow: 1, rank: 6 },
};

const lively: readonly string[] = ['in', 'outShare'];

function columnsIn(view: View, list: ShownList<ServerRow>): Column<ServerRow>[] {
  const rows = list.rows.filter((row) => row !== undefined);
  const at = { view, width: list.rect.width - 4, rows };
  // On a slow link without those that change most and say least.
  const keys = Object.keys(places).filter((key) => !view.display.lowBandwidth || !lively.includes(key));
  return screenColumns(serverColumns, at, keys).map((column) => ({ ...column, ...places[column.key] }));
}

function journalLines({ view, journal: digest }: OverviewModel, rect: Rect): Line[] {
  const { journalPatterns } = view.facts;
  const width = rect.width - 4;
  const { notable = [], routine = [], heldBack = 0 } = digest ?? {};
  const rows = [
    ...notable.map((entry) => ({
      at: entry.item.entry.createDate,
      line: excerptLine(entry, width, journalPatterns),
    })),
    ...routine.map((item) => ({
      at: item.kind === 'entry' ? item.entry.createDate : item.at,
      line: journalLine(item, width, journalPatterns),
    })),
  ];
  const lines = rows.toSorted((a, b) => a.at - b.at).map(({ line }) => line);
  const { totalItems } = view.state.journal;
  const right = [
    unreadablePart(view.state.journalResource.unreadable),
    heldBack > 0 ? toned(`${count(heldBack)} more in the last 3m`, 'dim') : undefined,
    totalItems === undefined ? undefined : toned(`${count(totalItems)} entries`, 'dim'),
  ];
  return panel(
    { title: 'Journal', right, stale: staleFor(view.state.journalResource, view.now) },
    lines,
    rect,
  );
}
