import { tabKey } from '../../../actions/screen-table.ts';
import { clockTime, count, counted, DASH, listed } from '../../../base/format.ts';
import { type Line, type Rect, type Span, toned } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import { limitedMeasures } from '../../../protocol/dashboard.ts';
import { fleetColumns, fleetDetail, verdictSpan } from '../../../views/fleet/columns.ts';
import { type FleetTotals, measureText } from '../../../views/fleet/figures.ts';
import type { FleetEntry } from '../../../views/fleet/journal.ts';
import { type FleetRow, verdicts } from '../../../views/fleet/member.ts';
import { type FleetProblemRow, fleetProblemColumns } from '../../../views/fleet/rows.ts';
import { type FleetStream, sharedStreamColumns } from '../../../views/fleet/streams.ts';
import { entryLook, OBJECT_TONE, objectWords } from '../../../views/journal/line.ts';
import type { Column } from '../../../views/lists/column.ts';
import { heatCell } from '../../../views/servers/heat-cells.ts';
import { listPane, type ShownList } from '../../list-screen/shown-list.ts';
import { panel, titleParts } from '../../primitives/panel.ts';
import type { Pane, View } from '../../view.ts';
import type { FleetModel } from './model.ts';

export function drawFleet(model: FleetModel): Pane[] {
  const { view, lists, below, map } = model;
  const panes: Pane[] = [];
  if (lists.clusters) panes.push(clustersPane(model, lists.clusters));
  if (lists.problems) panes.push(problemsPane(model, lists.problems, true));
  if (lists.journal) panes.push(journalPane(view, lists.journal));
  if (lists.streams) panes.push(streamsPane(view, lists.streams));
  if (below) panes.push(problemsPane(model, below, false));
  if (map) panes.push(mapPane(model, map));
  return panes;
}

function clustersPane({ view, rows, totals }: FleetModel, list: ShownList<FleetRow>): Pane {
  const { selected } = list;
  return listPane('fleet.clusters', list, {
    title: 'Clusters',
    right: verdictCounts(rows),
    focus: true,
    columns: fleetColumns(view),
    above: [
      totalsLine(totals, view, list.rect.width),
      selected ? fleetDetail(selected, view.display.units) : [],
    ],
    empty: [toned('No cluster matches the filter. Esc clears it.', 'dim')],
  });
}

/** How many clusters have which verdict, the worst first. */
function verdictCounts(rows: readonly FleetRow[]): Line {
  const counts = verdicts.flatMap((verdict) => {
    const those = rows.filter((row) => row.verdict === verdict).length;
    return those === 0 ? [] : [{ ...verdictSpan(verdict), those }];
  });
  return counts.map(({ text, tone = 'plain', those }, index): Span => {
    const gap = index === 0 ? '' : ' ';
    return { text: `${gap}${text.slice(0, 2)}${those}${text.slice(1).toLowerCase()}`, tone };
  });
}

/** Which clusters the sums do not include, and the sums, as many as fit. */
function totalsLine({ sums, here, gone, without }: FleetTotals, { display }: View, width: number): Line {
  const figures = limitedMeasures.map(
    (measure): Line => [
      { text: `${measure} `, tone: 'dim' },
      { text: measureText(measure, sums[measure], display.units), tone: 'bold' },
    ],
  );
  const servers: Line = [
    { text: counted(here, 'server'), tone: 'dim' },
    ...(gone > 0 ? toned(` ${count(gone)} GONE`, 'crit') : []),
  ];
  const unread: Line | undefined =
    without.length === 0 ? undefined : toned(`without ${listed(without)}: not read now`, 'warn');
  const title = 'All: ';
  return [{ text: title, tone: 'dim' }, ...titleParts(title, width, [unread, ...figures, servers])];
}

function problemsPane(
  { view, slice, problems }: FleetModel,
  list: ShownList<FleetProblemRow>,
  focus: boolean,
): Pane {
  const hint = focus ? 'Enter opens the cluster there' : `${tabKey('problems')} selects`;
  return listPane('fleet.problems', list, {
    title: 'Problems of all clusters',
    right: toned(`${count(problems.length)}; ${hint}`, 'dim'),
    focus,
    unselected: !focus,
    columns: fleetProblemColumns(view),
    empty: [toned(noProblemText(slice.filter), 'dim')],
  });
}

function noProblemText(filter: string): string {
  return filter === ''
    ? 'No problem is known on the clusters that are read.'
    : 'No problem matches the filter. Esc clears it.';
}

function journalPane(view: View, list: ShownList<FleetEntry>): Pane {
  const columns: readonly Column<FleetEntry>[] = [
    { key: 'at', title: 'Time here', width: 9, cell: ({ at }) => toned(clockTime(at), 'dim') },
    { key: 'cluster', title: 'Cluster', width: 14, cell: ({ cluster }) => cluster },
    {
      key: 'object',
      title: 'Object',
      width: 20,
      rank: 1,
      cell: ({ item }, width) => toned(objectWords(item.entry, width), OBJECT_TONE),
    },
    {
      key: 'message',
      title: 'Message',
      width: 30,
      grow: 1,
      cell: ({ item: { entry } }) => {
        const { sign, tone, message } = entryLook(entry, view.facts.journalPatterns);
        return [
          { text: `${sign} `, tone },
          { text: entry.message ?? DASH, tone: message },
        ];
      },
    },
  ];
  return listPane('fleet.journal', list, {
    title: 'Journal of all clusters',
    right: toned('newest first · clocks corrected', 'dim'),
    focus: true,
    columns,
    empty: [toned('No entry was read, or none matches the filter.', 'dim')],
  });
}

function streamsPane(view: View, list: ShownList<FleetStream>): Pane {
  return listPane('fleet.streams', list, {
    title: 'Streams on several clusters',
    right: toned('each key, where it began first on top · / finds one', 'dim'),
    focus: true,
    columns: sharedStreamColumns(view),
    empty: [toned('No stream key is on several clusters, or none matches the filter.', 'dim')],
  });
}

const NAME_COLUMNS = 14;

/** One cell for each server, one row for each cluster. */
function mapPane({ view, rows }: FleetModel, rect: Rect): Pane {
  const lines = rows.slice(0, rect.height - 2).map(({ member, figures }): Line => {
    const name: Span = { text: fit(member.name, NAME_COLUMNS), tone: 'dim' };
    if (!figures) return [name, { text: `${DASH} not read now`, tone: 'dim' }];
    const own = { ...view, state: member.state, triage: member.triage };
    return [name, ...member.state.servers.flatMap((record) => heatCell(own, record, MAP_CELL)[0] ?? [])];
  });
  const right: Line = toned('one block a server, by its busiest figure', 'dim');
  return {
    id: 'fleet.map',
    rect,
    lines: panel({ title: 'Servers', right }, lines, rect),
  };
}

const MAP_CELL = { width: 2, height: 1 };
