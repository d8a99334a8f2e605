import type { CommandId } from '../../actions/commands.ts';
import type { Line, Rect, Span } from '../../base/text.ts';
import { fit } from '../../base/width.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import { markOf } from '../../triage/marks.ts';
import { age, count, DASH, limit, percent, rate, rateShort, rateUnit } from '../../views/format.ts';
import { journalLine } from '../../views/journal-line.ts';
import {
  type GroupRow,
  groupRows,
  type HealthRow,
  healthRows,
  type TotalRow,
  totals,
} from '../../views/overview.ts';
import { bar, sparkline } from '../../views/plots.ts';
import { byHeat, serverLoad } from '../../views/server-load.ts';
import { gradeTone, loadTone, severityLook } from '../../views/tones.ts';
import { chart, chartColumns } from '../primitives/chart.ts';
import { type ListPosition, listStart, moveList, placeList } from '../primitives/list.ts';
import { panel } from '../primitives/panel.ts';
import { type Column, table } from '../primitives/table.ts';
import type { Controller, Pane, Screen, View } from '../screen.ts';
import { overviewLayout } from './overview-layout.ts';

interface OverviewSlice {
  readonly servers: ListPosition;
}

/** A column of a chart covers this long: it moves on every ten seconds instead of shimmering with each poll. */
const BUCKET_MS = 10_000;

export const overviewScreen: Screen<OverviewSlice> = {
  name: 'overview',
  initial: { servers: listStart },

  render(view, slice, area) {
    const layout = overviewLayout(area);
    const panes: Pane[] = [pane('totals', layout.totals, totalsPane(view, layout.totals))];
    if (layout.health) panes.push(pane('health', layout.health, healthPane(view, layout.health)));
    if (layout.incoming)
      panes.push(pane('incoming', layout.incoming, trafficPane(view, layout.incoming, 'in')));
    if (layout.outgoing)
      panes.push(pane('outgoing', layout.outgoing, trafficPane(view, layout.outgoing, 'out')));
    if (layout.servers) panes.push(pane('servers', layout.servers, serversPane(view, slice, layout.servers)));
    if (layout.groups) panes.push(pane('groups', layout.groups, groupsPane(view, layout.groups)));
    if (layout.journal) panes.push(pane('journal', layout.journal, journalPane(view, layout.journal)));
    return panes;
  },

  handle(command: CommandId, controller: Controller<OverviewSlice>) {
    const { view, area } = controller;
    const records = sorted(view);
    const height = Math.max(1, (overviewLayout(area).servers?.height ?? 3) - 3);
    const ids = records.map((record) => record.name);
    const position = controller.slice().servers;
    if (command === 'move.open') {
      const name = ids[placeList(position, ids, height).index];
      if (name !== undefined) controller.goTo('servers', { opened: name });
      return true;
    }
    if (command === 'app.copy') {
      const name = ids[placeList(position, ids, height).index];
      if (name !== undefined) controller.copy(name, `the server's name ${name}`);
      return true;
    }
    const moved = moveList(position, command, ids, height);
    if (moved) controller.set({ servers: moved });
    return moved !== undefined;
  },

  summary(view) {
    const rows = totals(view.state, view.display.units);
    return [
      ...rows.map((row) => `${row.label}: ${row.value} of ${row.limit}.`),
      ...view.triage.problems.map((problem) => `${problem.severity}: ${problem.title}. ${problem.reason}`),
      ...sorted(view).map(({ name, server, goneSince }) =>
        goneSince === undefined
          ? `Server ${name}: CPU ${percent(server.serverStats?.cpuUsage)}, memory ${percent(server.serverStats?.memUsage)}.`
          : `Server ${name} is gone since ${age(view.now - goneSince)}.`,
      ),
    ];
  },
};

function pane(id: string, rect: Rect, lines: readonly Line[]): Pane {
  return { id: `overview.${id}`, rect, lines };
}

function sorted(view: View): readonly ServerRecord[] {
  return [...view.state.servers].sort(byHeat);
}

function totalsPane(view: View, rect: Rect): Line[] {
  const inner = rect.width - 4;
  const rows = totals(view.state, view.display.units);
  const valueWidth = Math.max(...rows.map((row) => row.value.length));
  const limitWidth = Math.max(...rows.map((row) => row.limit.length));
  return panel(
    { title: 'Cluster' },
    rows.map((row) => totalLine(view, row, inner, valueWidth, limitWidth)),
    rect.width,
    rect.height,
  );
}

/** Label, value of limit, share; then bar, headroom and history as far as there is room. */
function totalLine(view: View, row: TotalRow, width: number, valueWidth: number, limitWidth: number): Line {
  const spans: Span[] = [
    { text: fit(row.label, 10), tone: 'dim' },
    { text: fit(row.value, valueWidth, 'right'), tone: 'bold' },
    { text: ` / ${fit(row.limit, limitWidth)}`, tone: 'dim' },
    {
      text: fit(row.share === undefined ? '' : percent(row.share * 100), 5, 'right'),
      tone: loadTone(row.share),
    },
  ];
  let left = width - 10 - valueWidth - 3 - limitWidth - 5;
  if (left >= 10) {
    const barWidth = Math.min(16, Math.floor(left / 3));
    spans.push({ text: ' ' }, ...bar(row.share, barWidth, loadTone(row.share)));
    left -= barWidth + 1;
  }
  const headroom = `${row.headroom} free`;
  if (left >= headroom.length + 16) {
    spans.push({ text: fit(` ${headroom}`, valueWidth + 6), tone: 'dim' });
    left -= valueWidth + 6;
  }
  if (left >= 6 && !view.display.lowBandwidth) {
    const buckets = left - 1;
    const values = view.state.history.window(row.series, view.now - buckets * BUCKET_MS, view.now, buckets);
    spans.push({ text: ' ' }, { text: sparkline(values), tone: row.tone });
  }
  return spans;
}

function healthPane(view: View, rect: Rect): Line[] {
  const rows = healthRows(view.state);
  if (!rows) return panel({ title: 'Health' }, [[{ text: DASH, tone: 'dim' }]], rect.width, rect.height);
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
  const { width, height } = rect;
  const lines = table({
    columns,
    data: (row) => rows[row],
    count: rows.length,
    width: width - 4,
    height: height - 2,
    scroll: 0,
  });
  return panel({ title: 'Health' }, lines, width, height);
}

function trafficPane(view: View, rect: Rect, direction: 'in' | 'out'): Line[] {
  const inner = rect.width - 4;
  const columns = chartColumns(inner);
  const values = view.state.history.window(
    `total/${direction}`,
    view.now - columns * BUCKET_MS,
    view.now,
    columns,
  );
  const dashboard = view.state.dashboard.value;
  const total = direction === 'in' ? dashboard?.incomingTraffic : dashboard?.outgoingTraffic;
  const { units } = view.display;
  const right: Line = [
    { text: rate(total?.total?.value, units), tone: direction },
    { text: ` of ${limit(total?.total?.limit, (value) => rate(value, units))}`, tone: 'dim' },
  ];
  const lines = chart({
    values,
    width: inner,
    height: rect.height - 2,
    tone: direction,
    format: (value) => rate(value, units),
    span: columns * BUCKET_MS,
  });
  return panel(
    { title: direction === 'in' ? 'Incoming' : 'Outgoing', right },
    lines,
    rect.width,
    rect.height,
  );
}

function serversPane(view: View, slice: OverviewSlice, rect: Rect): Line[] {
  const records = sorted(view);
  const visible = rect.height - 3;
  const placed = placeList(
    slice.servers,
    records.map((record) => record.name),
    visible,
  );
  const lines = table({
    columns: serverColumns(view),
    data: (index) => records[index],
    count: records.length,
    width: rect.width - 4,
    height: rect.height - 2,
    scroll: placed.scroll,
    selected: slice.servers.selectedId === undefined ? undefined : placed.index,
  });
  const right: Line = [
    { text: `${Math.min(records.length, visible)} of ${records.length}, hottest first`, tone: 'dim' },
  ];
  return panel({ title: 'Servers', right, focus: true }, lines, rect.width, rect.height);
}

function serverColumns(view: View): Column<ServerRecord>[] {
  const { units } = view.display;
  const meter = (value: number | undefined, width: number): Line => [
    { text: fit(value === undefined ? DASH : percent(value * 100), 4, 'right'), tone: loadTone(value) },
    { text: ' ' },
    ...bar(value, Math.max(0, width - 5), loadTone(value)),
  ];
  const gone = (record: ServerRecord) => record.goneSince !== undefined;
  return [
    {
      key: 'name',
      title: 'Server',
      width: 18,
      grow: 2,
      cell: (record) => nameCell(view, record),
    },
    {
      key: 'group',
      title: 'Group',
      width: 8,
      grow: 1,
      rank: 4,
      cell: (record) => [{ text: record.server.groupName ?? DASH, tone: 'dim' }],
    },
    {
      key: 'cpu',
      title: ' CPU',
      width: 11,
      grow: 2,
      cell: (record, width) =>
        gone(record) ? goneCell(view, record) : meter(serverLoad(record.server).cpu, width),
    },
    {
      key: 'mem',
      title: ' Mem',
      width: 11,
      grow: 2,
      rank: 3,
      cell: (record, width) => (gone(record) ? [] : meter(serverLoad(record.server).mem, width)),
    },
    {
      key: 'in',
      title: `In ${rateUnit(units)}`,
      width: 8,
      align: 'right',
      rank: 2,
      cell: (record) => [
        {
          text: gone(record) ? '' : rateShort(record.server.serverStats?.inBandwidth?.usage, units),
          tone: 'in',
        },
      ],
    },
    {
      key: 'out',
      title: `Out ${rateUnit(units)}`,
      width: 9,
      align: 'right',
      rank: 1,
      cell: (record) => [
        {
          text: gone(record) ? '' : rateShort(record.server.serverStats?.outBandwidth?.usage, units),
          tone: 'out',
        },
      ],
    },
    {
      key: 'outShare',
      title: ' Out of cap',
      width: 11,
      grow: 1,
      rank: 5,
      cell: (record, width) => (gone(record) ? [] : meter(serverLoad(record.server).out, width)),
    },
  ];
}

function goneCell(view: View, record: ServerRecord): Line {
  return [{ text: `GONE ${age(view.now - (record.goneSince ?? view.now))}`, tone: 'badgeCrit' }];
}

function nameCell(view: View, record: ServerRecord): Line {
  const mark = markOf(view.triage.problems, 'server', record.name);
  const sign: Span = mark
    ? { text: `${severityLook[mark].sign} `, tone: severityLook[mark].tone }
    : { text: '  ' };
  const manager: Span[] = record.server.clusterManager ? [{ text: ' ★', tone: 'accent' }] : [];
  return [sign, { text: record.name, tone: record.goneSince === undefined ? 'plain' : 'dim' }, ...manager];
}

function groupsPane(view: View, rect: Rect): Line[] {
  const rows = groupRows(view.state);
  const columns: Column<GroupRow>[] = [
    { key: 'role', title: 'Role', width: 9, cell: (row) => [{ text: row.role, tone: 'dim' }] },
    { key: 'group', title: 'Group', width: 8, grow: 1, cell: (row) => row.group },
    {
      key: 'present',
      title: 'Apps',
      width: 5,
      align: 'right',
      cell: (row) => [{ text: count(row.present), tone: row.tone }],
    },
    {
      key: 'limit',
      title: 'Limit',
      width: 6,
      align: 'right',
      cell: (row) => [{ text: limit(row.limit), tone: 'dim' }],
    },
  ];
  const lines = table({
    columns,
    data: (index) => rows[index],
    count: rows.length,
    width: rect.width - 4,
    height: rect.height - 2,
    scroll: 0,
  });
  return panel({ title: 'Application groups' }, lines, rect.width, rect.height);
}

function journalPane(view: View, rect: Rect): Line[] {
  const visible = rect.height - 2;
  const { items, totalItems } = view.state.journal;
  const lines = items.slice(-visible).map((item) => journalLine(item, rect.width - 4));
  const right: Line = [{ text: totalItems === undefined ? '' : `${count(totalItems)} entries`, tone: 'dim' }];
  return panel({ title: 'Journal', right }, lines, rect.width, rect.height);
}
