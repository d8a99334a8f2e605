import { count, DASH, percent, rate } from '../../../base/format.ts';
import type { Line, Rect, Span } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import { dataEnd, serversResource, staleFor } from '../../../cluster/freshness.ts';
import { limitedMembers } from '../../../protocol/dashboard.ts';
import type { LoadChange } from '../../../triage/usual-load.ts';
import { untilFullWords } from '../../../views/formats/climbs.ts';
import { gradeTone, loadTone } from '../../../views/formats/tones.ts';
import { excerptLine } from '../../../views/journal/digest.ts';
import { journalLine } from '../../../views/journal/line.ts';
import type { Column } from '../../../views/lists/column.ts';
import type { HealthRow, TotalRow } from '../../../views/overview/overview.ts';
import { BUCKET_MS, bar, sparkline } from '../../../views/plots/plots.ts';
import type { Series } from '../../../views/plots/series.ts';
import { signed } from '../../../views/problems/clauses.ts';
import {
  chartProblems,
  chartWindow,
  marksOf,
  plotOf,
  rangeWords,
  usualWords,
} from '../../detail/series-chart.ts';
import { axis, plot } from '../../primitives/chart.ts';
import { panel } from '../../primitives/panel.ts';
import { table } from '../../primitives/table.ts';
import { titleParts, unreadablePart } from '../../primitives/title-parts.ts';
import type { Pane, View } from '../../view.ts';
import { groupLines, roleLines, roleTotalWords, shortWords } from '../dashboard-tables.ts';
import type { OverviewModel } from './model.ts';
import { problemsPane } from './problems.ts';
import { serversPane } from './servers.ts';

export function drawOverview(model: OverviewModel): Pane[] {
  const { view, layout, lists, problems } = model;
  const panes: Pane[] = [pane('totals', layout.totals, totalsLines(model, layout.totals))];
  const add = (id: string, rect: Rect | undefined, lines: (rect: Rect) => Line[]) => {
    if (rect) panes.push(pane(id, rect, lines(rect)));
  };
  add('health', layout.health, (rect) => healthLines(model, rect));
  add('traffic', layout.traffic, (rect) => trafficLines(view, rect));
  if (layout.servers) panes.push(serversPane(model, lists.servers));
  add('groups', layout.groups, (rect) => groupsLines(model, rect));
  add('problems', layout.problems, (rect) => problemsPane(view, problems, rect));
  add('journal', layout.journal, (rect) => journalLines(model, rect));
  return panes;
}

function pane(id: string, rect: Rect, lines: readonly Line[]): Pane {
  return { id: `overview.${id}`, rect, lines };
}

/** Where the dashboard has the totals, and the grades. */
const totalPaths = Object.values(limitedMembers).map((member) => `data.${member}`);
const gradePaths = ['data.streamHealthSummary', 'data.viewerHealthSummary'];

function totalsLines({ view, slice, load, totals }: OverviewModel, rect: Rect): Line[] {
  const widths: TotalWidths = {
    line: rect.width - 4,
    value: Math.max(...totals.map(({ value }) => value.length)),
    limit: Math.max(...totals.map(({ limit }) => limit.length)),
  };
  return panel(
    {
      title: 'Cluster',
      right: titleParts('Cluster', rect.width, [
        unreadablePart(view.state.dashboard.unreadable, totalPaths),
        load ? loadWords(view, load, rect.width) : undefined,
      ]),
      focus: slice.pointed === 'totals',
      stale: staleFor(view.state.dashboard, view.now),
    },
    totals.map((row) => totalLine(view, row, widths)),
    rect.width,
    rect.height,
  );
}

/** Below so many columns the words about the load are shortened. */
const LONG_TITLE_FROM_COLUMNS = 52;

function loadWords(view: View, change: LoadChange, width: number): Line {
  const isUnusual = Math.abs(change.unexplained) >= view.triage.thresholds.loadDiffer;
  return [
    { text: `viewers ${signed(change.percent)} `, tone: isUnusual ? 'warn' : 'dim' },
    { text: `${width < LONG_TITLE_FROM_COLUMNS ? 'vs' : 'against'} ${change.against}`, tone: 'dim' },
  ];
}

/** Cells of the line, and of the longest value and limit. */
interface TotalWidths {
  readonly line: number;
  readonly value: number;
  readonly limit: number;
}

/** Label, value of limit, share; then bar, headroom and history as far as there is room. The limit gives way before the share. */
function totalLine(view: View, row: TotalRow, widths: TotalWidths): Line {
  let left = widths.line - 10 - widths.value - 3 - widths.limit - 5;
  const spans: Span[] = [
    { text: fit(row.label, 10), tone: 'dim' },
    { text: fit(row.value, widths.value, 'right'), tone: 'bold' },
    ...(left < 0 ? [] : [{ text: ` / ${fit(row.limit, widths.limit)}`, tone: 'dim' as const }]),
    {
      text: fit(row.share === undefined ? '' : percent(row.share * 100), 5, 'right'),
      tone: loadTone(row.share),
    },
  ];
  if (left >= 10) {
    const barWidth = Math.min(16, Math.floor(left / 3));
    spans.push({ text: ' ' }, ...bar(row.share, barWidth, loadTone(row.share)));
    left -= barWidth + 1;
  }
  const full = untilFullWords(view.triage.climbs.get(row.series), view.now);
  if (full !== '' && left > full.length) {
    spans.push({ text: ` ${full}`, tone: 'warn' });
    left -= full.length + 1;
  }
  const headroom = row.headroom === DASH ? '' : `${row.headroom} free`;
  if (left >= headroom.length + 16) {
    spans.push({ text: fit(` ${headroom}`, widths.value + 6), tone: 'dim' });
    left -= widths.value + 6;
  }
  if (left >= 6 && !view.display.lowBandwidth) {
    const buckets = left - 1;
    const end = dataEnd(view.state.dashboard, view.now);
    const values = view.state.history.window(row.series, end - buckets * BUCKET_MS, end, buckets);
    spans.push({ text: ' ' }, { text: sparkline(values), tone: row.tone });
  }
  return spans;
}

function healthLines({ view, slice, health }: OverviewModel, rect: Rect): Line[] {
  const options = {
    title: 'Health',
    right: titleParts('Health', rect.width, [unreadablePart(view.state.dashboard.unreadable, gradePaths)]),
    focus: slice.pointed === 'health',
    stale: staleFor(view.state.dashboard, view.now),
  };
  if (!health) return panel(options, [[{ text: DASH, tone: 'dim' }]], rect.width, rect.height);
  const { rows, hidden } = health;
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
      cell: (row) => [{ text: row.label, tone: gradeTone(row.label) }],
    },
    part('streams', 'Streams'),
    part('viewers', 'Viewers'),
  ];
  const [width, height] = [rect.width - 4, rect.height - 2];
  const more: Line[] =
    hidden.length === 0 ? [] : [[{ text: `+${hidden.length} more: ${hidden.join(', ')}`, tone: 'dim' }]];
  const data = (index: number) => rows[index];
  const shown = table({ columns, data, count: rows.length, scroll: 0, width, height });
  return panel(options, [...shown, ...more], rect.width, rect.height);
}

/** Rows of the hero chart that belong to what comes in; the rest, and the axis, to what goes out. */
const INCOMING_SHARE = 0.3;

/** Outgoing against its limit and incoming below it, over one axis of time with the problems on it. */
function trafficLines(view: View, rect: Rect): Line[] {
  const { incomingTraffic, outgoingTraffic } = view.state.dashboard.value ?? {};
  const format = (value: number | null | undefined) => rate(value, view.display.units);
  const outgoing: Series = { key: 'total/out', tone: 'out', format, limit: outgoingTraffic?.total?.limit };
  const incoming: Series = { key: 'total/in', tone: 'in', format, limit: incomingTraffic?.total?.limit };
  const [width, height] = [rect.width - 4, rect.height - 2];
  const stale = staleFor(view.state.dashboard, view.now);
  const window = chartWindow(view, [outgoing.key, incoming.key], width, stale);
  const below = Math.max(1, Math.round((height - 1) * INCOMING_SHARE));
  const out = window.valuesOf(outgoing.key);
  const lines = [
    ...plot(plotOf(outgoing, window, out), Math.max(1, height - 1 - below)),
    ...plot(plotOf(incoming, window, window.valuesOf(incoming.key)), below),
    axis({ ...window, marks: marksOf(chartProblems(view)) }),
  ];
  const now = (word: string, series: Series, value: number | null | undefined): Line => [
    { text: `${word} `, tone: 'dim' },
    { text: format(value), tone: series.tone },
    ...(series.limit == null ? [] : [{ text: ` of ${format(series.limit)}`, tone: 'dim' as const }]),
  ];
  const title = 'Traffic';
  const right = titleParts(title, rect.width, [
    now('out', outgoing, outgoingTraffic?.total?.value),
    now('in', incoming, incomingTraffic?.total?.value),
    window.words,
    usualWords(view, outgoing),
    rangeWords(out, format, rect.width),
  ]);
  return panel(
    { title, right, stale },
    out ? lines : [[{ text: 'reading the history...', tone: 'dim' }]],
    rect.width,
    rect.height,
  );
}

/** From here on a group's figures fit into a row. */
const MIN_GROUPS_COLUMNS = 70;

/** The applications of each group by role; above them, where there is room, what each group carries. */
function groupsLines({ view, groups }: OverviewModel, rect: Rect): Line[] {
  const stale = staleFor(view.state.dashboard, view.now) ?? staleFor(serversResource(view.state), view.now);
  const width = rect.width - 4;
  const roles = roleLines(groups, width);
  const carried = width >= MIN_GROUPS_COLUMNS ? groupLines(view, width) : [];
  const both = carried.length > 0 && carried.length + 1 + roles.length <= rect.height - 2;
  const title = both ? 'Groups' : 'Application groups';
  const right = titleParts(title, rect.width, [
    shortWords(groups),
    [{ text: roleTotalWords(view), tone: 'dim' }],
  ]);
  return panel({ title, right, stale }, both ? [...carried, [], ...roles] : roles, rect.width, rect.height);
}

function journalLines({ view, journal: digest }: OverviewModel, rect: Rect): Line[] {
  const { journalPatterns } = view.facts;
  const width = rect.width - 4;
  const { notable = [], routine = [], heldBack = 0 } = digest ?? {};
  const lines = [
    ...notable.map((entry) => excerptLine(entry, width, journalPatterns)),
    ...routine.map((item) => journalLine(item, width, journalPatterns)),
  ];
  const { totalItems } = view.state.journal;
  const right = titleParts('Journal', rect.width, [
    unreadablePart(view.state.journalResource.unreadable),
    heldBack > 0 ? [{ text: `${count(heldBack)} more in the last 3m`, tone: 'dim' }] : undefined,
    totalItems === undefined ? undefined : [{ text: `${count(totalItems)} entries`, tone: 'dim' }],
  ]);
  return panel(
    { title: 'Journal', right, stale: staleFor(view.state.journalResource, view.now) },
    lines,
    rect.width,
    rect.height,
  );
}
