import type { CommandId } from '../../../actions/commands.ts';
import { percent } from '../../../base/format.ts';
import { measuredScore } from '../../../cluster/figures.ts';
import { addIds, splitIds } from '../../../views/lists/id-list.ts';
import { viewerColumns } from '../../../views/viewers/columns.ts';
import { viewerFilter } from '../../../views/viewers/lists.ts';
import { kindLook, MOST_VIEWERS, type ViewerShow } from '../../../views/viewers/viewers.ts';
import { chosenIn, moveInList, type Positions, pointInLists } from '../../list-screen/shown-list.ts';
import { handleDetail, handleRow, type Noun, withChosen } from '../../list-screen/watch-list.ts';
import { listStart } from '../../primitives/list.ts';
import { textField } from '../../primitives/text-field.ts';
import type { Screen } from '../../screen.ts';
import type { ScreenShell } from '../../shell.ts';
import { streamsOf } from '../streams/slice.ts';
import {
  type ViewersModel,
  type ViewersPart,
  type ViewersSlice,
  viewersModel,
  viewersStart,
} from './model.ts';
import { drawViewers } from './view.ts';

type Viewers = ScreenShell<ViewersSlice, ViewersModel>;

const noun: Noun = { one: 'viewer', identity: 'id', screen: 'viewers' };

const positions: Positions<ViewersSlice, ViewersPart> = { found: 'foundAt', missing: 'missingAt' };

function handleViewers(command: CommandId, shell: Viewers): boolean {
  if (shell.slice().opened !== undefined) return inDetail(command, shell);
  return (
    handleRow(command, shell, noun) || handleList(command, shell) || moveInList(command, shell, positions)
  );
}

function inDetail(command: CommandId, shell: Viewers): boolean {
  const slice = shell.slice();
  const id = slice.opened ?? '';
  switch (command) {
    case 'action.delete':
      remove(shell, id);
      shell.back();
      return true;
    case 'move.open': {
      const { viewers } = shell.view.state;
      const key = viewers.value?.find((each) => each.id === id)?.value?.streamKey;
      if (key) {
        shell.goTo('streams', streamsOf({ search: key }));
      }
      return true;
    }
    default:
      return handleDetail(command, shell, noun);
  }
}

function handleList(command: CommandId, shell: Viewers): boolean {
  const slice = shell.slice();
  switch (command) {
    case 'action.add':
    case 'action.lookup':
      shell.open({
        kind: 'prompt',
        label: 'Viewer ids',
        field: textField(),
        submit: (text) => addViewers(shell, text),
      });
      return true;
    case 'action.delete':
      withChosen(shell, noun, (id) => remove(shell, id));
      return true;
    case 'list.watch':
      shell.notice('Every viewer here is followed; x removes the selected one from the list.');
      return true;
    case 'move.nextPane':
    case 'move.previousPane':
      shell.set({ part: slice.part === 'found' ? 'missing' : 'found' });
      return true;
    default:
      return false;
  }
}

function addViewers(shell: Viewers, text: string): void {
  const ids = splitIds(text);
  if (ids.length === 0) return;
  const added = addIds(shell.slice().ids, ids, MOST_VIEWERS, 'viewer');
  shell.set({ ids: added.ids });
  shell.notice(added.message, added.full ? 'warn' : 'info');
}

/** Removes the id from this list only; the session on the server goes on. */
function remove(shell: Viewers, id: string): void {
  const { ids, foundAt, missingAt } = shell.slice();
  const left = { ids: ids.filter((each) => each !== id) };
  const next = { ...foundAt, selectedId: undefined };
  shell.set({ ...left, foundAt: next, missingAt: { ...missingAt, selectedId: undefined } });
  shell.notice(`${id} is no longer followed here; its session goes on.`);
}

const shows: readonly ViewerShow[] = ['all', 'people', 'machines'];

export const viewersScreen: Screen<ViewersSlice, ViewersModel> = {
  initial: viewersStart,
  list: { opened: undefined, detailScroll: 0 },
  lasting: ['ids'],
  filter: {
    hint: 'Id, stream, application, address, device, health<60, !test',
    check: (text) => viewerFilter(text).problem,
    count: ({ found }) => found.found.length,
    read: ({ search }) => search,
    write: (search) => ({ search }),
  },
  order: { columns: viewerColumns, read: ({ sort }) => sort, write: (sort) => ({ sort }) },
  views: {
    names: shows,
    read: ({ show }) => show,
    write: (name) => ({
      show: shows.find((show) => show === name) ?? 'all',
      part: 'found',
      foundAt: listStart,
    }),
  },

  model: viewersModel,
  draw: drawViewers,
  handle: handleViewers,
  object(model) {
    const id = model.slice.opened ?? chosenIn(model);
    if (id === undefined) return undefined;
    const viewer = model.view.state.viewers.value?.find((each) => each.id === id)?.value;
    const { streamKey, applicationName, remoteAddress } = viewer ?? {};
    return {
      kind: 'viewer',
      values: { id, stream: streamKey, application: applicationName, address: remoteAddress },
    };
  },
  point: pointInLists(positions),

  follows: ({ ids }) => ({ viewers: ids }),

  command(argument, shell) {
    addViewers(shell, argument);
  },

  idle: ({ slice }) =>
    slice.ids.length > 0
      ? ['list.watch']
      : ['list.watch', 'list.view', 'move.open', 'action.delete', 'table.sort', 'list.filter'],

  paste(text, shell) {
    addViewers(shell, text);
  },

  summary({ slice, found: { found, missing } }) {
    return [
      `${slice.ids.length} viewers are followed, ${missing.length} of them not found.`,
      ...found.map(({ id, viewer, kind, endedAt }) => {
        const health = percent(measuredScore(viewer));
        const end = endedAt === undefined ? '' : ' The session has ended.';
        return `${id}: ${kindLook[kind].word}, stream ${viewer.streamKey ?? 'not known'}, health ${health}.${end}`;
      }),
      ...missing.map(({ id, since }) => `${id}: ${since === undefined ? 'being looked up' : 'not found'}.`),
    ];
  },
};
