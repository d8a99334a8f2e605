import { count, DASH, share } from '../../base/format.ts';
import { textWidth } from '../../base/width.ts';
import { serverBandwidth, serverTotal } from '../../cluster/figures.ts';
import { serversResource, staleFor } from '../../cluster/freshness.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import { loadJson } from '../formats/json-values.ts';
import { levelsOf } from '../formats/tones.ts';
import { bits, dimCell, shareCell, trafficTitle } from '../lists/cells.ts';
import type { CellView, ListColumn } from '../lists/column.ts';
import { TREND_SPAN } from '../plots/plots.ts';
import { serverLoad, serverRole } from './load.ts';
import type { ServerRow } from './outline.ts';
import {
  amountCell,
  isAbsent,
  loadCell,
  meterCell,
  nameCell,
  spreadCell,
  stateCell,
  trafficCell,
  trendCell,
} from './server-cells.ts';

interface ServersAt {
  readonly view: CellView;
  /** Width of the whole table; it decides how much detail the bandwidths show. */
  readonly width: number;
  readonly rows: readonly ServerRow[];
}

export type ServerColumn = ListColumn<ServerRecord, ServerRow, ServersAt>;

/** All columns of servers, for the list and the groups. */
export const serverColumns: readonly ServerColumn[] = [
  {
    key: 'name',
    value: ({ name }) => name,
    screen: ({ view, width, rows }) => {
      const longest = Math.max(8, ...rows.map((row) => textWidth(row.label) + row.depth * 2 + 4));
      return {
        title: 'Server',
        width: width < 60 ? 12 : Math.min(width >= 104 ? 28 : 26, longest),
        grow: 2,
        cell: (row, room) => nameCell(view, row, room),
      };
    },
    order: { descending: false, words: byColumn('name') },
    print: { place: 1, title: 'server' },
    json: { name: 'name', kind: 'text' },
  },
  { key: 'host', value: ({ server }) => server.hostName, json: { name: 'host', kind: 'word' } },
  {
    key: 'state',
    // Shown only while a server is missing or gone.
    screen: ({ view, width, rows }) => {
      if (!rows.some(isAbsent)) return undefined;
      const stale = staleFor(serversResource(view.state), view.now) !== undefined;
      return {
        title: 'State',
        width: width >= 90 ? 24 : 12,
        cell: (row, room) => stateCell(row, room, view, stale),
      };
    },
  },
  {
    key: 'heat',
    value: ({ server }) => serverLoad(server).heat,
    screen: ({ view }) => ({ title: 'Load', width: 8, cell: (row, room) => loadCell(view, row, room) }),
    order: {
      value: ({ server }) => wholePercent(serverLoad(server).heat),
      descending: true,
      words: ['coolest first', 'hottest first'],
    },
    json: { name: 'heat', kind: 'count' },
    metrics: [
      {
        name: 'server_heat_ratio',
        help: 'The greatest of CPU, memory and traffic against its cap.',
        unit: 'ratio',
      },
    ],
  },
  {
    key: 'heatCause',
    value: ({ server }) => serverLoad(server).cause,
    json: { name: 'heatCause', kind: 'heatCause' },
  },
  {
    key: 'servers',
    screen: ({ rows }) =>
      isNested(rows)
        ? {
            title: 'Servers',
            width: 7,
            align: 'right',
            rank: 3,
            cell: (row) => (row.servers ? count(row.servers.here) : ''),
          }
        : undefined,
  },
  {
    key: 'apps',
    json: {
      name: 'applications',
      kind: 'applications',
      value: ({ server }) =>
        (server.applications ?? []).map(({ id, name, type, viewers, streams, bandwidth }) => ({
          id: id ?? null,
          name,
          type: type ?? null,
          viewers: loadJson(viewers?.count, viewers?.cap),
          streams: loadJson(streams?.count, streams?.cap),
          inBytesPerSecond: bandwidth?.inBandwidth ?? null,
          outBytesPerSecond: bandwidth?.outBandwidth ?? null,
        })),
    },
  },
  {
    key: 'role',
    value: ({ server }) => serverRole(server) || undefined,
    screen: () => ({ title: 'Role', width: 9, rank: 6, cell: ({ role }) => dimCell(role) }),
    order: { descending: false, words: byColumn('role') },
    print: {
      place: 3,
      title: 'role',
      cell: ({ server }) => `${serverRole(server) || DASH}${server.clusterManager ? ' (manager)' : ''}`,
    },
    json: { name: 'role', kind: 'word' },
  },
  {
    key: 'manager',
    json: { name: 'clusterManager', kind: 'flag', value: ({ server }) => server.clusterManager },
  },
  {
    key: 'group',
    value: ({ server }) => server.groupName || undefined,
    screen: ({ rows }) =>
      isNested(rows)
        ? undefined
        : { title: 'Group', width: 10, rank: 7, cell: ({ group }) => dimCell(group) },
    order: { descending: false, words: byColumn('group') },
    print: { place: 2, title: 'group' },
    json: { name: 'group', kind: 'word' },
  },
  {
    key: 'cpu',
    screen: ({ width, rows, view }) => ({
      title: ' CPU',
      width: cpuWidth(width, rows),
      grow: 1,
      cell: (row, room) =>
        row.cpuMax === undefined
          ? meterCell(row, row.cpu, room, levelsOf('cpu', view.triage.thresholds))
          : spreadCell(row, room, levelsOf('cpu', view.triage.thresholds)),
    }),
    ...ofLoad('cpu', 4),
  },
  {
    key: 'mem',
    screen: ({ view }) => ({
      title: ' Mem',
      width: 9,
      grow: 1,
      rank: 4,
      cell: (row, room) => meterCell(row, row.mem, room, levelsOf('mem', view.triage.thresholds)),
    }),
    ...ofLoad('mem', 5),
  },
  traffic('in', 5, 6),
  traffic('out', 1, 7),
  {
    key: 'outShare',
    extra: true,
    screen: ({ view }) => ({
      title: ' Out of cap',
      width: 11,
      grow: 1,
      rank: 6,
      cell: (row, room) =>
        meterCell(row, share(row.out.used, row.out.cap), room, levelsOf('bandwidth', view.triage.thresholds)),
    }),
    print: {
      place: 8,
      title: 'of cap',
      align: 'right',
      cell: ({ server }, thresholds) => shareCell(serverLoad(server).out, levelsOf('bandwidth', thresholds)),
    },
  },
  countColumn('viewers', 2, 9),
  countColumn('streams', 8, 10),
  trend('cpu', 9),
  trend('out', 10),
];

function byColumn(name: string): readonly [string, string] {
  return [`by ${name} ▴`, `by ${name} ▼`];
}

/** Rounded as shown, so that a change of a tenth does not swap two rows with each poll. */
function wholePercent(share: number | undefined): number | undefined {
  return share === undefined ? undefined : Math.round(share * 100);
}

/** CPU or memory beside the screen: the share in use, and in JSON the percent as the server says it. */
function ofLoad(key: 'cpu' | 'mem', place: number) {
  const [title, member] = key === 'cpu' ? ['CPU', 'cpuUsage' as const] : ['Memory', 'memUsage' as const];
  const used = ({ server }: ServerRecord) => serverLoad(server)[key];
  const name = title.toLowerCase();
  return {
    value: used,
    order: {
      value: (record) => wholePercent(used(record)),
      descending: true,
      words: byColumn(key),
    },
    print: {
      place,
      title: key,
      align: 'right',
      cell: (record, thresholds) => shareCell(used(record), levelsOf(key, thresholds)),
    },
    json: { name: `${name}Percent`, kind: 'count', value: ({ server }) => server.serverStats?.[member] },
    metrics: [{ name: `server_${name}_ratio`, help: `${title} in use.`, unit: 'ratio' }],
  } satisfies Partial<ServerColumn>;
}

/** Incoming or outgoing bandwidth with its cap. */
function traffic(direction: 'in' | 'out', rank: number, place: number): ServerColumn {
  const incoming = direction === 'in';
  const used = ({ server }: ServerRecord) => serverBandwidth(server, direction).used;
  const cap = ({ server }: ServerRecord) => serverBandwidth(server, direction).cap;
  return {
    key: direction,
    rate: true,
    value: used,
    screen: ({ view, width }) => {
      const title = trafficTitle(direction, view.display.units);
      return {
        title,
        width: title.length + (width >= 140 ? 12 : 3),
        grow: 1,
        rank,
        cell: (row, room) => trafficCell(row, row[direction], room, { direction, view }),
      };
    },
    order: { descending: true, words: byColumn(direction) },
    print: { place, title: direction, align: 'right', cell: (record) => bits(used(record)) },
    json: {
      name: `${direction}BytesPerSecond`,
      kind: 'load',
      value: (record) => loadJson(used(record), cap(record)),
    },
    metrics: [
      {
        name: `server_${direction}_bytes_per_second`,
        help: incoming ? 'Incoming traffic.' : 'Outgoing traffic.',
        unit: 'bytes_per_second',
      },
      {
        name: `server_${direction}_limit_bytes_per_second`,
        help: incoming ? 'Cap of incoming traffic.' : 'Cap of outgoing traffic.',
        unit: 'bytes_per_second',
        value: cap,
      },
    ],
  };
}

/** Viewers or streams, summed over the applications of a server. */
function countColumn(key: 'viewers' | 'streams', rank: number, place: number): ServerColumn {
  const title = key === 'viewers' ? 'Viewers' : 'Streams';
  const total = ({ server }: ServerRecord) => serverTotal(server, key);
  return {
    key,
    value: total,
    screen: ({ view }) => ({
      title,
      width: 7,
      align: 'right',
      rank,
      cell: (row) => amountCell(view, row, row[key]),
    }),
    order: { descending: true, words: byColumn(key) },
    print: { place, title: key, align: 'right', cell: (record) => count(total(record)) },
    json: { name: key, kind: 'count' },
    metrics: [{ name: `server_${key}`, help: `${title} on the server.` }],
  };
}

function trend(what: 'cpu' | 'out', rank: number): ServerColumn {
  return {
    key: `${what}Trend`,
    screen: ({ view }) =>
      view.display.lowBandwidth
        ? undefined
        : {
            title: `${what === 'cpu' ? 'CPU' : 'Out'}, ${TREND_SPAN}`,
            width: 12,
            grow: 1,
            rank,
            cell: (row, width) => trendCell(view, row, what, width),
          },
  };
}

const isNested = (rows: readonly ServerRow[]) => rows.some((row) => row.kind !== 'server');

function cpuWidth(width: number, rows: readonly ServerRow[]): number {
  if (width < 60) return 8;
  return isNested(rows) ? 13 : 10;
}
