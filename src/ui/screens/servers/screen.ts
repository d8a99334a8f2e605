import { duration, percent } from '../../../base/format.ts';
import { countedBy, quoted } from '../../../views/lists/counted.ts';
import { serverColumns } from '../../../views/servers/columns.ts';
import { serverFilter } from '../../../views/servers/list.ts';
import type { ScreenShell } from '../../shell.ts';
import { rendered } from '../rendered.ts';
import { movedInMap } from './heat-map.ts';
import { listWithDetail, serversBeside } from './list.ts';
import { openedPanes } from './opened.ts';
import { handleOpened, open } from './opened-keys.ts';
import {
  flipped,
  movedPosition,
  rowsOf,
  type ServersSlice,
  selectedRow,
  serversModes,
  serversStart,
} from './slice.ts';

/** All servers as list, heat map, groups or tree; one opened (A11, A12). */
export const serversScreen = rendered<ServersSlice>({
  initial: serversStart,
  list: { opened: undefined },
  filter: {
    hint: 'Name, host, group, role, cpu>80, group:eu, !edge',
    check: (text) => serverFilter(text).problem,
    count: (view, slice) =>
      view.state.servers.filter((record) => serverFilter(slice.filter).test(record)).length,
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
    names: serversModes,
    read: ({ mode }) => mode,
    write: (name) => ({ mode: serversModes.find((mode) => mode === name) ?? 'list' }),
  },

  render(view, slice, area) {
    return slice.opened === undefined ? listWithDetail(view, slice, area) : openedPanes(view, slice, area);
  },

  interest: () => ({ servers: true }),

  handle(command, shell) {
    const slice = shell.slice();
    if (slice.opened !== undefined) return handleOpened(command, shell);
    const rows = rowsOf(shell.view, slice);
    const moved =
      slice.mode === 'map'
        ? movedInMap(slice.position, command, rows, serversBeside(slice, shell.area).list)
        : movedPosition(slice, command, rows, shell.area);
    if (moved) {
      shell.set({ position: moved });
      return true;
    }
    switch (command) {
      default:
        return onRow(command, shell);
    }
  },

  /** A name opens its server, anything else filters. */
  command(argument, shell) {
    const name = argument.trim();
    if (shell.view.state.servers.some((record) => record.name === name)) open(shell, name);
    else shell.goTo('servers', { filter: name });
  },

  summary(view, slice) {
    const rows = rowsOf(view, { ...slice, mode: 'list' });
    return rows.map(({ label, role, cpu, mem, record }) => {
      const gone = record?.goneSince;
      if (gone !== undefined) return `Server ${label}, ${role}, is gone since ${duration(view.now - gone)}.`;
      const use = (value: number | undefined) => (value === undefined ? 'not known' : percent(value * 100));
      return `Server ${label}, ${role}: CPU ${use(cpu)}, memory ${use(mem)}.`;
    });
  },
});

/** Commands that need a selected row: without one they do nothing, and say so. */
function onRow(command: string, shell: ScreenShell<ServersSlice>): boolean {
  if (!['move.open', 'move.left', 'move.right', 'app.copy'].includes(command)) return false;
  const slice = shell.slice();
  const rows = rowsOf(shell.view, slice);
  const row = selectedRow(slice, rows, shell.area);
  if (!row) {
    shell.notice('Nothing is selected: the selected one is no longer in the list.', 'warn');
    return true;
  }
  if (command === 'app.copy') shell.copy(row.label, `the name ${row.label}`);
  else if (command === 'move.open') {
    if (row.record) open(shell, row.record.name);
    else shell.set({ toggled: flipped(slice.toggled, row.id) });
  } else if (row.folded === (command === 'move.right')) {
    shell.set({ toggled: flipped(slice.toggled, row.id) });
  } else if (command === 'move.left' && row.depth > 0) {
    // Left on what is folded already leads to what holds it, as in every tree.
    const at = rows.indexOf(row);
    const parent = rows.slice(0, at).findLastIndex((other) => other.depth < row.depth);
    const id = rows[parent]?.id;
    if (id !== undefined) shell.set({ position: { ...slice.position, selectedId: id, index: parent } });
  }
  return true;
}
