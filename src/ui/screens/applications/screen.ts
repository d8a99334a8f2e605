import type { CommandId } from '../../../actions/commands.ts';
import { count } from '../../../base/format.ts';
import type { Rect } from '../../../base/text.ts';
import { findApplication } from '../../../cluster/find-application.ts';
import { applicationTypes } from '../../../protocol/application.ts';
import {
  applicationFilterText,
  applicationQuery,
  applicationTerms,
  parseApplicationFilter,
} from '../../../views/applications/applications.ts';
import { applicationColumns } from '../../../views/applications/columns.ts';
import { linkOf } from '../../../views/applications/link.ts';
import { countedBy } from '../../../views/lists/counted.ts';
import { withDetail } from '../../list-screen/beside.ts';
import { handleDetail, type Noun } from '../../list-screen/row-keys.ts';
import { tableRows } from '../../list-screen/table-rows.ts';
import { handleWatch, mark } from '../../list-screen/watch-list.ts';
import { chosenId, moveEndless } from '../../primitives/endless-list.ts';
import { listStart, moveList, placeList } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import type { View } from '../../view.ts';
import { rendered } from '../rendered.ts';
import { streamsOf } from '../streams/slice.ts';
import { applicationDetail } from './detail.ts';
import { applicationsLayout } from './layout.ts';
import { applicationListPane } from './lists.ts';
import { type ApplicationsSlice, applicationsStart, applicationWindow, loadedApplications } from './slice.ts';
import { streamsPane } from './streams.ts';

const noun: Noun = { one: 'application', identity: 'id', screen: 'applications' };

type Applications = ScreenShell<ApplicationsSlice>;

export const applicationsScreen = rendered<ApplicationsSlice>({
  initial: applicationsStart,
  list: { opened: undefined, detailScroll: 0 },
  lasting: ['watched'],
  filter: {
    hint: 'Application name, type:EDGE, viewers>500, !test',
    isAsked: true,
    check: (text) => applicationTerms(parseApplicationFilter(text)).problem,
    count: ({ state, triage }, slice) => loadedApplications(state, triage.problems, slice).totalItems,
    choices: ({ state }, slice) =>
      countedBy([...(state.applicationSweep.value?.items.values() ?? [])], ({ type }) => type).map(
        ({ name, count }) => ({
          label: name,
          note: String(count),
          text: applicationFilterText({ ...slice, appType: applicationTypes.find((type) => type === name) }),
        }),
      ),
    read: applicationFilterText,
    write: (text) => ({ ...parseApplicationFilter(text), part: 'all', all: listStart }),
  },
  order: {
    columns: applicationColumns,
    read: ({ sort }) => sort,
    write: (sort) => ({ sort, part: 'all', all: listStart }),
  },
  views: {
    names: ['all', 'watched'],
    read: ({ part }) => part,
    write: (name) => ({ part: name === 'watched' ? 'watched' : 'all' }),
  },

  render(view, slice, area) {
    if (slice.opened !== undefined)
      return [...applicationDetail(view, slice.opened, area, slice.detailScroll).panes];
    const layout = applicationsLayout(area);
    const id = chosen(view, slice, layout.list);
    const name = id === undefined ? undefined : (findApplication(view.state, id).application?.name ?? id);
    return withDetail(
      layout,
      (rect) => [
        applicationListPane(view, slice, rect),
        ...(layout.streams ? [streamsPane(view, name, layout.streams)] : []),
      ],
      (rect) => (id === undefined ? undefined : applicationDetail(view, id, rect, undefined).panes),
    );
  },

  handle(command, shell) {
    if (shell.slice().opened !== undefined) return inDetail(command, shell);
    return (
      handleWatch(command, shell, noun, () => chosenIn(shell)) ||
      handleList(command, shell) ||
      move(command, shell)
    );
  },

  follows: ({ watched }) => ({ watchedApplications: watched }),

  interest(view, slice, area) {
    if (slice.opened !== undefined)
      return { watchedApplications: [...new Set([...slice.watched, slice.opened])] };
    if (slice.part === 'watched') return {};
    const list = loadedApplications(view.state, view.triage.problems, slice);
    if (slice.terms !== '') return {};
    const window = applicationWindow(list, slice, tableRows(area));
    return { applications: { query: applicationQuery(slice, slice.sort), ...window } };
  },

  summary(view, slice) {
    const list = loadedApplications(view.state, view.triage.problems, slice);
    const lines = [`${count(list.totalItems)} applications.`];
    for (let index = 0; index < Math.min(30, list.count); index++) {
      const it = list.rowAt(index);
      if (!it) continue;
      const link = linkOf(it, view.triage.problems);
      lines.push(
        `${it.name}, ${it.type ?? 'type not known'}: link ${link.word ?? link.kind}, ${count(it.streamCount)} streams, ${count(it.viewerCount)} viewers.`,
      );
    }
    return lines;
  },
});

function inDetail(command: CommandId, shell: Applications): boolean {
  const { view } = shell;
  const slice = shell.slice();
  const id = slice.opened ?? '';
  switch (command) {
    case 'list.watch':
      mark(shell, noun, id);
      return true;
    case 'move.open':
      shell.goTo(
        'streams',
        streamsOf({ application: findApplication(view.state, id).application?.name ?? id }),
      );
      return true;
    default:
      return handleDetail(command, shell, noun, () =>
        applicationDetail(view, id, shell.area, slice.detailScroll),
      );
  }
}

function handleList(command: CommandId, shell: Applications): boolean {
  const slice = shell.slice();
  switch (command) {
    case 'app.back':
      if (slice.part !== 'watched') return false;
      shell.set({ part: 'all' });
      return true;
    default:
      return false;
  }
}

function move(command: CommandId, shell: Applications): boolean {
  const { view, area } = shell;
  const slice = shell.slice();
  const height = tableRows(applicationsLayout(area).list);
  if (slice.part === 'all') {
    const list = loadedApplications(view.state, view.triage.problems, slice);
    const all = moveEndless(slice.all, command, list, height);
    if (all) shell.set({ all });
    return all !== undefined;
  }
  const watch = moveList(slice.watch, command, slice.watched, height);
  if (watch) shell.set({ watch });
  return watch !== undefined;
}

function chosenIn({ view, slice, area }: Applications): string | undefined {
  return chosen(view, slice(), applicationsLayout(area).list);
}

/** Identity of the selected application; undefined where it vanished or is not loaded. */
function chosen(view: View, slice: ApplicationsSlice, list: Rect): string | undefined {
  const height = tableRows(list);
  if (slice.part === 'all') {
    return chosenId(slice.all, loadedApplications(view.state, view.triage.problems, slice), height);
  }
  const placed = placeList(slice.watch, slice.watched, height);
  return placed.vanished ? undefined : slice.watched[placed.index];
}
