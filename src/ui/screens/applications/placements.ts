import { clockTime, count, DASH, rateShort, rateUnit } from '../../../base/format.ts';
import type { Line } from '../../../base/text.ts';
import type { Placement } from '../../../views/applications/applications.ts';
import type { Column } from '../../../views/lists/column.ts';
import { ofCapWords, serverLinkWords } from '../../../views/servers/detail.ts';
import type { View } from '../../view.ts';
import { staleServers } from '../stale.ts';

/** Columns for the servers that run an application. */
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
        {
          text: amount ? ofCapWords({ used: amount.count ?? undefined, cap: amount.cap }, count, ' / ') : '',
          tone: 'dim',
        },
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
      cell: (placement) => serverCell(view, placement),
    },
    {
      key: 'group',
      title: 'Group',
      width: 9,
      grow: 1,
      rank: 5,
      cell: ({ group }) => [
        group === undefined
          ? { text: DASH, tone: 'dim' }
          : { text: group, tone: 'accent', link: { kind: 'group', name: group } },
      ],
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
      cell: ({ application }) => serverLinkWords(application.upLinks),
    },
    {
      key: 'down',
      title: 'Downlinks',
      width: 12,
      grow: 3,
      rank: 7,
      cell: ({ application }) => serverLinkWords(application.downLinks),
    },
  ];
}

function serverCell(view: View, { server, goneSince }: Placement): Line {
  if (goneSince === undefined)
    return [{ text: server, tone: 'accent', link: { kind: 'server', name: server } }];
  if (staleServers(view) !== undefined) return [{ text: `${server} unknown`, tone: 'dim' }];
  return [{ text: `${server} ` }, { text: `GONE since ${clockTime(goneSince)}`, tone: 'badgeCrit' }];
}
