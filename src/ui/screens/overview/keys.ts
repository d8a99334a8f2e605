import type { CommandId } from '../../../actions/commands.ts';
import { moveInList, selectedAt } from '../../list-screen/shown-list.ts';
import type { ScreenShell } from '../../shell.ts';
import { goToTarget } from '../places.ts';
import type { OverviewModel } from './model.ts';
import type { OverviewSlice } from './slice.ts';

type Overview = ScreenShell<OverviewSlice, OverviewModel>;

export function pointInOverview(_pane: string, row: string | undefined, shell: Overview): void {
  if (row !== undefined) shell.set({ servers: selectedAt(shell.model.lists.servers, row) });
}

export function handleOverview(command: CommandId, shell: Overview): boolean {
  const { problems, lists } = shell.model;
  const name = lists.servers.chosen;
  if (command === 'move.open') {
    // Until the user selects a server, Enter opens the worst problem.
    const worst = lists.servers.position.selectedId === undefined ? problems[0] : undefined;
    if (worst) goToTarget({ kind: 'problem', key: worst.key }, shell);
    else if (name !== undefined) goToTarget({ kind: 'server', name }, shell);
    return true;
  }
  if (command === 'app.copy') {
    if (name !== undefined) shell.copy(name, `the server's name ${name}`);
    return true;
  }
  return moveInList(command, shell, { servers: 'servers' });
}
