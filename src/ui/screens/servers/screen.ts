import type { CommandId } from '../../../actions/commands.ts';
import { duration, percent } from '../../../base/format.ts';
import { countedBy, quoted } from '../../../views/lists/filter.ts';
import { serverColumns } from '../../../views/servers/columns.ts';
import { neighbourServer } from '../../../views/servers/heat-cells.ts';
import { serverFilter } from '../../../views/servers/list.ts';
import { serverRows } from '../../../views/servers/outline.ts';
import type { OwnJournal } from '../../detail/own-journal.ts';
import { moveInList, type Positions, selectedAt } from '../../list-screen/shown-list.ts';
import { handleDetail, type Noun } from '../../list-screen/watch-list.ts';
import { targetOf } from '../../primitives/list.ts';
import type { Screen } from '../../screen.ts';
import type { ScreenShell } from '../../shell.ts';
import { goToTarget } from '../places.ts';
import { type ServersModel, type ServersPart, serversModel } from './model.ts';
import { hasMap, openedServer, type ServersSlice, serversStart } from './slice.ts';
import { drawServers } from './view.ts';

type Shell = ScreenShell<ServersSlice, ServersModel>;

const positions: Positions<ServersSlice, ServersPart> = {
  list: 'position',
  map: 'position',
  applications: 'applications',
  journal: 'journalBack',
  facts: 'detailScroll',
};

/** Opens a server; Esc leads back to the previous screen. */
function openServer(shell: Pick<Shell, 'goTo'>, name: string): void {
  shell.goTo('servers', openedServer(name));
}

/** Selects a server in the list or the map, or gives a pane of the opened server the focus. */
function pointInServers(pane: string, row: string | undefined, shell: Shell): void {
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

function handleServers(command: CommandId, shell: Shell): boolean {
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
  else if (command === 'move.open')
    shell.goTo('servers', { filter: `group:${quoted(row.label)}`, folded: [] });
  else if (row.folded === (command === 'move.right')) fold(shell, row.id);
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

/** All servers as one list, by group or as a heat map; and one opened server (A11, A12). */
export const serversScreen: Screen<ServersSlice, ServersModel> = {
  initial: serversStart,
  list: { opened: undefined },
  filter: {
    hint: 'Name, host, group, role, cpu>80, group:eu, !edge',
    check: (text) => serverFilter(text).problem,
    count: ({ records }) => records.length,
    choices: ({ state }) =>
      countedBy(state.servers, ({ server }) => server.groupName).map(({ name, count }) => ({
        label: `group ${name}`,
        note: String(count),
        text: `group:${quoted(name)}`,
      })),
    read: ({ filter }) => filter,
    write: (filter) => ({ filter }),
  },
  order: { columns: serverColumns, read: ({ sort }) => sort, write: (sort) => ({ sort }) },
  views: {
    names: ['list', 'map'],
    offers: (name, view) => name !== 'map' || hasMap(view),
    read: ({ mode }) => mode,
    write: (name) => ({ mode: name === 'map' ? 'map' : 'list' }),
  },

  model: serversModel,
  draw: drawServers,
  handle: handleServers,
  object({ selected, detail }) {
    const record = detail?.record ?? selected?.record;
    const { hostName, groupName } = record?.server ?? {};
    return record && { kind: 'server', values: { name: record.name, host: hostName, group: groupName } };
  },
  point: pointInServers,

  interest: () => ({ servers: true }),

  /** The name of a server opens it; any other text is a filter. */
  command(argument, shell) {
    const name = argument.trim();
    if (shell.view.state.servers.some((record) => record.name === name)) openServer(shell, name);
    else shell.goTo('servers', { filter: name });
  },

  summary({ view, records }) {
    return serverRows(records, 'list', []).map(({ label, role, cpu, mem, record }) => {
      const gone = record?.goneSince;
      if (gone !== undefined) return `Server ${label}, ${role}, is gone since ${duration(view.now - gone)}.`;
      const use = (value: number | undefined) => (value === undefined ? 'not known' : percent(value * 100));
      return `Server ${label}, ${role}: CPU ${use(cpu)}, memory ${use(mem)}.`;
    });
  },
};
