import { count } from '../../base/format.ts';
import { toned } from '../../base/text.ts';
import { type Application, applicationId } from '../../protocol/application.ts';
import { markOf } from '../../triage/marks.ts';
import { severityRank } from '../../triage/rank.ts';
import {
  dimCell,
  flagColumn,
  type ItemRow,
  itemCell,
  lookedCell,
  type RatesAt,
  rateColumn,
  signsCell,
  totalColumn,
} from '../lists/cells.ts';
import { figureOrder, type JsonKind, type ListColumn, textOrder } from '../lists/column.ts';
import { applicationLink, latencyText, linkLine } from './link.ts';

type ApplicationColumn = ListColumn<Application, ItemRow<Application>, RatesAt>;

/** A member of the link that only the JSON has. */
function linkColumn(
  key: 'cmIdentity' | 'startDate' | 'packetReceived' | 'packetSend',
  name: string,
  kind: JsonKind,
): ApplicationColumn {
  return { key, value: (application) => application.clusterConnectionData?.[key], json: { name, kind } };
}

/** All columns of applications. In a narrow window columns with the highest rank are left out first. */
export const applicationColumns: readonly ApplicationColumn[] = [
  {
    // The worst problem, then a lost link, then the name. It is not a field of the server.
    key: 'trouble',
    order: {
      value: (application, problems) => {
        const mark = markOf(problems, 'application', applicationId(application), application.name);
        const lost = applicationLink(application, problems).kind === 'lost';
        return -(mark ? 2 * (1 + severityRank[mark]) : 0) - (lost ? 1 : 0);
      },
      descending: false,
      words: ['trouble first', 'trouble last'],
    },
  },
  {
    key: 'mark',
    screen: ({ view }) => ({
      title: '',
      width: 2,
      cell: ({ id, item, watched }) =>
        signsCell(view.triage.problems, 'application', [id, item?.name ?? id], watched),
    }),
  },
  {
    key: 'name',
    value: ({ name }) => name,
    screen: () => ({
      title: 'Application',
      width: 14,
      grow: 3,
      cell: ({ id, item, endedAt }) => toned(item?.name ?? id, endedAt === undefined ? 'plain' : 'dim'),
    }),
    order: textOrder('name'),
    print: { place: 1, title: 'application' },
    json: { name: 'name', kind: 'text' },
  },
  {
    key: 'type',
    value: ({ type }) => type,
    screen: () => ({ title: 'Type', width: 9, rank: 4, cell: itemCell(({ type }) => dimCell(type)) }),
    order: textOrder('type'),
    print: { place: 2, title: 'type' },
    json: { name: 'type', kind: 'word' },
  },
  { key: 'id', value: ({ id }) => id, json: { name: 'id', kind: 'word' } },
  { key: 'class', value: (application) => application.class, json: { name: 'class', kind: 'word' } },
  {
    key: 'link',
    value: ({ clusterConnectionData }) => clusterConnectionData?.connectionState,
    same: (application, problems) => {
      const { kind, word } = applicationLink(application, problems);
      return kind === 'ok' ? word : undefined;
    },
    screen: ({ view }) => ({
      title: 'Link',
      width: 13,
      grow: 1,
      cell: (row) =>
        lookedCell(row) ?? (row.item ? linkLine(applicationLink(row.item, view.triage.problems)) : []),
    }),
    print: { place: 7, title: 'cluster link' },
    json: { name: 'connectionState', kind: 'word' },
  },
  flagColumn('clusterConnection', 'Connected'),
  {
    key: 'latency',
    value: (application, problems) => applicationLink(application, problems).latency,
    screen: ({ view }) => ({
      title: 'Latency',
      width: 8,
      align: 'right',
      rank: 3,
      cell: itemCell((application) =>
        latencyText(applicationLink(application, view.triage.problems).latency),
      ),
    }),
    json: { name: 'latencyMs', kind: 'count' },
  },
  linkColumn('cmIdentity', 'manager', 'word'),
  linkColumn('startDate', 'connectedAt', 'time'),
  linkColumn('packetReceived', 'packetsReceived', 'count'),
  linkColumn('packetSend', 'packetsSent', 'count'),
  countColumn('streamCount', 'Streams', 2, 3),
  countColumn('viewerCount', 'Viewers', 1, 4),
  countColumn('connectionCount', 'Connections', 7),
  rateColumn('in', 6, 5),
  rateColumn('out', 5, 6),
  totalColumn('inTotalBytes'),
  totalColumn('outTotalBytes'),
  flagColumn('clusterType', 'In a cluster'),
];

/** A column with a number; `place` is its position in print. */
function countColumn(
  key: 'streamCount' | 'viewerCount' | 'connectionCount',
  title: string,
  rank: number,
  place?: number,
): ApplicationColumn {
  const name = title.toLowerCase();
  return {
    key,
    value: (application) => application[key],
    screen: () => ({
      title,
      width: title.length + 1,
      align: 'right',
      rank,
      cell: itemCell((application) => count(application[key])),
    }),
    order: figureOrder(name, 'fewest'),
    ...(place !== undefined && {
      print: { place, title: name, align: 'right', cell: (application) => count(application[key]) },
    }),
    json: { name, kind: 'count' },
  };
}
