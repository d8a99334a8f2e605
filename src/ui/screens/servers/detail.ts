import { count, DASH, limit, percent, share } from '../../../base/format.ts';
import { cutRows, type Line, type Rect, toned } from '../../../base/text.ts';
import { serverBandwidth } from '../../../cluster/figures.ts';
import { serverFigures, shownFigures } from '../../../cluster/server-figures.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import type { LimitedMeasure } from '../../../protocol/dashboard.ts';
import type { ServerApplication } from '../../../protocol/topology.ts';
import { markOf } from '../../../triage/marks.ts';
import { limitedTitles, measureFormat } from '../../../views/formats/measures.ts';
import { levelsOf, limitFigure, loadTone, severityLook } from '../../../views/formats/tones.ts';
import { trafficTitle } from '../../../views/lists/cells.ts';
import type { Column } from '../../../views/lists/column.ts';
import { type DashboardGroup, dashboardGroups } from '../../../views/overview/dashboard-figures.ts';
import { groupRows } from '../../../views/overview/overview.ts';
import type { TitledSeries } from '../../../views/plots/series.ts';
import { isAboutServer, ofCapWords, runningColumns, serverPresence } from '../../../views/servers/detail.ts';
import { type ServerRow, serverRow } from '../../../views/servers/outline.ts';
import { figureCell } from '../../../views/servers/server-cells.ts';
import { unhealthyStreams } from '../../../views/streams/unhealthy-streams.ts';
import {
  type DetailModel,
  detailIn,
  fact,
  type IsAbout,
  linkFact,
  problemFacts,
} from '../../detail/detail-panes.ts';
import { type OwnJournal, ownJournal, ownJournalPane } from '../../detail/own-journal.ts';
import { listPane, type ShownList, shownList } from '../../list-screen/shown-list.ts';
import { listStart } from '../../primitives/list.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { staleServers } from '../stale.ts';
import type { ServersSlice } from './slice.ts';

/** What is shown of the opened server, or of the selected one beside the list; of a group it has no further members. */
export interface ServerDetail extends DetailModel {
  readonly record?: ServerRecord;
  /** The pane with the focus; undefined beside the list, which then has it. */
  readonly pane?: ServersSlice['pane'] | undefined;
  readonly applications?: ShownList<ServerApplication>;
  /** Undefined if there is no room. */
  readonly journal?: OwnJournal | undefined;
}

export function serverDetail(
  view: View,
  slice: ServersSlice,
  record: ServerRecord,
  area: Rect,
): ServerDetail {
  const own = record.server.applications ?? [];
  const below = rowsBelow(area.height, own.length + TABLE_ROWS);
  const [top, rest] = cutRows(area, area.height - below.applications - below.journal);
  const [applicationsAt, journalAt] = cutRows(rest, below.applications);
  const applications = shownList({
    rect: applicationsAt,
    // Names may repeat, and ids may be missing.
    ids: own.map(({ id, name }, index) => `${record.name}\n${id ?? `${name} ${index}`}`),
    // A selection on another server is ignored.
    position: slice.applications.selectedId?.startsWith(`${record.name}\n`) ? slice.applications : listStart,
    rowAt: (index) => own[index],
  });
  const wanted = { name: record.name, inMessages: true, back: slice.journalBack };
  const journal = below.journal === 0 ? undefined : ownJournal(view, wanted, journalAt);
  const open = slice.opened === undefined ? undefined : slice.pane;
  // If there is no room for the journal, it cannot have the focus.
  const pane = open === 'journal' && !journal ? 'applications' : open;
  const focus = pane && pane === 'journal';
  const shown = {
    id: 'servers.detail',
    title: `Server ${record.name}`,
    stale: staleServers(view),
    focus: pane === 'detail',
    series: serverSeries(view, record),
    isAbout: isAboutServer(record),
    endedAgo: record.goneSince === undefined ? undefined : view.now - record.goneSince,
    below: [
      applicationsPane(view, record, applications, pane),
      ...(journal ? [ownJournalPane('servers.journal', view, journal, { title: 'Journal', focus })] : []),
    ],
  };
  const detail = detailIn(view, top, shown, (width) => serverFacts(view, record, width));
  return { ...detail, record, pane, applications, journal };
}

export function unknownServer(name: string, facts: Rect): ServerDetail {
  const text = `No server ‘${name}’ is known, and none with this name vanished in the last hour. Esc goes back.`;
  const lines = [toned(text, 'warn')];
  return { id: 'servers.opened', title: 'Server', lines, facts, focus: false };
}

/** The applications of a server. `focus`: the pane of the opened server that has it; none beside the list. */
function applicationsPane(
  view: View,
  record: ServerRecord,
  applications: ShownList<ServerApplication>,
  focus: ServersSlice['pane'] | undefined,
): Pane {
  const right = applications.placed.vanished
    ? toned('the selected one is gone', 'warn')
    : toned(`${applications.count}`, 'dim');
  const pane = listPane('servers.applications', applications, {
    title: 'Applications',
    right: [right],
    stale: staleServers(view),
    focus: focus === 'applications',
    unselected: focus === undefined,
    columns: applicationColumns(view),
    empty: [toned(record.server.applications ? 'No applications run here.' : UNKNOWN, 'dim')],
  });
  return focus === undefined ? { id: pane.id, rect: pane.rect, lines: pane.lines } : pane;
}

const UNKNOWN = `${DASH} the server does not say what runs here`;

function applicationColumns(view: View): Column<ServerApplication>[] {
  return [
    {
      key: 'name',
      title: 'Application',
      width: 14,
      grow: 2,
      cell: (application) => nameCell(view, application),
    },
    { key: 'type', title: 'Type', width: 9, rank: 3, cell: ({ type }) => toned(type ?? DASH, 'dim') },
    ...runningColumns(view),
  ];
}

function nameCell(view: View, { id, name }: ServerApplication): Line {
  const mark = markOf(view.triage.problems, 'application', id, name);
  if (!mark) return [{ text: '  ' }, { text: name }];
  return [{ text: `${severityLook[mark].sign} `, tone: severityLook[mark].tone }, { text: name }];
}

/** Border and header of a table. */
const TABLE_ROWS = 3;
const LEAST_ROWS = { applications: 4, journal: 5 };
/** Share of the rows for applications and journal. */
const SHARE_BELOW = 0.45;

function rowsBelow(height: number, wanted: number): { applications: number; journal: number } {
  const rows = Math.max(LEAST_ROWS.applications, Math.ceil(height * SHARE_BELOW));
  const most = rows - LEAST_ROWS.journal;
  if (most < LEAST_ROWS.applications) return { applications: rows, journal: 0 };
  const applications = Math.max(LEAST_ROWS.applications, Math.min(wanted, most));
  return { applications, journal: rows - applications };
}

function serverSeries(view: View, { name, server }: ServerRecord): readonly TitledSeries[] {
  const place = `server/${name}`;
  const chart = (key: 'cpu' | 'mem' | 'in' | 'out'): TitledSeries => {
    const { title, judged } = serverFigures[key];
    const shared = { key: `${place}/${key}`, title, levels: levelsOf(judged, view.triage.thresholds) };
    if (key === 'cpu' || key === 'mem') return { ...shared, format: percent, limit: 100, top: 100 };
    return {
      ...shared,
      format: measureFormat(key, view.display.units),
      limit: serverBandwidth(server, key).cap,
    };
  };
  // In the order in which they are given room.
  return [chart('cpu'), chart('out'), chart('mem'), chart('in')];
}

function serverFacts(view: View, record: ServerRecord, width: number): Line[] {
  const { server } = record;
  const row = serverRow(record);
  const state = staleServers(view) === undefined ? serverPresence(record, view.now, width) : [];
  // In a small window a long sentence would hide the figures.
  return [
    ...(state.length > 0 ? [fact('State', state)] : []),
    ...loadFacts(view, row, width),
    ...problemFacts(view, isAboutServer(record), width),
    ...streamFacts(view, record),
    fact('Role', [{ text: row.role }, { text: row.manager ? ' manager' : '', tone: 'accent' }]),
    linkFact('Group', server.groupName, (name) => ({ kind: 'group', name })),
    fact('Host', server.hostName ?? DASH),
  ];
}

const MOST_STREAMS = 3;

function streamFacts({ state, triage }: View, record: ServerRecord): Line[] {
  const own = new Set((record.server.applications ?? []).map(({ name }) => name));
  const sick = unhealthyStreams(state, triage).filter(({ stream }) => own.has(stream.application ?? ''));
  const more = sick.length - MOST_STREAMS;
  return sick.slice(0, MOST_STREAMS).map(({ stream, atRisk }, index) => {
    const { id, streamKey, application } = stream;
    const isLast = index === MOST_STREAMS - 1 && more > 0;
    return fact(index === 0 ? 'Worst streams' : '', [
      {
        text: streamKey,
        tone: 'accent',
        link: { kind: 'stream', id, streamKey, application: application ?? undefined },
      },
      { text: atRisk ? ` ${count(atRisk)} viewers at risk` : '', tone: 'dim' },
      { text: isLast ? `, and ${count(more)} more` : '', tone: 'dim' },
    ]);
  });
}

/** Bars are not longer: the figure beside them is what is read. */
const MOST_BAR_COLUMNS = 36;

function loadFacts(view: View, row: ServerRow, room: number): Line[] {
  const width = Math.min(MOST_BAR_COLUMNS, room);
  return shownFigures.map((key) => {
    const { title } = serverFigures[key];
    const cell = figureCell(view, row, key, width);
    if (key === 'viewers' || key === 'streams')
      return fact(title, [...cell, { text: ofCapWords(row[key], count), tone: 'dim' }]);
    return fact(key === 'in' || key === 'out' ? trafficTitle(key, view.display.units) : title, cell);
  });
}

/** In the order in which they are left out, the last one first. */
const CHARTED: readonly LimitedMeasure[] = ['viewers', 'out', 'in', 'streams'];

/** The sums of a group of servers, and its figures over time. */
export function groupDetail(view: View, row: ServerRow, rect: Rect): DetailModel {
  const { label } = row;
  const loads = dashboardGroups(view.state).find(({ name }) => name === label)?.loads;
  const shown = {
    id: 'servers.group',
    title: `Group ${label}`,
    stale: staleServers(view),
    series: groupSeries(view, label, loads),
    isAbout: ({ subject }: Parameters<IsAbout>[0]) => subject.kind === 'group' && subject.name === label,
  };
  return detailIn(view, rect, shown, (width) => [
    ...problemFacts(view, shown.isAbout, width),
    fact('Servers', [
      { text: `${count(row.servers?.here)} up`, tone: 'bold' },
      { text: row.servers?.gone ? `, ${row.servers.gone} GONE` : '', tone: 'crit' },
    ]),
    ...loadFacts(view, row, width),
    [],
    ...wrapText('As the dashboard counts them:', rect.width - 4, 'dim'),
    ...dashboardFacts(view, label, loads),
  ]);
}

type Loads = DashboardGroup['loads'] | undefined;

/** The figures of the dashboard over time, as far as it has them for the group. */
function groupSeries(view: View, group: string, loads: Loads): readonly TitledSeries[] {
  const known = CHARTED.filter((measure) => view.state.history.has(`group/${group}/${measure}`));
  return known.map((measure) => ({
    key: `group/${group}/${measure}`,
    title: limitedTitles[measure],
    format: measureFormat(measure, view.display.units),
    limit: loads?.[measure]?.limit,
  }));
}

/** Value and limit of each measure from the dashboard, which may differ from the sum of the servers' own figures. */
function dashboardFacts(view: View, group: string, loads: Loads): Line[] {
  const measures = ['viewers', 'streams', 'in', 'out', 'transcode'] as const;
  return [
    ...measures.map((measure) => {
      const load = loads?.[measure];
      const levels = levelsOf(limitFigure(measure), view.triage.thresholds);
      const format = measureFormat(measure, view.display.units);
      return fact(limitedTitles[measure], [
        { text: format(load?.value), tone: loadTone(share(load?.value, load?.limit), levels) },
        { text: ` of ${limit(load?.limit, format)}`, tone: 'dim' },
      ]);
    }),
    ...groupRows(view.state)
      .filter((role) => role.group === group)
      .map(({ role, present, limit: most, tone }) =>
        fact(`${role} apps`, [
          { text: count(present), tone },
          { text: ` of ${limit(most)}`, tone: 'dim' },
        ]),
      ),
  ];
}
