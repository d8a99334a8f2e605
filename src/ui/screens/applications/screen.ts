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
import { countedBy } from '../../../views/lists/counted.ts';
import { chosenIn } from '../../list-screen/shown-list.ts';
import { listStart } from '../../primitives/list.ts';
import type { Screen } from '../../screen.ts';
import { handleApplications, pointInApplications } from './keys.ts';
import { type ApplicationsModel, applicationsModel, applicationWindow, loadedApplications } from './model.ts';
import { type ApplicationsSlice, applicationsStart } from './slice.ts';
import { drawApplications } from './view.ts';

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
  point: pointInApplications,

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
