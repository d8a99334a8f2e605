import type { CommandId } from '../../../actions/commands.ts';
import { moveList, placeList, targetOf } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import { goToTarget } from '../places.ts';
import { applicationIds, applicationPosition } from './applications.ts';
import { journalOf, openedLayout, openedRecord } from './opened.ts';
import { openedServer, type ServersSlice } from './slice.ts';

/** Opens a server; Esc leads back to where it was chosen. */
export function open(shell: ScreenShell<ServersSlice>, name: string): void {
  shell.goTo('servers', openedServer(name));
}

/** Commands while a server is open. */
export function handleOpened(command: CommandId, shell: ScreenShell<ServersSlice>): boolean {
  const slice = shell.slice();
  const name = slice.opened ?? '';
  switch (command) {
    case 'app.copy':
      shell.copy(name, `the server's name ${name}`);
      return true;
    case 'move.nextPane':
    case 'move.previousPane':
      shell.set({ pane: slice.pane === 'applications' ? 'journal' : 'applications' });
      return true;
    default:
      return slice.pane === 'journal' ? scrollJournal(command, shell) : onApplications(command, shell);
  }
}

function scrollJournal(command: CommandId, shell: ScreenShell<ServersSlice>): boolean {
  const { view, area } = shell;
  const slice = shell.slice();
  const record = openedRecord(view, slice);
  if (!record) return false;
  const visible = Math.max(1, (openedLayout(view, record, area).journal?.height ?? 3) - 2);
  const total = journalOf(view, record.name).length;
  const most = Math.max(0, total - visible);
  const back = Math.min(slice.journalBack, most);
  // Counted from the newest, so that down leads towards it.
  const top = targetOf(command, most - back, most + 1, visible);
  if (top === undefined) return false;
  shell.set({ journalBack: Math.max(0, Math.min(most, most - top)) });
  return true;
}

function onApplications(command: CommandId, shell: ScreenShell<ServersSlice>): boolean {
  const { view, area } = shell;
  const slice = shell.slice();
  const record = openedRecord(view, slice);
  if (!record) return false;
  const ids = applicationIds(record);
  const height = Math.max(1, openedLayout(view, record, area).applications.height - 3);
  if (command === 'move.open') {
    const placed = placeList(applicationPosition(slice, record), ids, height);
    const application = record.server.applications?.[placed.index];
    if (application && !placed.vanished) {
      goToTarget({ kind: 'application', name: application.name }, shell);
    }
    return true;
  }
  const moved = moveList(applicationPosition(slice, record), command, ids, height);
  if (moved) shell.set({ applications: moved });
  return moved !== undefined;
}
