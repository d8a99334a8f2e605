import type { CommandId } from '../../../actions/commands.ts';
import { addIds, splitIds } from '../../../views/lists/id-list.ts';
import { MOST_VIEWERS } from '../../../views/viewers/viewers.ts';
import { handleDetail, handleRow, type Noun, withChosen } from '../../list-screen/row-keys.ts';
import { moveInList, type Positions, pointInLists } from '../../list-screen/shown-list.ts';
import { textField } from '../../primitives/text-field.ts';
import type { ScreenShell } from '../../shell.ts';
import { streamsOf } from '../streams/slice.ts';
import type { ViewersModel } from './model.ts';
import type { ViewersPart, ViewersSlice } from './slice.ts';

type Viewers = ScreenShell<ViewersSlice, ViewersModel>;

const noun: Noun = { one: 'viewer', identity: 'id', screen: 'viewers' };

const positions: Positions<ViewersSlice, ViewersPart> = { found: 'foundAt', missing: 'missingAt' };

export const pointInViewers = pointInLists<ViewersSlice>(positions);

export function handleViewers(command: CommandId, shell: Viewers): boolean {
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

export function addViewers(shell: Viewers, text: string): void {
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
