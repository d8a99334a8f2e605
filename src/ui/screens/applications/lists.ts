import { count, whole } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { findApplication } from '../../../cluster/find-application.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import { applicationId } from '../../../protocol/application.ts';
import {
  applicationFilterText,
  applicationsInTopology,
  isApplicationFiltered,
} from '../../../views/applications/applications.ts';
import { type ApplicationRow, applicationColumns } from '../../../views/applications/columns.ts';
import { rateScale } from '../../../views/lists/cells.ts';
import { orderWords, screenColumns } from '../../../views/lists/column.ts';
import { scopeNote } from '../../../views/lists/paged-list.ts';
import { emptyLine, rowsInSight } from '../../list-screen/loaded-list.ts';
import { tableRows } from '../../list-screen/table-rows.ts';
import { placeEndless } from '../../primitives/endless-list.ts';
import { placeList, selectedRow } from '../../primitives/list.ts';
import { tablePanel } from '../../primitives/table-panel.ts';
import { titleParts, unreadablePart } from '../../primitives/title-parts.ts';
import type { Pane, View } from '../../view.ts';
import { type ApplicationsSlice, loadedApplications } from './slice.ts';

export function applicationListPane(view: View, slice: ApplicationsSlice, rect: Rect): Pane {
  return slice.part === 'all' ? allPane(view, slice, rect) : watchedPane(view, slice, rect);
}

function allPane(view: View, slice: ApplicationsSlice, rect: Rect): Pane {
  const list = loadedApplications(view.state, view.triage.problems, slice);
  const height = tableRows(rect);
  const placed = placeEndless(slice.all, list, height);
  const row = (index: number): ApplicationRow | undefined => {
    const application = list.rowAt(index);
    if (!application) return undefined;
    const id = applicationId(application);
    const watched = slice.watched.includes(id);
    return { id, name: application.name, application, endedAt: undefined, watched };
  };
  const filtered = isApplicationFiltered(slice);
  const title = filtered ? `Applications: ${applicationFilterText(slice)}` : 'Applications';
  const scope = filtered
    ? undefined
    : scopeNote(list.totalItems, applicationsInTopology(view.state, list.totalItems), 'topology');
  const right = titleParts(title, rect.width, [
    placed.vanished ? [{ text: 'the selected application is gone', tone: 'warn' }] : undefined,
    list.count === 0
      ? undefined
      : [{ text: `${whole(placed.index + 1)} of ${count(list.count)}`, tone: 'dim' }],
    list.partlySorted ? [{ text: 'only the loaded part is sorted', tone: 'warn' }] : undefined,
    scope === undefined ? undefined : [{ text: scope, tone: 'warn' }],
    unreadablePart(view.state.applications.unreadable),
    [{ text: orderWords(applicationColumns, slice.sort), tone: 'dim' }],
  ]);
  const rows = rowsInSight(list, placed.scroll, height, row);
  const words = filtered
    ? 'No application passes this filter. Esc takes it back.'
    : 'The server lists no applications.';
  const lines = tablePanel(
    {
      title,
      right,
      stale: staleFor(view.state.applications, view.now),
      focus: true,
      columns: shownColumns(view, rows),
      data: (index) => rows[index - placed.scroll],
      count: list.count,
      scroll: placed.scroll,
      selected: selectedRow(placed),
      // Trouble is no column: its words stand in the title.
      sort: slice.sort.key === 'trouble' ? undefined : slice.sort,
      placeholder: '  ···  not loaded yet',
      empty: [emptyLine(view.state.applications.error, view.now, list.current, view.held, words)],
    },
    rect,
  );
  return { id: 'applications.all', rect, lines };
}

function watchedPane(view: View, slice: ApplicationsSlice, rect: Rect): Pane {
  const height = tableRows(rect);
  const placed = placeList(slice.watch, slice.watched, height);
  const rows = slice.watched.slice(placed.scroll, placed.scroll + height).map((id): ApplicationRow => {
    const { application, endedAt } = findApplication(view.state, id);
    return { id, name: application?.name ?? id, application, endedAt, watched: true };
  });
  const title = 'Watched applications';
  const right = titleParts(title, rect.width, [
    placed.vanished ? [{ text: 'no longer watched', tone: 'warn' }] : undefined,
    [{ text: `${slice.watched.length} watched`, tone: 'dim' }],
  ]);
  const empty: Line[] = [
    [{ text: 'Nothing is watched yet.', tone: 'dim' }],
    [{ text: 'm marks the selected application, i looks up by name, v goes back to all.', tone: 'dim' }],
  ];
  const lines = tablePanel(
    {
      title,
      right,
      stale: staleFor(view.state.watchedApplications, view.now),
      focus: true,
      columns: shownColumns(view, rows),
      data: (index) => rows[index - placed.scroll],
      count: slice.watched.length,
      scroll: placed.scroll,
      selected: selectedRow(placed),
      empty,
    },
    rect,
  );
  return { id: 'applications.watched', rect, lines };
}

function shownColumns(view: View, rows: readonly (ApplicationRow | undefined)[]) {
  const scale = rateScale(rows.map((row) => row?.application));
  return screenColumns(applicationColumns, { view, scale }, view.display.columns?.applications);
}
