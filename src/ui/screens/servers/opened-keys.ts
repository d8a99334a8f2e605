import type { CommandId } from '../../../actions/commands.ts';
import { moveList, placeList, targetOf } from '../../primitives/list.ts';
import type { Controller } from '../../screen.ts';
import { goToTarget } from '../places.ts';
import { applicationIds, applicationPosition } from './applications.ts';
import { journalOf, openedLayout, openedRecord } from './opened.ts';
import { openedServer, type ServersSlice } from './slice.ts';

/** Opens a server; Esc leads back to where it was chosen. */
export function open(controller: Controller<ServersSlice>, name: string): void {
  controller.goTo('servers', openedServer(name));
}

/** Commands while a server is open. */
export function handleOpened(command: CommandId, controller: Controller<ServersSlice>): boolean {
  const slice = controller.slice();
  const name = slice.opened ?? '';
  switch (command) {
    case 'app.copy':
      controller.copy(name, `the server's name ${name}`);
      return true;
    case 'move.nextPane':
    case 'move.previousPane':
      controller.set({ pane: slice.pane === 'applications' ? 'journal' : 'applications' });
      return true;
    default:
      return slice.pane === 'journal'
        ? scrollJournal(command, controller)
        : onApplications(command, controller);
  }
}

function scrollJournal(command: CommandId, controller: Controller<ServersSlice>): boolean {
  const { view, area } = controller;
  const slice = controller.slice();
  const record = openedRecord(view, slice);
  if (!record) return false;
  const visible = Math.max(1, (openedLayout(view, record, area).journal?.height ?? 3) - 2);
  const total = journalOf(view, record.name).length;
  const most = Math.max(0, total - visible);
  const back = Math.min(slice.journalBack, most);
  // Counted from the newest, so that down leads towards it.
  const top = targetOf(command, most - back, most + 1, visible);
  if (top === undefined) return false;
  controller.set({ journalBack: Math.max(0, Math.min(most, most - top)) });
  return true;
}

function onApplications(command: CommandId, controller: Controller<ServersSlice>): boolean {
  const { view, area } = controller;
  const slice = controller.slice();
  const record = openedRecord(view, slice);
  if (!record) return false;
  const ids = applicationIds(record);
  const height = Math.max(1, openedLayout(view, record, area).applications.height - 3);
  if (command === 'move.open') {
    const placed = placeList(applicationPosition(slice, record), ids, height);
    const application = record.server.applications?.[placed.index];
    if (application && !placed.vanished) {
      goToTarget({ kind: 'application', name: application.name }, controller);
    }
    return true;
  }
  const moved = moveList(applicationPosition(slice, record), command, ids, height);
  if (moved) controller.set({ applications: moved });
  return moved !== undefined;
}
