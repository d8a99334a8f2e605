import { count, DASH, share } from '../../base/format.ts';
import { textWidth } from '../../base/width.ts';
import { serverBandwidth } from '../../cluster/figures.ts';
import { serversResource, staleFor } from '../../cluster/freshness.ts';
import {
  figureValue,
  type ServerFigure,
  type ShownFigure,
  serverFigures,
} from '../../cluster/server-figures.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import { loadJson } from '../formats/json-values.ts';
import { levelsOf } from '../formats/tones.ts';
import { bits, dimCell, shareCell, trafficTitle } from '../lists/cells.ts';
import type { CellView, Column, ListColumn } from '../lists/column.ts';
import { measureName } from '../metrics/cluster-metrics.ts';
import { TREND_SPAN } from '../plots/plots.ts';
import { serverLoad, serverRole } from './load.ts';
import type { ServerRow } from './outline.ts';
import { figureCell, isAbsent, loadCell, meterCell, nameCell, stateCell, trendCell } from './server-cells.ts';

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
    order: orderOf('name'),
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
    order: orderOf('role'),
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
    order: orderOf('group'),
    print: { place: 2, title: 'group' },
    json: { name: 'group', kind: 'word' },
  },
  figureColumn('cpu', 4, ({ width, rows }) => ({ title: ' CPU', width: cpuWidth(width, rows), grow: 1 })),
  figureColumn('mem', 5, () => ({ title: ' Mem', width: 9, grow: 1, rank: 4 })),
  figureColumn('in', 6, trafficShape('in', 5)),
  figureColumn('out', 7, trafficShape('out', 1)),
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
  figureColumn('viewers', 9, () => ({ title: 'Viewers', width: 7, align: 'right', rank: 2 })),
  figureColumn('streams', 10, () => ({ title: 'Streams', width: 7, align: 'right', rank: 8 })),
  trend('cpu', 9),
  trend('out', 10),
];

function orderOf(name: string, descending = false) {
  return { descending, words: [`by ${name} ▴`, `by ${name} ▼`] } as const;
}

/** Rounded as shown, so that a change of a tenth does not swap two rows with each poll. */
function wholePercent(share: number | null | undefined): number | undefined {
  return share == null ? undefined : Math.round(share * 100);
}

type Shape = Omit<Column<ServerRow>, 'key' | 'cell'>;

/** A figure of the table of servers; `place` is its position in print. */
function figureColumn(key: ShownFigure, place: number, shape: (at: ServersAt) => Shape): ServerColumn {
  const { metric, judged, read, unit } = serverFigures[key];
  const value = ({ server }: ServerRecord) => figureValue(key, server);
  const order = orderOf(key, true);
  const shared = (cell: NonNullable<ServerColumn['print']>['cell']): ServerColumn => ({
    key,
    value,
    screen: (at) => ({ ...shape(at), cell: (row, room) => figureCell(at.view, row, key, room) }),
    order,
    print: { place, title: key, align: 'right', cell },
    json: { name: key, kind: 'count' },
    metrics: [metricOf(key)],
  });
  if (unit === 'ratio')
    return {
      ...shared((record, thresholds) => shareCell(value(record), levelsOf(judged, thresholds))),
      order: { ...order, value: (record) => wholePercent(value(record)) },
      json: { name: `${metric}Percent`, kind: 'count', value: ({ server }) => read(server) },
    };
  if (key !== 'in' && key !== 'out') return shared((record) => count(value(record)));
  const load = ({ server }: ServerRecord) => loadJson(read(server), serverBandwidth(server, key).cap);
  return {
    ...shared((record) => bits(value(record))),
    rate: true,
    json: { name: `${key}BytesPerSecond`, kind: 'load', value: load },
    metrics: [metricOf(key), metricOf(`${key}Limit`)],
  };
}

function metricOf(figure: ServerFigure) {
  const { metric: name, help, unit } = serverFigures[figure];
  const value = ({ server }: ServerRecord) => figureValue(figure, server);
  return { name: measureName({ name, unit }, 'server'), help, unit, value };
}

function trafficShape(direction: 'in' | 'out', rank: number) {
  return ({ view, width }: ServersAt): Shape => {
    const title = trafficTitle(direction, view.display.units);
    return { title, width: title.length + (width >= 140 ? 12 : 3), grow: 1, rank };
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
