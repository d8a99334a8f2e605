import { cutRows, type Rect } from '../../../base/text.ts';
import { type FleetProblem, fleetProblems } from '../../../views/fleet/common.ts';
import { type FleetTotals, fleetTotals } from '../../../views/fleet/figures.ts';
import { matchesCluster, matchesEntry, matchesProblem, matchesStream } from '../../../views/fleet/filter.ts';
import { type FleetEntry, fleetJournal } from '../../../views/fleet/journal.ts';
import { type FleetRow, fleetRows } from '../../../views/fleet/member.ts';
import { type FleetProblemRow, fleetProblemRows } from '../../../views/fleet/rows.ts';
import { type FleetStream, sharedStreams } from '../../../views/fleet/streams.ts';
import { rowList, type ShownList, type ShownLists, tableRows } from '../../list-screen/shown-list.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';
import type { View } from '../../view.ts';

export const fleetModes = ['clusters', 'problems', 'journal', 'streams'] as const;
export type FleetMode = (typeof fleetModes)[number];

export interface FleetSlice {
  /** What fills the screen. */
  readonly mode: FleetMode;
  /** Words that each shown row contains. */
  readonly filter: string;
  readonly clusters: ListPosition;
  readonly problems: ListPosition;
  readonly journal: ListPosition;
  readonly streams: ListPosition;
}

export const fleetStart: FleetSlice = {
  mode: 'clusters',
  filter: '',
  clusters: listStart,
  problems: listStart,
  journal: listStart,
  streams: listStart,
};

/** What the screen of all clusters shows. Panes without an area have no content. */
export interface FleetModel extends ShownLists<FleetMode> {
  readonly view: View;
  readonly slice: FleetSlice;
  /** Worst first. */
  readonly rows: readonly FleetRow[];
  readonly totals: FleetTotals;
  readonly problems: readonly FleetProblem[];
  readonly lists: {
    readonly clusters?: ShownList<FleetRow>;
    readonly problems?: ShownList<FleetProblemRow>;
    readonly journal?: ShownList<FleetEntry>;
    readonly streams?: ShownList<FleetStream>;
  };
  /** The problems of all clusters below the table of clusters. */
  readonly below: ShownList<FleetProblemRow> | undefined;
  /** The map of servers. */
  readonly map: Rect | undefined;
}

/** Border, totals, the selected cluster in words, and header of the table of clusters. */
const TABLE_EXTRA_ROWS = 5;
const LEAST_PROBLEM_ROWS = 5;
/** From this height on the screen has a map of all servers. */
const MAP_FROM_ROWS = 30;

const idOf = ({ id }: { readonly id: string }) => id;

export function fleetModel(view: View, slice: FleetSlice, area: Rect): FleetModel {
  const members = view.fleet ?? [];
  const { filter } = slice;
  const rows = fleetRows(members, view.now);
  const problems = fleetProblems(rows, view.orders);
  const base = { view, slice, rows, totals: fleetTotals(rows), problems, part: slice.mode };
  const whole = { ...base, below: undefined, map: undefined };
  const listed = (rect: Rect, position = slice.problems) => {
    const all = fleetProblemRows(problems).filter((row) => matchesProblem(row, filter));
    return rowList(all, idOf, { rect, position });
  };
  if (slice.mode === 'problems') return { ...whole, lists: { problems: listed(area) } };
  if (slice.mode === 'journal') {
    const entries = fleetJournal(members).filter((entry) => matchesEntry(entry, filter));
    return { ...whole, lists: { journal: rowList(entries, idOf, { rect: area, position: slice.journal }) } };
  }
  if (slice.mode === 'streams') {
    const found = sharedStreams(members, (row) => matchesStream(row, filter), view.orders);
    return { ...whole, lists: { streams: rowList(found, idOf, { rect: area, position: slice.streams }) } };
  }
  const shown = rows.filter((row) => matchesCluster(row, filter));
  const rooms = roomsOf(area, { clusters: rows.length, problems: problems.length });
  const clusters = rowList(shown, ({ member }) => member.name, {
    rect: rooms.clusters,
    position: slice.clusters,
    // Two rows are for the totals and for what is selected.
    height: Math.max(1, tableRows(rooms.clusters) - 2),
  });
  return {
    ...base,
    lists: { clusters },
    below: rooms.problems && listed(rooms.problems, listStart),
    map: rooms.map,
  };
}

interface Rooms {
  readonly clusters: Rect;
  readonly problems: Rect | undefined;
  readonly map: Rect | undefined;
}

/** The table takes what it needs; problems and map share the rest, if it is enough for them. */
function roomsOf(area: Rect, of: { readonly clusters: number; readonly problems: number }): Rooms {
  const wanted = of.clusters + TABLE_EXTRA_ROWS;
  const hasMap = area.height >= MAP_FROM_ROWS;
  const map = hasMap ? Math.min(of.clusters + 2, Math.floor(area.height / 3)) : 0;
  const table = Math.min(wanted, area.height - map);
  const rest = area.height - table - map;
  const hasProblems = rest >= LEAST_PROBLEM_ROWS;
  const height = hasProblems ? table : area.height - map;
  const [clusters, below] = cutRows(area, height);
  return {
    clusters,
    problems: hasProblems ? { ...below, height: rest } : undefined,
    map: hasMap ? cutRows(area, area.height - map)[1] : undefined,
  };
}
