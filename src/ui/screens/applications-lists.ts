import type { Line, Rect } from '../../base/text.ts';
import {
  applicationFilterText,
  applicationSortWords,
  applicationsInTopology,
  findApplication,
  isApplicationFiltered,
} from '../../views/applications.ts';
import { whole } from '../../views/format.ts';
import { scopeNote } from '../../views/paged-list.ts';
import { placeEndless } from '../primitives/endless-list.ts';
import { placeList } from '../primitives/list.ts';
import { panel } from '../primitives/panel.ts';
import { table } from '../primitives/table.ts';
import { titleParts, unreadablePart } from '../primitives/title-parts.ts';
import type { Pane, View } from '../screen.ts';
import { type ApplicationsSlice, loadedApplications } from './applications-slice.ts';
import { type ApplicationRow, applicationColumns } from './applications-table.ts';
import { rateScale } from './rate-cell.ts';
import { tableRows } from './table-rows.ts';

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
    const { name } = application;
    return { name, application, endedAt: undefined, watched: slice.watched.includes(name) };
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
      : [{ text: `${whole(placed.index + 1)} of ${whole(list.count)}`, tone: 'dim' }],
    list.partlySorted ? [{ text: 'only the loaded part is sorted', tone: 'warn' }] : undefined,
    scope === undefined ? undefined : [{ text: scope, tone: 'warn' }],
    unreadablePart(view.state.applications.unreadable),
    [{ text: applicationSortWords(slice.sort), tone: 'dim' }],
  ]);
  const rows = Array.from({ length: Math.min(height, list.count) }, (_, offset) =>
    row(placed.scroll + offset),
  );
  const lines =
    list.count === 0
      ? [empty(view, filtered, list.current)]
      : table({
          columns: applicationColumns(view, rateScale(rows.map((each) => each?.application))),
          data: (index) => rows[index - placed.scroll],
          count: list.count,
          width: rect.width - 4,
          height: rect.height - 2,
          scroll: placed.scroll,
          selected: placed.vanished ? undefined : placed.index,
          // Trouble is no column: its words stand in the title.
          sort: slice.sort.key === 'trouble' ? undefined : slice.sort,
          placeholder: '  ···  not loaded yet',
        });
  return {
    id: 'applications.all',
    rect,
    lines: panel({ title, right, focus: true }, lines, rect.width, rect.height),
  };
}

function empty(view: View, filtered: boolean, answered: boolean): Line {
  const { error } = view.state.applications;
  if (error) return [{ text: `✖ ${error.message}`, tone: 'crit' }];
  if (!answered) {
    const text = view.held ? 'Not known at the moment shown; space goes on.' : 'Asking the server…';
    return [{ text, tone: 'dim' }];
  }
  if (filtered) return [{ text: 'No application passes this filter. Esc takes it back.', tone: 'dim' }];
  return [{ text: 'The server lists no applications.', tone: 'dim' }];
}

function watchedPane(view: View, slice: ApplicationsSlice, rect: Rect): Pane {
  const height = tableRows(rect);
  const placed = placeList(slice.watch, slice.watched, height);
  const rows = slice.watched
    .slice(placed.scroll, placed.scroll + height)
    .map((name): ApplicationRow => ({ name, ...findApplication(view.state, name), watched: true }));
  const title = 'Watched applications';
  const right = titleParts(title, rect.width, [
    placed.vanished ? [{ text: 'no longer watched', tone: 'warn' }] : undefined,
    [{ text: `${slice.watched.length} watched`, tone: 'dim' }],
  ]);
  const lines: readonly Line[] =
    slice.watched.length === 0
      ? [
          [{ text: 'Nothing is watched yet.', tone: 'dim' }],
          [
            {
              text: 'm marks the selected application, i looks up by name, v goes back to all.',
              tone: 'dim',
            },
          ],
        ]
      : table({
          columns: applicationColumns(view, rateScale(rows.map((each) => each.application))),
          data: (index) => rows[index - placed.scroll],
          count: slice.watched.length,
          width: rect.width - 4,
          height: rect.height - 2,
          scroll: placed.scroll,
          selected: placed.vanished ? undefined : placed.index,
        });
  return {
    id: 'applications.watched',
    rect,
    lines: panel({ title, right, focus: true }, lines, rect.width, rect.height),
  };
}
