import type { CommandId } from '../../actions/commands.ts';
import type { Line } from '../../base/text.ts';
import {
  type ApplicationFilter,
  applicationFilterText,
  applicationQuery,
  isApplicationFiltered,
  linkOf,
  nextApplicationSort,
  nextType,
  noApplicationFilter,
  parseApplicationFilter,
} from '../../views/applications.ts';
import { whole } from '../../views/format.ts';
import { addIds, splitIds } from '../../views/paged-list.ts';
import { noStreamFilter } from '../../views/streams.ts';
import { chosenId, moveEndless } from '../primitives/endless-list.ts';
import { listStart, moveList, placeList } from '../primitives/list.ts';
import { textField } from '../primitives/text-field.ts';
import type { Controller, Screen } from '../screen.ts';
import { applicationDetail } from './applications-detail.ts';
import { applicationListPane } from './applications-lists.ts';
import {
  type ApplicationsSlice,
  applicationsStart,
  applicationWindow,
  loadedApplications,
} from './applications-slice.ts';
import { scrolled } from './detail-parts.ts';
import { tableRows } from './table-rows.ts';

/** Applications that are followed at most: each costs a place in a look-up every three seconds. */
const MOST_WATCHED = 200;

type Applications = Controller<ApplicationsSlice>;

export const applicationsScreen: Screen<ApplicationsSlice> = {
  name: 'applications',
  initial: applicationsStart,

  render(view, slice, area) {
    if (slice.opened !== undefined) return [...applicationDetail(view, slice, slice.opened, area).panes];
    return [applicationListPane(view, slice, area)];
  },

  handle(command, controller) {
    if (controller.slice().opened !== undefined) return handleDetail(command, controller);
    return handleList(command, controller) || move(command, controller);
  },

  status(_view, slice): Line {
    if (slice.opened !== undefined || !isApplicationFiltered(slice)) return [];
    return [
      { text: applicationFilterText(slice), tone: 'accent' },
      { text: ' (Esc: all)', tone: 'dim' },
    ];
  },

  interest(view, slice, area) {
    if (slice.opened !== undefined)
      return { watchedApplications: [...new Set([...slice.watched, slice.opened])] };
    if (slice.part === 'watched') return {};
    const list = loadedApplications(view.state, view.triage.problems, slice);
    const window = applicationWindow(list, slice, tableRows(area));
    return { applications: { query: applicationQuery(slice, slice.sort), ...window } };
  },

  command(argument, controller) {
    filter(controller, parseApplicationFilter(argument));
    controller.set({ part: 'all', opened: undefined });
  },

  summary(view, slice) {
    const list = loadedApplications(view.state, view.triage.problems, slice);
    const lines = [`${whole(list.totalItems)} applications.`];
    for (let index = 0; index < Math.min(30, list.count); index++) {
      const it = list.rowAt(index);
      if (!it) continue;
      const link = linkOf(it, view.triage.problems);
      lines.push(
        `${it.name}, ${it.type ?? 'type not known'}: link ${link.word ?? link.kind}, ${whole(it.streamCount)} streams, ${whole(it.viewerCount)} viewers.`,
      );
    }
    return lines;
  },
};

function handleDetail(command: CommandId, controller: Applications): boolean {
  const slice = controller.slice();
  const name = slice.opened ?? '';
  switch (command) {
    case 'app.back':
      controller.set({ opened: undefined, detailScroll: 0, guest: false });
      return !slice.guest;
    case 'app.copy':
      controller.copy(name, `the application's name ${name}`);
      return true;
    case 'list.mark':
      mark(controller, name);
      return true;
    case 'move.open':
      controller.goTo('streams', {
        ...noStreamFilter,
        application: name,
        part: 'all',
        all: listStart,
        opened: undefined,
        guest: true,
      });
      return true;
    default: {
      const { rows, facts } = applicationDetail(controller.view, slice, name, controller.area);
      const target = scrolled(command, slice.detailScroll, rows, facts);
      if (target !== undefined) controller.set({ detailScroll: target });
      return target !== undefined;
    }
  }
}

function handleList(command: CommandId, controller: Applications): boolean {
  const slice = controller.slice();
  switch (command) {
    case 'move.open':
      withChosen(controller, (name) => controller.set({ opened: name, detailScroll: 0 }));
      return true;
    case 'app.copy':
      withChosen(controller, (name) => controller.copy(name, `the application's name ${name}`));
      return true;
    case 'list.mark':
      withChosen(controller, (name) => mark(controller, name));
      return true;
    case 'list.view':
      controller.set({ part: slice.part === 'all' ? 'watched' : 'all' });
      return true;
    case 'table.sort':
      controller.set({ part: 'all', sort: nextApplicationSort(slice.sort), all: listStart });
      return true;
    case 'table.turn':
      controller.set({
        part: 'all',
        sort: { ...slice.sort, descending: !slice.sort.descending },
        all: listStart,
      });
      return true;
    case 'list.state':
      filter(controller, { ...slice, appType: nextType(slice.appType) });
      controller.set({ part: 'all' });
      return true;
    case 'list.filter':
      controller.open({
        kind: 'prompt',
        label: 'Application name, type:EDGE',
        field: textField(applicationFilterText(slice)),
        submit: (text) => {
          filter(controller, parseApplicationFilter(text));
          controller.set({ part: 'all' });
        },
      });
      return true;
    case 'action.lookup':
      controller.open({
        kind: 'prompt',
        label: 'Application names to watch',
        field: textField(),
        submit: (text) => lookUp(controller, splitIds(text)),
      });
      return true;
    case 'app.back':
      if (slice.part === 'watched') controller.set({ part: 'all' });
      else if (isApplicationFiltered(slice)) filter(controller, noApplicationFilter);
      else return false;
      return true;
    default:
      return false;
  }
}

function filter(controller: Applications, { search, appType }: ApplicationFilter): void {
  controller.set({ search, appType, all: listStart });
}

function move(command: CommandId, controller: Applications): boolean {
  const { view, area } = controller;
  const slice = controller.slice();
  const height = tableRows(area);
  if (slice.part === 'all') {
    const list = loadedApplications(view.state, view.triage.problems, slice);
    const all = moveEndless(slice.all, command, list, height);
    if (all) controller.set({ all });
    return all !== undefined;
  }
  const watch = moveList(slice.watch, command, slice.watched, height);
  if (watch) controller.set({ watch });
  return watch !== undefined;
}

/** Runs with the name of the selected application; where it vanished or is not loaded, it is said. */
function withChosen(controller: Applications, run: (name: string) => void): void {
  const { view, area } = controller;
  const slice = controller.slice();
  const height = tableRows(area);
  let name: string | undefined;
  if (slice.part === 'all') {
    name = chosenId(slice.all, loadedApplications(view.state, view.triage.problems, slice), height);
  } else {
    const placed = placeList(slice.watch, slice.watched, height);
    name = placed.vanished ? undefined : slice.watched[placed.index];
  }
  if (name === undefined) controller.notice('No application is selected here.', 'warn');
  else run(name);
}

function mark(controller: Applications, name: string): void {
  const { watched } = controller.slice();
  if (watched.includes(name)) {
    controller.set({ watched: watched.filter((each) => each !== name) });
    controller.notice('No longer watched.');
    return;
  }
  const added = addIds(watched, [name], MOST_WATCHED, 'application');
  controller.set({ watched: added.ids });
  controller.notice(added.full ? added.told : 'Watched: v shows the watch list.', added.full ? 'warn' : 'ok');
}

function lookUp(controller: Applications, names: readonly string[]): void {
  if (names.length === 0) return;
  const added = addIds(controller.slice().watched, names, MOST_WATCHED, 'application');
  controller.set({ watched: added.ids, part: 'watched', watch: { ...listStart, selectedId: names[0] } });
  controller.notice(added.told, added.full ? 'warn' : 'ok');
}
