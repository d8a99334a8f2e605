import { count, DASH, limit, rateShort, rateUnit, share } from '../../base/format.ts';
import { type Line, toned } from '../../base/text.ts';
import type { LimitedMeasure } from '../../protocol/dashboard.ts';
import { type Levels, levelsOf, limitFigure, loadTone } from '../../views/formats/tones.ts';
import type { Column } from '../../views/lists/column.ts';
import {
  type ClusterFigure,
  clusterFigures,
  type DashboardGroup,
  dashboardGroups,
  roleTotals,
} from '../../views/overview/dashboard-figures.ts';
import { type GroupRow, groupRows } from '../../views/overview/overview.ts';
import { table } from '../primitives/table.ts';
import type { View } from '../view.ts';

// Tables of the dashboard, for panes and dialogs.

/** Everything in the dashboard except health and topology. */
export function clusterLines(view: View, width: number): Line[] {
  const words = roleTotals(view.state).map(([role, total]) => `${count(total)} ${role}`);
  // Groups that lack applications come first, because a pane may have fewer rows.
  const shortFirst = groupRows(view.state).toSorted(
    (a, b) => Number(b.tone === 'warn') - Number(a.tone === 'warn'),
  );
  return [
    ...totalLines(view, width),
    [],
    ...groupLines(view, width),
    [],
    [{ text: `Applications: ${words.join(', ') || DASH}` }],
    ...wholeTable(shortFirst, width, roleColumns),
  ];
}

/** Totals with their limits and the averages that the server reports. */
function totalLines({ state, display }: View, width: number): Line[] {
  const column = (key: keyof ClusterFigure, title: string, room: number): Column<ClusterFigure> => ({
    key,
    title,
    width: room,
    align: 'right',
    rank: key === 'value' ? 0 : 1,
    cell: (row) => toned(row[key], key === 'value' ? 'bold' : 'dim'),
  });
  return wholeTable(clusterFigures(state, display.units), width, [
    { key: 'label', title: 'Cluster', width: 10, cell: ({ label }) => label },
    column('value', 'Now', 12),
    column('limit', 'Limit', 12),
    column('average', 'Average', 12),
    column('max', 'Most', 12),
    column('sum', 'In total', 17),
  ]);
}

/** Each group with its share of the limits. */
function groupLines({ state, display, triage }: View, width: number): Line[] {
  const groups = dashboardGroups(state);
  if (groups.length === 0) return [toned('The dashboard contains no groups.', 'dim')];
  const traffic = (value: number | null | undefined) => rateShort(value, display.units);
  const column = (
    key: LimitedMeasure,
    title: string,
    place: Pick<Column<DashboardGroup>, 'width' | 'rank'>,
    format: typeof traffic = count,
  ): Column<DashboardGroup> => ({
    key,
    title,
    ...place,
    align: 'right',
    cell: ({ loads }) => loadCell(loads[key], format, levelsOf(limitFigure(key), triage.thresholds)),
  });
  return wholeTable(groups, width, [
    { key: 'name', title: 'Group', width: 10, grow: 1, cell: ({ name }) => name },
    column('viewers', 'Viewers', { width: 12, rank: 1 }),
    column('streams', 'Streams', { width: 9, rank: 2 }),
    column('in', `In ${rateUnit(display.units)}`, { width: 12, rank: 4 }, traffic),
    column('out', `Out ${rateUnit(display.units)}`, { width: 12, rank: 3 }, traffic),
    column('transcode', 'Transcode', { width: 9, rank: 5 }),
  ]);
}

function loadCell(
  load: DashboardGroup['loads'][LimitedMeasure],
  format: (value: number | null | undefined) => string,
  levels: Levels,
): Line {
  if (!load) return toned(DASH, 'dim');
  const tone = loadTone(share(load.value, load.limit), levels);
  return [
    { text: format(load.value), tone },
    { text: `/${limit(load.limit, format)}`, tone: 'dim' },
  ];
}

const roleColumns: readonly Column<GroupRow>[] = [
  { key: 'role', title: 'Role', width: 9, cell: ({ role }) => toned(role, 'dim') },
  { key: 'group', title: 'Group', width: 10, grow: 1, cell: ({ group }) => group },
  {
    key: 'present',
    title: 'Applications',
    width: 12,
    align: 'right',
    cell: ({ present, tone }) => toned(count(present), tone),
  },
  { key: 'limit', title: 'Limit', width: 5, align: 'right', cell: (row) => toned(limit(row.limit), 'dim') },
];

function wholeTable<Row>(rows: readonly Row[], width: number, columns: readonly Column<Row>[]): Line[] {
  return table({
    columns,
    data: (index) => rows[index],
    count: rows.length,
    width,
    height: rows.length + 1,
    scroll: 0,
  });
}
