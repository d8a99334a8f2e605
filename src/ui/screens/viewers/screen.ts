import type { CommandId } from '../../../actions/commands.ts';
import { percent } from '../../../base/format.ts';
import type { Rect } from '../../../base/text.ts';
import { measuredScore } from '../../../triage/stream-health.ts';
import { addIds, splitIds } from '../../../views/lists/id-list.ts';
import { viewerColumns } from '../../../views/viewers/columns.ts';
import { viewerFilter, viewerLists } from '../../../views/viewers/lists.ts';
import { kindLook, MOST_VIEWERS, type ViewerShow } from '../../../views/viewers/viewers.ts';
import { besideOf, withDetail } from '../../list-screen/beside.ts';
import { handleDetail, handleRow, type Noun, withChosen } from '../../list-screen/row-keys.ts';
import { tableRows } from '../../list-screen/table-rows.ts';
import { listStart, moveList, placeList } from '../../primitives/list.ts';
import { textField } from '../../primitives/text-field.ts';
import type { ScreenShell } from '../../shell.ts';
import type { View } from '../../view.ts';
import { rendered } from '../rendered.ts';
import { streamsOf } from '../streams/slice.ts';
import { viewerDetail, viewerFacts } from './detail.ts';
import { viewerListPanes } from './lists.ts';
import { type ViewersSlice, viewersLayout, viewersStart } from './slice.ts';

const noun: Noun = { one: 'viewer', identity: 'id', screen: 'viewers' };

type Viewers = ScreenShell<ViewersSlice>;

const shows: readonly ViewerShow[] = ['all', 'people', 'machines'];

export const viewersScreen = rendered<ViewersSlice>({
  initial: viewersStart,
  list: { opened: undefined, detailScroll: 0 },
  lasting: ['ids'],
  filter: {
    hint: 'Id, stream, application, address, device, health<60, !test',
    check: (text) => viewerFilter(text).problem,
    count: (view, slice) => viewerLists(view.state, slice).found.length,
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

  render(view, slice, area) {
    if (slice.opened !== undefined) return [viewerDetail(view, slice.opened, area, slice.detailScroll)];
    if (slice.ids.length === 0) return viewerListPanes(view, slice, area);
    return withDetail(
      besideOf(area),
      (rect) => viewerListPanes(view, slice, rect),
      (rect, list) => {
        const id = chosen(view, slice, list);
        return id === undefined ? undefined : [viewerDetail(view, id, rect, undefined)];
      },
    );
  },

  handle(command, shell) {
    if (shell.slice().opened !== undefined) return inDetail(command, shell);
    return (
      handleRow(command, shell, noun, () => chosenIn(shell)) ||
      handleList(command, shell) ||
      move(command, shell)
    );
  },

  follows: ({ ids }) => ({ viewers: ids }),

  command(argument, shell) {
    add(shell, argument);
  },

  idle: (_view, { ids }) =>
    ids.length > 0
      ? ['list.watch']
      : ['list.watch', 'list.view', 'move.open', 'action.delete', 'table.sort', 'list.filter'],

  paste(text, shell) {
    add(shell, text);
  },

  summary(view, slice) {
    const { found, missing } = viewerLists(view.state, slice);
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
});

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
      return handleDetail(command, shell, noun, () => ({
        rows: viewerFacts(shell.view, id, shell.area).length,
        facts: shell.area,
      }));
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
        submit: (text) => add(shell, text),
      });
      return true;
    case 'action.delete':
      withChosen(shell, noun, chosenIn(shell), (id) => remove(shell, id));
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

/** The list with the focus. An empty list of missing ones is not on the screen, so it has no focus either. */
function focused(view: View, slice: ViewersSlice, area: Rect) {
  const lists = viewerLists(view.state, slice);
  const part = lists.missing.length === 0 ? 'found' : slice.part;
  const height = tableRows(viewersLayout(area, part, lists.missing.length)[part]);
  const position = part === 'found' ? slice.foundAt : slice.missingAt;
  return { part, ids: lists[part].map((each) => each.id), height, position };
}

function move(command: CommandId, shell: Viewers): boolean {
  const { part, ids, height, position } = focused(shell.view, shell.slice(), besideOf(shell.area).list);
  const moved = moveList(position, command, ids, height);
  if (moved) shell.set(part === 'found' ? { foundAt: moved } : { missingAt: moved });
  return moved !== undefined;
}

function chosenIn({ view, slice, area }: Viewers): string | undefined {
  return chosen(view, slice(), besideOf(area).list);
}

/** Id of the selected viewer; undefined where it vanished. */
function chosen(view: View, slice: ViewersSlice, area: Rect): string | undefined {
  const { ids, height, position } = focused(view, slice, area);
  const placed = placeList(position, ids, height);
  return placed.vanished ? undefined : ids[placed.index];
}

function add(shell: Viewers, text: string): void {
  const ids = splitIds(text);
  if (ids.length === 0) return;
  const added = addIds(shell.slice().ids, ids, MOST_VIEWERS, 'viewer');
  shell.set({ ids: added.ids });
  shell.notice(added.message, added.full ? 'warn' : 'info');
}

/** Only from this list: nothing happens to the session on the server. */
function remove(shell: Viewers, id: string): void {
  const { ids, foundAt, missingAt } = shell.slice();
  const left = { ids: ids.filter((each) => each !== id) };
  const next = { ...foundAt, selectedId: undefined };
  shell.set({ ...left, foundAt: next, missingAt: { ...missingAt, selectedId: undefined } });
  shell.notice(`${id} is no longer followed here; its session goes on.`);
}
