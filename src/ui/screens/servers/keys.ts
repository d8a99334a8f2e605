import type { CommandId } from '../../../actions/commands.ts';
import { neighbourServer } from '../../../views/servers/heat-grid.ts';
import type { OwnJournal } from '../../detail/own-journal.ts';
import { handleDetail, type Noun } from '../../list-screen/row-keys.ts';
import { moveInList, type Positions, selectedAt } from '../../list-screen/shown-list.ts';
import { targetOf } from '../../primitives/list.ts';
import type { ScreenShell } from '../../shell.ts';
import { goToTarget } from '../places.ts';
import type { ServersModel, ServersPart } from './model.ts';
import { openedServer, type ServersSlice } from './slice.ts';

type Shell = ScreenShell<ServersSlice, ServersModel>;

const positions: Positions<ServersSlice, ServersPart> = {
  list: 'position',
  map: 'position',
  applications: 'applications',
  journal: 'journalBack',
  facts: 'detailScroll',
};

/** Opens a server; Esc leads back to the previous screen. */
export function openServer(shell: Pick<Shell, 'goTo'>, name: string): void {
  shell.goTo('servers', openedServer(name));
}

/** Selects a server in the list or the map, or gives a pane of the opened server the focus. */
export function pointInServers(pane: string, row: string | undefined, shell: Shell): void {
  const { lists, rows } = shell.model;
  if (pane === 'servers.journal' || pane === 'servers.detail') {
    shell.set({ pane: pane === 'servers.journal' ? 'journal' : 'facts' });
  } else if (pane === 'servers.applications') {
    const { applications } = lists;
    shell.set({
      pane: 'applications',
      ...(applications && row !== undefined && { applications: selectedAt(applications, row) }),
    });
  } else if (row !== undefined) {
    const index = rows.findIndex(({ id }) => id === row);
    shell.set({ position: lists.list ? selectedAt(lists.list, row) : { selectedId: row, index, scroll: 0 } });
  }
}

export function handleServers(command: CommandId, shell: Shell): boolean {
  if (shell.slice().opened !== undefined) return inServer(command, shell);
  return moveInMap(command, shell) || moveInList(command, shell, positions) || onRow(command, shell);
}

/** In the map, left and right move by cells, up and down by rows. */
function moveInMap(command: CommandId, shell: Shell): boolean {
  const { map, lists, rows } = shell.model;
  if (!map || !lists.map) return false;
  const { index } = lists.map.placed;
  const steps: Partial<Record<CommandId, number>> = {
    'move.left': index - 1,
    'move.right': index + 1,
    'move.up': neighbourServer(map.grid, index, -1),
    'move.down': neighbourServer(map.grid, index, 1),
  };
  const step = steps[command];
  if (step === undefined) return false;
  const target = Math.max(0, Math.min(step, rows.length - 1));
  shell.set({ position: { selectedId: rows[target]?.id, index: target, scroll: 0 } });
  return true;
}

/** Commands that need a selected row. Without one they only show a message. */
function onRow(command: CommandId, shell: Shell): boolean {
  if (!['move.open', 'move.left', 'move.right', 'app.copy'].includes(command)) return false;
  const { selected: row } = shell.model;
  if (!row) {
    shell.notice('The selected row is no longer in the list.', 'warn');
    return true;
  }
  if (command === 'app.copy') shell.copy(row.label, `the name ${row.label}`);
  else if (command === 'move.open' && row.record) openServer(shell, row.record.name);
  else if (command === 'move.open' || row.folded === (command === 'move.right')) fold(shell, row.id);
  return true;
}

/** Folds or unfolds a group. */
function fold(shell: Shell, id: string): void {
  const { folded } = shell.slice();
  shell.set({
    folded: folded.includes(id) ? folded.filter((other) => other !== id) : [...folded, id],
  });
}

const noun: Noun = { one: 'server', identity: 'name', screen: 'servers' };

/** Handles commands while a server is open. */
function inServer(command: CommandId, shell: Shell): boolean {
  const { detail, part } = shell.model;
  if (command === 'move.nextPane' || command === 'move.previousPane') {
    const panes = (['applications', 'journal', 'facts'] as const).filter(
      (pane) => pane !== 'journal' || detail?.journal,
    );
    const step = command === 'move.nextPane' ? 1 : panes.length - 1;
    shell.set({ pane: panes[(panes.indexOf(detail?.pane ?? 'applications') + step) % panes.length] });
    return true;
  }
  if (part === 'facts' || command === 'app.copy') return handleDetail(command, shell, noun);
  if (part === 'journal' && detail?.journal) return scrollJournal(command, shell, detail.journal);
  return onApplications(command, shell);
}

function scrollJournal(command: CommandId, shell: Shell, journal: OwnJournal): boolean {
  const { back, mostBack, height } = journal;
  // Counted from the newest line, so that moving down goes towards it.
  const top = targetOf(command, mostBack - back, mostBack + 1, height);
  if (top === undefined) return false;
  shell.set({ journalBack: Math.max(0, Math.min(mostBack, mostBack - top)) });
  return true;
}

function onApplications(command: CommandId, shell: Shell): boolean {
  const { applications } = shell.model.lists;
  if (!applications) return false;
  if (command !== 'move.open') return moveInList(command, shell, positions);
  const { selected } = applications;
  if (selected) goToTarget({ kind: 'application', name: selected.name }, shell);
  return true;
}
