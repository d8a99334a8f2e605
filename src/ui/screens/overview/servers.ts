import { duration } from '../../../base/format.ts';
import type { Line } from '../../../base/text.ts';
import { minutesWords } from '../../../views/formats/climbs.ts';
import { type Column, screenColumns } from '../../../views/lists/column.ts';
import { serverColumns } from '../../../views/servers/columns.ts';
import { heatTone, heatWords, serverLoad } from '../../../views/servers/load.ts';
import type { ServerRow } from '../../../views/servers/outline.ts';
import { nameCell, trafficCell } from '../../../views/servers/server-cells.ts';
import { presenceLine } from '../../../views/servers/servers.ts';
import { listPane, type ShownList } from '../../list-screen/shown-list.ts';
import { titleParts, unreadablePart } from '../../primitives/pane-title.ts';
import type { Pane, View } from '../../view.ts';
import { staleServers, unreadServers } from '../stale.ts';
import type { OverviewModel } from './model.ts';

export function serversPane({ view, slice, records }: OverviewModel, list: ShownList<ServerRow>): Pane {
  const stale = staleServers(view);
  const title = 'Servers';
  const right: Line =
    stale === undefined
      ? titleParts(title, list.rect.width, [
          unreadablePart(unreadServers(view)),
          presenceLine(records, 'hottest first', list.rect.width),
        ])
      : [{ text: `${records.length} known, last known load`, tone: 'dim' }];
  return listPane('overview.servers', list, {
    title,
    stale,
    right,
    focus: true,
    columns: columnsIn(view, list),
    unselected: slice.servers.selectedId === undefined,
  });
}

type Place = Pick<Column<ServerRow>, 'width' | 'grow' | 'align' | 'rank'>;

/** The columns that fit beside the other panes, and the order in which they are left out. */
const places: Readonly<Record<string, Place>> = {
  name: { width: 17, grow: 2 },
  group: { width: 10, grow: 1, rank: 5 },
  heat: { width: 12 },
  cpu: { width: 11, grow: 2, rank: 2 },
  mem: { width: 11, grow: 2, rank: 4 },
  in: { width: 8, grow: 0, align: 'right', rank: 3 },
  out: { width: 9, grow: 0, align: 'right', rank: 1 },
  outShare: { width: 11, grow: 1, rank: 6 },
};

/** The columns of the Servers screen. A server that is gone has only its name, its group, and since when. */
function columnsIn(view: View, list: ShownList<ServerRow>): Column<ServerRow>[] {
  const rows = list.rows.filter((row) => row !== undefined);
  const at = { view, width: list.rect.width - 4, rows };
  return screenColumns(serverColumns, at, Object.keys(places)).map((column) => ({
    ...column,
    ...places[column.key],
    cell: cellOf(view, column),
  }));
}

function cellOf(view: View, { key, cell }: Column<ServerRow>): Column<ServerRow>['cell'] {
  // Only a star marks the manager: its text would take the room of the figures.
  if (key === 'name') return (row) => nameCell(view, row, 0);
  if (key === 'group') return cell;
  const ownCell = ownCells[key];
  return (row, width) => {
    if (row.record?.goneSince !== undefined) return key === 'heat' ? goneCell(view, row) : [];
    return ownCell ? ownCell(view, row, width) : cell(row, width);
  };
}

type OwnCell = (view: View, row: ServerRow, width: number) => Line;

/** The cap's share is left out, because it has a column of its own. */
const withoutCap =
  (direction: 'in' | 'out'): OwnCell =>
  (view, row, width) =>
    trafficCell(row, { used: row[direction].used, cap: undefined }, width, { direction, view });

const ownCells: Readonly<Record<string, OwnCell>> = {
  heat: climbCell,
  in: withoutCap('in'),
  out: withoutCap('out'),
};

/** The measure that decides the server's place in the list; or the one that rises, and when it will be full. */
function climbCell(view: View, { label, record }: ServerRow): Line {
  if (!record) return [];
  const load = serverLoad(record.server);
  const climbing = (['cpu', 'mem', 'in', 'out'] as const)
    .flatMap((cause) => {
      const fullAt = view.triage.climbs.get(`server/${label}/${cause}`)?.fullAt ?? 0;
      return fullAt > view.now ? [{ cause, fullAt }] : [];
    })
    .sort((a, b) => a.fullAt - b.fullAt)[0];
  if (!climbing) return [{ text: heatWords(load), tone: heatTone(load, view.triage.thresholds) }];
  const { cause, fullAt } = climbing;
  const text = `${heatWords({ ...load, heat: load[cause], cause })} ↗${minutesWords(fullAt - view.now)}`;
  return [{ text, tone: 'warn' }];
}

function goneCell(view: View, { record }: ServerRow): Line {
  if (staleServers(view) !== undefined) return [{ text: 'unknown', tone: 'dim' }];
  return [{ text: `GONE ${duration(view.now - (record?.goneSince ?? view.now))}`, tone: 'badgeCrit' }];
}
