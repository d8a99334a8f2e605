import { duration, percent } from '../../../base/format.ts';
import { countedBy, quoted } from '../../../views/lists/counted.ts';
import { serverColumns } from '../../../views/servers/columns.ts';
import { serverFilter } from '../../../views/servers/list.ts';
import { serverRows } from '../../../views/servers/outline.ts';
import type { Screen } from '../../screen.ts';
import { handleServers, openServer, pointInServers } from './keys.ts';
import { type ServersModel, serversModel } from './model.ts';
import { hasMap, type ServersSlice, serversModes, serversStart } from './slice.ts';
import { drawServers } from './view.ts';

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
    names: serversModes,
    offers: (name, view) => name !== 'map' || hasMap(view),
    read: ({ mode }) => mode,
    write: (name) => ({ mode: serversModes.find((mode) => mode === name) ?? 'list' }),
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
