import type { CommandId } from '../../../actions/commands.ts';
import { findApplication } from '../../../cluster/find-application.ts';
import { handleDetail, type Noun } from '../../list-screen/row-keys.ts';
import { moveInList, type Positions, pointInLists } from '../../list-screen/shown-list.ts';
import { handleWatch, toggleWatch } from '../../list-screen/watch-list.ts';
import type { ScreenShell } from '../../shell.ts';
import { streamsOf } from '../streams/slice.ts';
import type { ApplicationsModel } from './model.ts';
import type { ApplicationsPart, ApplicationsSlice } from './slice.ts';

type Shell = ScreenShell<ApplicationsSlice, ApplicationsModel>;

const noun: Noun = { one: 'application', identity: 'id', screen: 'applications' };

const positions: Positions<ApplicationsSlice, ApplicationsPart> = { all: 'all', watched: 'watch' };

export const pointInApplications = pointInLists<ApplicationsSlice>(positions);

export function handleApplications(command: CommandId, shell: Shell): boolean {
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
