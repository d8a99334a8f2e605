import type { CommandId } from '../../../actions/commands.ts';
import { counted } from '../../../base/format.ts';
import { findApplication } from '../../../cluster/find-application.ts';
import { applicationTypes } from '../../../protocol/application.ts';
import {
  applicationFilterText,
  applicationQuery,
  applicationTerms,
  parseApplicationFilter,
} from '../../../views/applications/applications.ts';
import { applicationColumns } from '../../../views/applications/columns.ts';
import { applicationLink } from '../../../views/applications/link.ts';
import { countedBy } from '../../../views/lists/filter.ts';
import { chosenIn, moveInList, type Positions, pointInLists } from '../../list-screen/shown-list.ts';
import { handleDetail, handleWatch, type Noun, toggleWatch } from '../../list-screen/watch-list.ts';
import { listStart } from '../../primitives/list.ts';
import type { Screen } from '../../screen.ts';
import type { ScreenShell } from '../../shell.ts';
import { streamsOf } from '../streams/slice.ts';
import {
  type ApplicationsModel,
  type ApplicationsPart,
  type ApplicationsSlice,
  applicationsModel,
  applicationsStart,
  applicationWindow,
  loadedApplications,
} from './model.ts';
import { drawApplications } from './view.ts';

type Shell = ScreenShell<ApplicationsSlice, ApplicationsModel>;

const noun: Noun = { one: 'application', identity: 'id', screen: 'applications' };

const positions: Positions<ApplicationsSlice, ApplicationsPart> = { all: 'all', watched: 'watch' };

function handleApplications(command: CommandId, shell: Shell): boolean {
  if (shell.slice().opened !== undefined) return inDetail(command, shell);
  if (command === 'app.back' && shell.slice().part === 'watched') {
    shell.set({ part: 'all' });
    return true;
  }
  return handleWatch(command, shell, noun) || moveInList(command, shell, positions);
}

function inDetail(command: CommandId, shell: Shell): boolean {
  const id = shell.slice().opened ?? '';
  switch (command) {
    case 'list.watch':
      toggleWatch(shell, noun, id);
      return true;
    case 'move.open':
      shell.goTo(
        'streams',
        streamsOf({ application: findApplication(shell.view.state, id).application?.name ?? id }),
      );
      return true;
    default:
      return handleDetail(command, shell, noun);
  }
}

export const applicationsScreen: Screen<ApplicationsSlice, ApplicationsModel> = {
  initial: applicationsStart,
  list: { opened: undefined, detailScroll: 0 },
  lasting: ['watched'],
  filter: {
    hint: 'Application name, type:EDGE, viewers>500, !test',
    isAsked: true,
    check: (text) => applicationTerms(parseApplicationFilter(text)).problem,
    count: ({ loaded }) => loaded?.totalItems,
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

  model: applicationsModel,
  draw: drawApplications,
  handle: handleApplications,
  object(model) {
    const id = model.slice.opened ?? chosenIn(model);
    const application = id === undefined ? undefined : findApplication(model.view.state, id).application;
    return application && { kind: 'application', values: { id: application.id, name: application.name } };
  },
  point: pointInLists(positions),

  follows: ({ watched }) => ({ watchedApplications: watched }),

  interest({ slice, lists: { all }, loaded }) {
    if (slice.opened !== undefined)
      return { watchedApplications: [...new Set([...slice.watched, slice.opened])] };
    if (!all || !loaded || slice.terms !== '') return {};
    const window = applicationWindow(loaded, slice, all);
    return { applications: { query: applicationQuery(slice, slice.sort), ...window } };
  },

  summary({ view, slice }) {
    const list = loadedApplications(view, slice);
    const lines = [`${counted(list.totalItems, 'application')}.`];
    for (let index = 0; index < Math.min(30, list.count); index++) {
      const it = list.rowAt(index);
      if (!it) continue;
      const link = applicationLink(it, view.triage.problems);
      lines.push(
        `${it.name}, ${it.type ?? 'type not known'}: link ${link.word ?? link.kind}, ${counted(it.streamCount, 'stream')}, ${counted(it.viewerCount, 'viewer')}.`,
      );
    }
    return lines;
  },
};
