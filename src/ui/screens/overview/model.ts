import type { Rect } from '../../../base/text.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import { limitedMeasures } from '../../../protocol/dashboard.ts';
import type { Problem } from '../../../triage/problem.ts';
import { type LoadChange, loadChange } from '../../../triage/usual-load.ts';
import { type JournalDigest, journalDigest } from '../../../views/journal/digest.ts';
import {
  type GroupRow,
  groupRows,
  type HealthRow,
  healthRows,
  type TotalRow,
  totalRows,
} from '../../../views/overview/overview.ts';
import { sortByHeat } from '../../../views/servers/load.ts';
import { type ServerRow, serverRow } from '../../../views/servers/outline.ts';
import { type ShownList, type ShownLists, shownList } from '../../list-screen/shown-list.ts';
import type { View } from '../../view.ts';
import { openProblems, problemsHeight } from './problems.ts';
import type { OverviewSlice } from './slice.ts';

/** Where each pane of the Overview lies; a pane that gives way is absent. */
interface OverviewLayout {
  readonly totals: Rect;
  readonly health?: Rect;
  readonly traffic?: Rect;
  readonly servers?: Rect;
  readonly groups?: Rect;
  readonly problems?: Rect;
  readonly journal?: Rect;
}

/** A row for each total, and the border. */
const TOTALS_ROWS = limitedMeasures.length + 2;

/**
 * What gives way first, decided: the chart (below 30 rows), the groups (below 110 columns), the health
 * (below 76 columns), the journal (below 16 rows); the servers stay as long as four rows are left, the totals always.
 * Problems, while there are any, take `problems` rows from servers and journal or, where these are few, the place of the journal.
 */
function overviewLayout(area: Rect, problems: number): OverviewLayout {
  const { x, y, width, height } = area;
  const top = Math.min(TOTALS_ROWS, height);
  const healthWidth = width >= 76 ? Math.min(90, Math.max(34, Math.floor(width * 0.4))) : 0;
  const chart = height >= 30 ? Math.min(16, Math.max(9, Math.round(height * 0.28))) : 0;
  const beside = chart > 0 ? problems : 0;
  const most = height >= 16 ? Math.min(14, Math.max(5, Math.round(height * 0.23))) : 0;
  // Servers and journal share what the problems take; in the journal's place they take no more than they need.
  let bottom = most;
  if (beside > 0) bottom = Math.max(5, most - 3);
  else if (problems > 0) bottom = Math.min(most, problems);
  const journal = problems > beside ? 0 : bottom;
  const rest = height - top - chart - bottom - beside;
  const worst = beside > 0 ? beside : bottom - journal;
  const groupsWidth = groupsColumns(width);
  const serversY = y + top + chart;
  return {
    totals: { x, y, width: width - healthWidth, height: top },
    ...(healthWidth > 0 && { health: { x: x + width - healthWidth, y, width: healthWidth, height: top } }),
    ...(chart > 0 && { traffic: { x, y: y + top, width, height: chart } }),
    ...(rest >= 4 && { servers: { x, y: serversY, width: width - groupsWidth, height: rest } }),
    ...(rest >= 4 &&
      groupsWidth > 0 && {
        groups: { x: x + width - groupsWidth, y: serversY, width: groupsWidth, height: rest },
      }),
    ...(worst > 0 && { problems: { x, y: y + height - journal - worst, width, height: worst } }),
    ...(journal > 0 && { journal: { x, y: y + height - journal, width, height: journal } }),
  };
}

/** None in a narrow window: there the servers have the whole width. */
function groupsColumns(width: number): number {
  if (width < 110) return 0;
  const share = width >= 170 ? 0.4 : 0.3;
  return Math.min(80, Math.max(36, Math.floor(width * share)));
}

/** The grades that have room, worst first, and the names of the others. */
interface ShownHealth {
  readonly rows: readonly HealthRow[];
  readonly hidden: readonly string[];
}

/** What the Overview shows. Of a pane without a place there is nothing. */
export interface OverviewModel extends ShownLists<'servers'> {
  readonly view: View;
  readonly slice: OverviewSlice;
  readonly layout: OverviewLayout;
  readonly totals: readonly TotalRow[];
  /** How the viewers stand against what is usual; undefined where too little is known. */
  readonly load: LoadChange | undefined;
  /** Also undefined where the dashboard has no grades. */
  readonly health: ShownHealth | undefined;
  readonly groups: readonly GroupRow[];
  /** All servers, the hottest first. */
  readonly records: readonly ServerRecord[];
  readonly lists: { readonly servers: ShownList<ServerRow> };
  /** Problems that no operator has acknowledged, worst first. */
  readonly problems: readonly Problem[];
  readonly journal: JournalDigest | undefined;
}

export function overviewModel(view: View, slice: OverviewSlice, area: Rect): OverviewModel {
  const problems = openProblems(view);
  // Problems have their place only while there are any.
  const layout = overviewLayout(area, problemsHeight(problems.length));
  const records = sortByHeat(view.state.servers);
  const servers = shownList({
    // Where there is no room for the list, a row of it is still what Enter opens.
    rect: layout.servers ?? { ...layout.totals, height: 0 },
    ids: records.map(({ name }) => name),
    position: slice.servers,
    rowAt: (index) => {
      const record = records[index];
      return record && serverRow(record, 0, undefined);
    },
  });
  return {
    view,
    slice,
    layout,
    totals: totalRows(view.state, view.display.units),
    load: loadOf(view),
    health: layout.health && healthIn(view, layout.health),
    groups: layout.groups ? groupRows(view.state) : [],
    records,
    lists: { servers },
    part: 'servers',
    problems,
    journal: layout.journal && journalIn(view, layout.journal),
  };
}

/** Is this load normal? The viewers against the last hour, or against this hour of other weeks. */
function loadOf(view: View): LoadChange | undefined {
  const key = 'total/viewers';
  return loadChange(view.state.history, key, view.now, view.stored?.usual(key, view.now));
}

/** The worst stand on top; what there is no room for is named in the last row. */
function healthIn(view: View, { height }: Rect): ShownHealth | undefined {
  const rows = healthRows(view.state);
  if (!rows) return undefined;
  const room = height - 2;
  const visible = rows.length < room ? rows.length : room - 2;
  return { rows: rows.slice(0, visible), hidden: rows.slice(visible).map(({ label }) => label) };
}

/** How much of the journal's pane entries may fill on a slow link. */
const SLOW_JOURNAL_SHARE = 0.6;

function journalIn(view: View, { height }: Rect): JournalDigest {
  const rows = height - 2;
  // The rows that scroll are half of what a slow link carries.
  const visible = view.display.lowBandwidth ? Math.ceil(rows * SLOW_JOURNAL_SHARE) : rows;
  const { journal, clockSkew = 0 } = view.state;
  return journalDigest(journal, view.now + clockSkew, visible, view.facts.journalPatterns);
}
