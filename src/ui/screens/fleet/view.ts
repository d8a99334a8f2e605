import { tabKey } from '../../../actions/screen-table.ts';
import { clockTime, count, counted, DASH, listed } from '../../../base/format.ts';
import { type Line, type Rect, type Span, toned } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import { limitedMeasures } from '../../../protocol/dashboard.ts';
import { fleetColumns, fleetDetail, verdictLooks } from '../../../views/fleet/columns.ts';
import type { FleetProblem } from '../../../views/fleet/common.ts';
import { type FleetTotals, measureText } from '../../../views/fleet/figures.ts';
import type { FleetEntry } from '../../../views/fleet/journal.ts';
import { type FleetRow, verdicts } from '../../../views/fleet/member.ts';
import { type FleetProblemRow, fleetProblemColumns } from '../../../views/fleet/rows.ts';
import { type FleetStream, sharedStreamColumns } from '../../../views/fleet/streams.ts';
import { entryLook, OBJECT_TONE, objectWords } from '../../../views/journal/line.ts';
import type { Column } from '../../../views/lists/column.ts';
import { heatCell } from '../../../views/servers/heat-cells.ts';
import type { ListModel, ListPanes } from '../../list-screen/list-screen.ts';
import { listPane, type ShownList } from '../../list-screen/shown-list.ts';
import { listStart } from '../../primitives/list.ts';
import { panelPane, titleParts } from '../../primitives/panel.ts';
import type { Pane, View } from '../../view.ts';

export const fleetStart = {
  part: 'clusters' as 'clusters' | 'problems' | 'journal' | 'streams',
  /** Words that each shown row contains. */
  filter: '',
  clusters: listStart,
  problems: listStart,
  journal: listStart,
  streams: listStart,
};
export type FleetSlice = Readonly<typeof fleetStart>;

/** What the screen of all clusters shows. Panes without an area have no content. */
export interface FleetModel extends ListModel<FleetSlice> {
  /** Worst first. */
  readonly rows: readonly FleetRow[];
  readonly totals: FleetTotals;
  readonly problems: readonly FleetProblem[];
  readonly part: FleetSlice['part'];
  readonly lists: {
    readonly clusters?: ShownList<FleetRow>;
    readonly problems?: ShownList<FleetProblemRow>;
    readonly journal?: ShownList<FleetEntry>;
    readonly streams?: ShownList<FleetStream>;
  };
  /** The problems of all clusters below the table of clusters. */
  readonly below?: ShownList<FleetProblemRow> | undefined;
  readonly map?: Rect | undefined;
}

export const fleetPanes: ListPanes<FleetModel> = {
  clusters: ({ view, rows, totals }, { selected, rect }) => ({
    title: 'Clusters',
    right: [verdictCounts(rows)],
    columns: fleetColumns(view),
    above: [totalsLine(totals, view, rect.width), selected ? fleetDetail(selected, view.display.units) : []],
    empty: [toned('No cluster matches the filter. Esc clears it.', 'dim')],
  }),
  problems: (model) => problemsOptions(model, 'Enter opens the cluster there'),
  journal: ({ view }) => ({
    title: 'Journal of all clusters',
    right: [toned('newest first · clocks corrected', 'dim')],
    columns: entryColumns(view),
    empty: [toned('No entry was read, or none matches the filter.', 'dim')],
  }),
  streams: ({ view }) => ({
    title: 'Streams on several clusters',
    right: [toned('each key, where it began first on top · / finds one', 'dim')],
    columns: sharedStreamColumns(view),
    empty: [toned('No stream key is on several clusters, or none matches the filter.', 'dim')],
  }),
};

/** How many clusters have which verdict, the worst first. */
function verdictCounts(rows: readonly FleetRow[]): Line {
  const counts = verdicts.flatMap((verdict) => {
    const those = rows.filter((row) => row.verdict === verdict).length;
    return those === 0 ? [] : [{ ...verdictLooks[verdict], those }];
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
  const unread = without.length === 0 ? [] : toned(`without ${listed(without)}: not read now`, 'warn');
  return [{ text: 'All: ', tone: 'dim' }, ...titleParts('All: ', width, [unread, ...figures, servers])];
}

export function problemsBelow(model: FleetModel, list: ShownList<FleetProblemRow>): Pane {
  const options = problemsOptions(model, `press ${tabKey('problems')} to select`);
  return listPane('fleet.problems', list, { ...options, focus: false, unselected: true });
}

function problemsOptions({ view, slice, problems }: FleetModel, hint: string) {
  const none =
    slice.filter === ''
      ? 'No problem is known on the clusters that are read.'
      : 'No problem matches the filter. Esc clears it.';
  return {
    title: 'Problems of all clusters',
    right: [toned(`${count(problems.length)}; ${hint}`, 'dim')],
    columns: fleetProblemColumns(view),
    empty: [toned(none, 'dim')],
  };
}

function entryColumns({ facts }: View): readonly Column<FleetEntry>[] {
  return [
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
        const { sign, tone, message } = entryLook(entry, facts.journalPatterns);
        return [
          { text: `${sign} `, tone },
          { text: entry.message ?? DASH, tone: message },
        ];
      },
    },
  ];
}

const NAME_COLUMNS = 14;

/** One cell for each server, one row for each cluster. */
export function mapPane({ view, rows }: FleetModel, rect: Rect): Pane {
  const lines = rows.slice(0, rect.height - 2).map(({ member, figures }): Line => {
    const name: Span = { text: fit(member.name, NAME_COLUMNS), tone: 'dim' };
    if (!figures) return [name, { text: `${DASH} not read now`, tone: 'dim' }];
    const own = { ...view, state: member.state, triage: member.triage };
    return [name, ...member.state.servers.flatMap((record) => heatCell(own, record, MAP_CELL)[0] ?? [])];
  });
  const right = [toned('one block a server, by its busiest figure', 'dim')];
  return panelPane('fleet.map', rect, { title: 'Servers', right }, lines);
}

const MAP_CELL = { width: 2, height: 1 };
