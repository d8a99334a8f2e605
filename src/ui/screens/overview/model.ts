import type { Rect } from '../../../base/text.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import { type LoadChange, loadChange } from '../../../triage/usual-load.ts';
import { type JournalDigest, journalDigest } from '../../../views/journal/digest.ts';
import { type HealthRow, healthRows } from '../../../views/overview/overview.ts';
import { type PathStage, signalPath } from '../../../views/overview/signal-path.ts';
import { openProblems } from '../../../views/problems/problems.ts';
import type { ProblemRow } from '../../../views/problems/rows.ts';
import { sortByHeat } from '../../../views/servers/load.ts';
import { type ServerRow, serverRow } from '../../../views/servers/outline.ts';
import { type ShownList, type ShownLists, shownList } from '../../list-screen/shown-list.ts';
import type { View } from '../../view.ts';
import { incidentRows, problemsHeight } from './problems.ts';
import type { OverviewSlice } from './slice.ts';

/** Areas of the panes of the Overview; undefined for panes without room. */
interface OverviewLayout {
  readonly path: Rect;
  readonly health?: Rect;
  readonly traffic?: Rect;
  readonly servers?: Rect;
  readonly problems?: Rect;
  readonly journal?: Rect;
}

/** Numbers of rows that the panes could show. */
interface Counts {
  readonly problems: number;
  readonly grades: number;
  readonly servers: number;
}

/** Border and header of a table. */
const TABLE_ROWS = 3;
/**
 * Rows of the signal path: titles, blocks, figures, what is wrong, and the border. In a low window the figures are
 * left out.
 */
const PATH_ROWS = 6;
const LOW_PATH_ROWS = 5;
/** Below this height chart and health are not shown: the signal path has the trend and the worst grade. */
const TALL_FROM_ROWS = 28;

/**
 * Panes are left out in a fixed order: chart and health below 28 rows, the journal below 16 rows. The servers stay
 * as long as four rows are left, the signal path always. Problems take their rows from servers and journal, or, in
 * a low window, the place of the journal. Rows that the servers leave blank go to further problems.
 */
function overviewLayout(area: Rect, counts: Counts): OverviewLayout {
  const { x, y, width, height } = area;
  const isTall = height >= TALL_FROM_ROWS;
  const top = Math.min(isTall ? PATH_ROWS : LOW_PATH_ROWS, height);
  const healthWidth = isTall && width >= 76 ? Math.min(90, Math.max(34, Math.floor(width * 0.36))) : 0;
  // High enough for a row per grade.
  const chart = isTall ? Math.min(16, Math.max(9, counts.grades + TABLE_ROWS, Math.round(height * 0.26))) : 0;
  const most = height >= 16 ? Math.min(14, Math.max(5, Math.round(height * 0.23))) : 0;
  const least = problemsHeight(counts.problems, { isTall, free: 0 });
  const blank = height - top - chart - Math.max(5, most - 3) - least - counts.servers - TABLE_ROWS;
  const problems = isTall ? problemsHeight(counts.problems, { isTall, free: blank }) : least;
  const beside = chart > 0 ? problems : 0;
  // Servers and journal each give up a share for the problems. In the journal's place problems take only the rows
  // that they need.
  let bottom = most;
  if (beside > 0) bottom = Math.max(5, most - 3);
  else if (problems > 0) bottom = Math.min(most, problems);
  const journal = problems > beside ? 0 : bottom;
  const rest = height - top - chart - bottom - beside;
  const worst = beside > 0 ? beside : bottom - journal;
  const middle = { y: y + top, height: chart };
  return {
    path: { x, y, width, height: top },
    ...(healthWidth > 0 && { health: { ...middle, x: x + width - healthWidth, width: healthWidth } }),
    ...(chart > 0 && { traffic: { ...middle, x, width: width - healthWidth } }),
    ...(rest >= 4 && { servers: { x, y: y + top + chart, width, height: rest } }),
    ...(worst > 0 && { problems: { x, y: y + height - journal - worst, width, height: worst } }),
    ...(journal > 0 && { journal: { x, y: y + height - journal, width, height: journal } }),
  };
}

/** What the Overview shows. Panes without an area have no content. */
export interface OverviewModel extends ShownLists<'servers'> {
  readonly view: View;
  readonly slice: OverviewSlice;
  readonly layout: OverviewLayout;
  readonly path: readonly PathStage[];
  /** The number of viewers compared with the usual one; undefined if too little is known. */
  readonly load: LoadChange | undefined;
  /** Worst grade first; undefined if the dashboard has no grades, or there is no room. */
  readonly health: readonly HealthRow[] | undefined;
  /** All servers, the busiest first. */
  readonly records: readonly ServerRecord[];
  readonly lists: { readonly servers: ShownList<ServerRow> };
  /** The incidents that are not acknowledged, worst first, each cause with its effects below it. */
  readonly problems: readonly ProblemRow[];
  readonly journal: JournalDigest | undefined;
}

export function overviewModel(view: View, slice: OverviewSlice, area: Rect): OverviewModel {
  const problems = incidentRows(openProblems(view.triage.problems));
  // Problems get an area only if there are any.
  const health = healthRows(view.state);
  const records = sortByHeat(view.state.servers);
  const layout = overviewLayout(area, {
    problems: problems.length,
    grades: health?.length ?? 0,
    servers: records.length,
  });
  const servers = shownList({
    // Even without room for the list, Enter opens its selected row.
    rect: layout.servers ?? { ...layout.path, height: 0 },
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
    path: signalPath(view),
    load: loadOf(view),
    health: layout.health && health,
    records,
    lists: { servers },
    part: 'servers',
    problems,
    journal: layout.journal && journalIn(view, layout.journal),
  };
}

/** Compares the number of viewers with the last hour, or with the same hour of other weeks. */
function loadOf(view: View): LoadChange | undefined {
  const key = 'total/viewers';
  return loadChange(view.state.history, key, view.now, view.stored?.usual(key, view.now));
}

/** Share of the journal's pane that entries may fill on a slow link. */
const SLOW_JOURNAL_SHARE = 0.5;

function journalIn(view: View, { height }: Rect): JournalDigest {
  const rows = height - 2;
  // On a slow link only half of the rows are used, because scrolling rows need bandwidth.
  const visible = view.display.lowBandwidth ? Math.ceil(rows * SLOW_JOURNAL_SHARE) : rows;
  const { journal, clockSkew = 0 } = view.state;
  return journalDigest(journal, view.now + clockSkew, visible, view.facts.journalPatterns);
}
