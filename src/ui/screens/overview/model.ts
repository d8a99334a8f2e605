import type { Rect } from '../../../base/text.ts';
import type { ServerRecord } from '../../../cluster/state.ts';
import { type LoadChange, loadChange } from '../../../triage/usual-load.ts';
import { type JournalDigest, journalDigest } from '../../../views/journal/digest.ts';
import { type HealthRow, healthRows } from '../../../views/overview/overview.ts';
import { rowsOfGroups } from '../../../views/overview/path-lines.ts';
import { type PathStage, signalPath } from '../../../views/overview/signal-path.ts';
import { newsFirst } from '../../../views/problems/problems.ts';
import type { ProblemRow } from '../../../views/problems/rows.ts';
import { sortByHeat } from '../../../views/servers/load.ts';
import { type ServerRow, serverRow } from '../../../views/servers/outline.ts';
import { type ShownList, type ShownLists, shownList } from '../../list-screen/shown-list.ts';
import type { View } from '../../view.ts';
import { type OverviewLayout, overviewLayout } from './layout.ts';
import { incidentRows } from './problems.ts';
import type { OverviewSlice } from './slice.ts';

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
  /** The incidents, those that nobody knows of first, each cause with its effects below it. */
  readonly problems: readonly ProblemRow[];
  readonly journal: JournalDigest | undefined;
}

export function overviewModel(view: View, slice: OverviewSlice, area: Rect): OverviewModel {
  const problems = incidentRows(newsFirst(view.triage.problems));
  // Problems get an area only if there are any.
  const health = healthRows(view.state);
  const records = sortByHeat(view.state.servers, view.orders);
  const path = signalPath(view);
  const layout = overviewLayout(area, {
    problems: problems.length,
    grades: health?.length ?? 0,
    servers: records.length,
    groups: rowsOfGroups(path),
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
