import type { Line } from '../../../base/text.ts';
import type { Application } from '../../../protocol/application.ts';
import { markOf } from '../../../triage/marks.ts';
import { type Link, linkOf, type Placement } from '../../../views/applications.ts';
import { clockTime, count, DASH, limit, rateShort, rateUnit } from '../../../views/format.ts';
import { capWords, linkWords } from '../../../views/servers-detail.ts';
import { severityLook, stateTone } from '../../../views/tones.ts';
import type { Column } from '../../primitives/table.ts';
import type { View } from '../../view.ts';
import { type RateScale, rateCell } from '../rate-cell.ts';
import { staleServers } from '../stale.ts';

/** A row of either list: an application, or a name of which nothing is known yet. */
export interface ApplicationRow {
  readonly name: string;
  readonly application: Application | undefined;
  /** Unix ms, local: the look-up no longer finds it since then. */
  readonly endedAt: number | undefined;
  readonly watched: boolean;
}

/** The link to the cluster manager by sign, word and colour. */
export function linkLine(link: Link): Line {
  switch (link.kind) {
    case 'lost':
      return [{ text: '✖ LOST', tone: 'crit' }];
    case 'stalled':
      return [{ text: '▲ STALLED', tone: 'warn' }];
    case 'ok':
      return [{ text: link.word ?? DASH, tone: stateTone(link.word) }];
    case 'none':
      return [{ text: 'no cluster', tone: 'faint' }];
    default:
      return [{ text: DASH, tone: 'dim' }];
  }
}

export function latencyText(latency: number | null | undefined): string {
  return latency == null ? DASH : `${count(latency)} ms`;
}

/** Columns of the lists; what gives way first has the highest rank. */
export function applicationColumns(view: View, scale: RateScale): Column<ApplicationRow>[] {
  const { units } = view.display;
  const { problems } = view.triage;
  const known =
    (cell: (it: Application, width: number) => Line | string) => (row: ApplicationRow, width: number) =>
      row.application ? cell(row.application, width) : [];
  const number = (key: 'streamCount' | 'viewerCount' | 'connectionCount', title: string, rank: number) => ({
    key,
    title,
    width: title.length + 1,
    align: 'right' as const,
    rank,
    cell: known((it) => count(it[key])),
  });
  return [
    { key: 'mark', title: '', width: 2, cell: (row) => signs(view, row) },
    {
      key: 'name',
      title: 'Application',
      width: 14,
      grow: 3,
      cell: (row) => [{ text: row.name, tone: row.endedAt === undefined ? 'plain' : 'dim' }],
    },
    {
      key: 'type',
      title: 'Type',
      width: 9,
      rank: 4,
      cell: known((it) => [{ text: it.type ?? DASH, tone: 'dim' }]),
    },
    { key: 'link', title: 'Link', width: 13, grow: 1, cell: (row) => linkCell(view, row) },
    {
      key: 'latency',
      title: 'Latency',
      width: 8,
      align: 'right',
      rank: 3,
      cell: known((it) => latencyText(linkOf(it, problems).latency)),
    },
    number('streamCount', 'Streams', 2),
    number('viewerCount', 'Viewers', 1),
    number('connectionCount', 'Connections', 7),
    {
      key: 'inBandwidth',
      title: `In ${rateUnit(units)}`,
      width: 9,
      grow: 1,
      rank: 6,
      cell: known((it, width) => rateCell(it.inBandwidth, scale.in, 'in', width, view)),
    },
    {
      key: 'outBandwidth',
      title: `Out ${rateUnit(units)}`,
      width: 10,
      grow: 1,
      rank: 5,
      cell: known((it, width) => rateCell(it.outBandwidth, scale.out, 'out', width, view)),
    },
  ];
}

function signs(view: View, row: ApplicationRow): Line {
  const mark = markOf(view.triage.problems, 'application', row.name);
  return [
    mark ? { text: severityLook[mark].sign, tone: severityLook[mark].tone } : { text: ' ' },
    row.watched ? { text: '◆', tone: 'accent' } : { text: ' ' },
  ];
}

function linkCell(view: View, row: ApplicationRow): Line {
  if (row.endedAt !== undefined) {
    return [{ text: `${row.application ? 'ENDED' : 'NOT FOUND'} ${clockTime(row.endedAt)}`, tone: 'warn' }];
  }
  if (!row.application) return [{ text: 'looking up…', tone: 'dim' }];
  return linkLine(linkOf(row.application, view.triage.problems));
}

/** Columns of the servers that run an application. */
export function placementColumns(view: View): Column<Placement>[] {
  const { units } = view.display;
  const ofCap = (title: string, key: 'streams' | 'viewers', rank: number): Column<Placement> => ({
    key,
    title,
    width: 12,
    align: 'right',
    rank,
    cell: ({ application }) => {
      const amount = application[key];
      return [
        { text: count(amount?.count), tone: 'bold' },
        { text: ` / ${amount ? capWords(amount.cap, count) : limit(undefined)}`, tone: 'dim' },
      ];
    },
  });
  const traffic = (title: string, direction: 'in' | 'out', rank: number): Column<Placement> => ({
    key: direction,
    title: `${title} ${rateUnit(units)}`,
    width: 9,
    align: 'right',
    rank,
    cell: ({ application: { bandwidth } }) => [
      {
        text: rateShort(direction === 'in' ? bandwidth?.inBandwidth : bandwidth?.outBandwidth, units),
        tone: direction,
      },
    ],
  });
  return [
    {
      key: 'server',
      title: 'Server',
      width: 14,
      grow: 2,
      cell: ({ server, goneSince }) =>
        goneSince === undefined
          ? server
          : staleServers(view) !== undefined
            ? [{ text: `${server} unknown`, tone: 'dim' }]
            : [{ text: `${server} ` }, { text: `GONE since ${clockTime(goneSince)}`, tone: 'badgeCrit' }],
    },
    {
      key: 'group',
      title: 'Group',
      width: 9,
      grow: 1,
      rank: 5,
      cell: ({ group }) => [{ text: group ?? DASH, tone: 'dim' }],
    },
    ofCap('Streams', 'streams', 2),
    ofCap('Viewers', 'viewers', 1),
    traffic('In', 'in', 4),
    traffic('Out', 'out', 3),
    {
      key: 'up',
      title: 'Uplinks',
      width: 12,
      grow: 2,
      rank: 6,
      cell: ({ application }) => linkWords(application.upLinks),
    },
    {
      key: 'down',
      title: 'Downlinks',
      width: 12,
      grow: 3,
      rank: 7,
      cell: ({ application }) => linkWords(application.downLinks),
    },
  ];
}
