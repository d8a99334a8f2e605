import { count, whole } from '../../../base/format.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { Application } from '../../../protocol/application.ts';
import {
  applicationFilterText,
  applicationsInTopology,
  isApplicationFiltered,
} from '../../../views/applications/applications.ts';
import { type ApplicationRow, applicationColumns } from '../../../views/applications/columns.ts';
import { rateScale } from '../../../views/lists/cells.ts';
import { orderWords, type Sort, screenColumns } from '../../../views/lists/column.ts';
import { equalColumns } from '../../../views/lists/equal-columns.ts';
import { scopeNote } from '../../../views/lists/paged-list.ts';
import { nothingSelected } from '../../list-screen/beside.ts';
import { emptyLine, type LoadedList } from '../../list-screen/loaded-list.ts';
import { listPane, type ShownList } from '../../list-screen/shown-list.ts';
import { allAlike, shortPart, titleParts, unreadablePart } from '../../primitives/panel.ts';
import type { Pane, View } from '../../view.ts';
import { applicationDetailPanes } from './detail.ts';
import type { ApplicationsModel } from './model.ts';

export function drawApplications(model: ApplicationsModel): Pane[] {
  const { view, lists, loaded, detail, beside } = model;
  const panes: Pane[] = [];
  if (lists.all && loaded) panes.push(allPane(model, lists.all, loaded));
  if (lists.watched) panes.push(watchedPane(model, lists.watched));
  if (detail) panes.push(...applicationDetailPanes(view, detail));
  else if (beside) panes.push(nothingSelected(beside));
  return panes;
}

function allPane(
  { view, slice }: ApplicationsModel,
  list: ShownList<ApplicationRow>,
  loaded: LoadedList<Application>,
): Pane {
  const { placed } = list;
  const filtered = isApplicationFiltered(slice);
  const title = filtered ? `Applications: ${applicationFilterText(slice)}` : 'Applications';
  const scope = filtered
    ? undefined
    : scopeNote(loaded.totalItems, applicationsInTopology(view.state, loaded.totalItems), 'topology');
  const equal = equalApplicationColumns(view, slice.sort);
  const right = titleParts(title, list.rect.width, [
    placed.vanished ? [{ text: 'the selected application is gone', tone: 'warn' }] : undefined,
    list.count === 0
      ? undefined
      : [{ text: `${whole(placed.index + 1)} of ${count(list.count)}`, tone: 'dim' }],
    loaded.partlySorted ? [{ text: 'only the loaded part is sorted', tone: 'warn' }] : undefined,
    scope === undefined ? undefined : [{ text: scope, tone: 'warn' }],
    shortPart(view.state.applicationSweep.value),
    unreadablePart(view.state.applications.unreadable),
    [{ text: orderWords(applicationColumns, slice.sort), tone: 'dim' }],
    allAlike(equal),
  ]);
  const words = filtered
    ? 'No application matches this filter. Esc clears it.'
    : 'The server lists no applications.';
  return listPane('applications.all', list, {
    title,
    right,
    stale: staleFor(view.state.applications, view.now),
    focus: true,
    columns: shownColumns(view, list.rows).filter(({ key }) => !equal.has(key)),
    // Trouble is not a column; the title names that order.
    sort: slice.sort.key === 'trouble' ? undefined : slice.sort,
    placeholder: '  ···  not loaded yet',
    empty: [emptyLine(view, view.state.applications.error, loaded.current, words)],
  });
}

function watchedPane({ view }: ApplicationsModel, list: ShownList<ApplicationRow>): Pane {
  const title = 'Watched applications';
  const right = titleParts(title, list.rect.width, [
    list.placed.vanished ? [{ text: 'no longer watched', tone: 'warn' }] : undefined,
    [{ text: `${list.count} watched`, tone: 'dim' }],
  ]);
  return listPane('applications.watched', list, {
    title,
    right,
    stale: staleFor(view.state.watchedApplications, view.now),
    focus: true,
    columns: shownColumns(view, list.rows),
    empty: [
      [{ text: 'Nothing is watched yet.', tone: 'dim' }],
      [{ text: 'm marks the selected application, i looks up by name, v goes back to all.', tone: 'dim' }],
    ],
  });
}

function equalApplicationColumns({ state, triage, display }: View, sort: Sort): ReadonlyMap<string, string> {
  return equalColumns(applicationColumns, {
    sweep: state.applicationSweep.value,
    loaded: state.applications.value?.items,
    problems: triage.problems,
    sort,
    chosen: display.columns?.applications,
  });
}

function shownColumns(view: View, rows: readonly (ApplicationRow | undefined)[]) {
  const scale = rateScale(rows.map((row) => row?.application));
  return screenColumns(applicationColumns, { view, scale }, view.display.columns?.applications);
}
