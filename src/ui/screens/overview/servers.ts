import type { Line } from '../../../base/text.ts';
import { type Column, screenColumns } from '../../../views/lists/column.ts';
import { serverColumns } from '../../../views/servers/columns.ts';
import { presenceLine } from '../../../views/servers/load.ts';
import type { ServerRow } from '../../../views/servers/outline.ts';
import { listPane, type ShownList } from '../../list-screen/shown-list.ts';
import { titleParts, unreadablePart } from '../../primitives/panel.ts';
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
  state: { width: 13 },
  heat: { width: 12 },
  cpu: { width: 11, grow: 2, rank: 2 },
  mem: { width: 11, grow: 2, rank: 4 },
  in: { width: 8, grow: 0, align: 'right', rank: 3 },
  out: { width: 9, grow: 0, align: 'right', rank: 1 },
  outShare: { width: 11, grow: 1, rank: 6 },
};

/** The columns of the Servers screen. */
function columnsIn(view: View, list: ShownList<ServerRow>): Column<ServerRow>[] {
  const rows = list.rows.filter((row) => row !== undefined);
  const at = { view, width: list.rect.width - 4, rows };
  return screenColumns(serverColumns, at, Object.keys(places)).map((column) => ({
    ...column,
    ...places[column.key],
  }));
}
