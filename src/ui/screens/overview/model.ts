import type { Rect } from '../../../base/text.ts';
import { loadChange } from '../../../triage/usual-load.ts';
import { journalDigest } from '../../../views/journal/digest.ts';
import { healthRows } from '../../../views/overview/overview.ts';
import { pathGroups } from '../../../views/overview/path-lines.ts';
import { signalPath } from '../../../views/overview/signal-path.ts';
import { newsFirst } from '../../../views/problems/problems.ts';
import { problemRows } from '../../../views/problems/rows.ts';
import { sortByHeat } from '../../../views/servers/load.ts';
import { serverRow } from '../../../views/servers/outline.ts';
import { shownList } from '../../list-screen/shown-list.ts';
import { listStart } from '../../primitives/list.ts';
import type { View } from '../../view.ts';
import { problemsHeight } from './problems.ts';

export const overviewStart = {
  servers: listStart,
  /** The pane that the user came to from a problem. */
  pointed: undefined as 'path' | 'health' | undefined,
};
export type OverviewSlice = Readonly<typeof overviewStart>;

/** Numbers of rows that the panes could show; `groups`: of the signal path beyond its first row of blocks. */
type Counts = Readonly<Record<'problems' | 'grades' | 'servers' | 'groups', number>>;

/** Border and header of a table. */
const TABLE_ROWS = 3;
/** Titles, blocks, figures, what is wrong, and the border. In a low window the figures are left out. */
const PATH_ROWS = 6;
const LOW_PATH_ROWS = 5;
/** Below this height chart and health are not shown: the signal path has the trend and the worst grade. */
const TALL_FROM_ROWS = 28;
/** From this height on the signal path has a row per group. */
const GROUPS_FROM_ROWS = 48;
/** From this width on the journal is beside the servers, and has this share of the width. */
const BESIDE_FROM_COLUMNS = 160;
const JOURNAL_SHARE = 0.45;
/** Rows of the chart. It has those that health needs, and blank ones. */
const LEAST_CHART_ROWS = 7;
const MOST_CHART_ROWS = 26;

/**
 * Areas of the panes; panes without room have none. Problems are below the signal path, where they are seen first; in a high window they have their place also while there are
 * none, so that the first one moves nothing. Panes are left out in a fixed order: chart and
 * health below 28 rows, the journal below 16 rows or, in a low window, for problems. The servers stay as long as
 * four rows are left, the signal path always. Rows that the servers leave blank go to further problems, then to the chart.
 */
function overviewLayout(area: Rect, counts: Counts) {
  const { x, y, width, height } = area;
  const isTall = height >= TALL_FROM_ROWS;
  const isBeside = isTall && width >= BESIDE_FROM_COLUMNS;
  const pathRows = isTall ? PATH_ROWS + (height >= GROUPS_FROM_ROWS ? counts.groups : 0) : LOW_PATH_ROWS;
  const path = Math.min(pathRows, height);
  // High enough for a row per grade.
  const leastChart = isTall ? Math.max(LEAST_CHART_ROWS, counts.grades + TABLE_ROWS) : 0;
  const most = height >= 16 ? Math.min(14, Math.max(5, Math.round(height * 0.23))) : 0;
  const journal = isBeside ? 0 : journalRows(most, isTall, counts.problems > 0);
  const least = Math.min(problemsHeight(counts.problems, { isTall, free: 0 }), isTall ? height : most);
  const blank = height - path - leastChart - journal - least - counts.servers - TABLE_ROWS;
  const problems = isTall ? problemsHeight(counts.problems, { isTall, free: blank }) : least;
  const free = Math.max(0, blank - (problems - least));
  const chart = leastChart === 0 ? 0 : Math.max(leastChart, Math.min(MOST_CHART_ROWS, leastChart + free));
  const rest = height - path - problems - chart - journal;
  const middle = { y: y + path + problems, height: chart };
  const bottom = { y: y + path + problems + chart, height: rest };
  const healthWidth = isTall && width >= 76 ? Math.min(90, Math.max(34, Math.floor(width * 0.36))) : 0;
  const besideWidth = isBeside ? Math.floor(width * JOURNAL_SHARE) : 0;
  return {
    path: { x, y, width, height: path },
    ...(problems > 0 && { problems: { x, y: y + path, width, height: problems } }),
    ...(chart > 0 && { traffic: { ...middle, x, width: width - healthWidth } }),
    ...(healthWidth > 0 && { health: { ...middle, x: x + width - healthWidth, width: healthWidth } }),
    ...(rest >= 4 && { servers: { ...bottom, x, width: width - besideWidth } }),
    ...(journal > 0 && { journal: { x, y: y + height - journal, width, height: journal } }),
    ...(isBeside && { journal: { ...bottom, x: x + width - besideWidth, width: besideWidth } }),
  };
}

/** Problems take rows of the journal; in a low window all of them while there are some. */
function journalRows(most: number, isTall: boolean, hasProblems: boolean): number {
  if (isTall) return Math.max(5, most - 3);
  return hasProblems ? 0 : most;
}

export type OverviewModel = Readonly<ReturnType<typeof overviewModel>>;

/** What the Overview shows. Panes without an area have no content. */
export function overviewModel(view: View, slice: OverviewSlice, area: Rect) {
  /** The incidents, those that nobody knows of first, each cause with its effects below it. */
  const problems = problemRows(newsFirst(view.triage.problems), [], true);
  // Problems get an area only if there are any.
  const health = healthRows(view.state);
  /** All servers, the busiest first. */
  const records = sortByHeat(view.state.servers, view.orders);
  const path = signalPath(view);
  const layout = overviewLayout(area, {
    problems: problems.length,
    grades: health?.length ?? 0,
    servers: records.length,
    groups: Math.max(0, pathGroups(path).length - 1),
  });
  const servers = shownList({
    // Even without room for the list, Enter opens its selected row.
    rect: layout.servers ?? { ...layout.path, height: 0 },
    ids: records.map(({ name }) => name),
    position: slice.servers,
    rowAt: (index) => {
      const record = records[index];
      return record && serverRow(record);
    },
  });
  return {
    view,
    slice,
    layout,
    path,
    /** Viewers against the last hour, or the same hour of other weeks; undefined if too little is known. */
    load: loadChange(view.state.history, TOTAL, view.now, view.stored?.usual(TOTAL, view.now)),
    /** Worst grade first; undefined if the dashboard has no grades, or there is no room. */
    health: layout.health && health,
    records,
    lists: { servers },
    part: 'servers',
    problems,
    journal: layout.journal && journalIn(view, layout.journal),
  };
}

/** Key of the series of all viewers. */
const TOTAL = 'total/viewers';

/** Share of the journal's pane that entries may fill on a slow link. */
const SLOW_JOURNAL_SHARE = 0.5;

function journalIn(view: View, { height }: Rect) {
  const rows = height - 2;
  // On a slow link only half of the rows are used, because scrolling rows need bandwidth.
  const visible = view.display.lowBandwidth ? Math.floor(rows * SLOW_JOURNAL_SHARE) : rows;
  const { journal, clockSkew = 0 } = view.state;
  return journalDigest(journal, view.now + clockSkew, visible, view.facts.journalPatterns);
}
