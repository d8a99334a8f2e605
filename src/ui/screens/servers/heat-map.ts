import type { CommandId } from '../../../actions/commands.ts';
import { percent } from '../../../base/format.ts';
import type { Ground, Line, Rect, Span } from '../../../base/text.ts';
import { loadTone } from '../../../views/formats/tones.ts';
import { heatCell } from '../../../views/servers/heat-cells.ts';
import {
  type GridRow,
  type HeatGrid,
  heatGrid,
  neighbour,
  scrollOf,
} from '../../../views/servers/heat-grid.ts';
import { serverLoad } from '../../../views/servers/load.ts';
import type { ServerRow } from '../../../views/servers/outline.ts';
import { type ListPosition, moveList, placeList } from '../../primitives/list.ts';
import { panel } from '../../primitives/panel.ts';
import type { Pane, View } from '../../view.ts';
import { staleServers } from '../stale.ts';

const gridIn = (rows: readonly ServerRow[], rect: Rect): HeatGrid =>
  heatGrid(rows, Math.max(1, rect.width - 4), Math.max(1, rect.height - 2));

/** All servers at a glance, one cell each, group by group in the order of the list. */
export function heatMapPane(
  view: View,
  position: ListPosition,
  rows: readonly ServerRow[],
  { right, focus }: { readonly right: Line; readonly focus: boolean },
  rect: Rect,
): Pane {
  const grid = gridIn(rows, rect);
  const ids = rows.map(({ id }) => id);
  const { index, vanished } = placeList(position, ids, 1);
  const selected = vanished ? undefined : index;
  const stale = staleServers(view);
  const lines = grid.rows
    .slice(scrollOf(grid, index, rect.height - 2))
    .flatMap((row) =>
      row.group === undefined
        ? cellLines(view, grid, row, rows, { index: selected, on: focus ? 'select' : 'selectDim' })
        : [stale === undefined ? headingLine(row.group, row, rows) : knownLine(row.group, row)],
    );
  const options = { title: 'Servers, heat map', right, focus, stale };
  return { id: 'servers.map', rect, lines: panel(options, lines, rect.width, rect.height) };
}

/** A group: how many servers it has, how many of them are gone, and the hottest. */
function headingLine(group: string, { members }: GridRow, rows: readonly ServerRow[]): Line {
  const records = members.flatMap((index) => rows[index]?.record ?? []);
  const here = records.filter(({ goneSince }) => goneSince === undefined);
  const heats = here.flatMap(({ server }) => serverLoad(server).heat ?? []);
  const hottest = heats.length === 0 ? undefined : Math.max(...heats);
  const gone: Span[] =
    here.length < records.length ? [{ text: ` · ${records.length - here.length} GONE`, tone: 'crit' }] : [];
  const heat: Span[] =
    hottest === undefined
      ? []
      : [
          { text: ' · hottest ', tone: 'dim' },
          { text: percent(hottest * 100), tone: loadTone(hottest) },
        ];
  return [{ text: group, tone: 'title' }, { text: ` ${here.length} here`, tone: 'dim' }, ...gone, ...heat];
}

/** The same where the data is old. */
function knownLine(group: string, { members }: GridRow): Line {
  return [
    { text: group, tone: 'title' },
    { text: ` ${members.length} known · state unknown`, tone: 'dim' },
  ];
}

function cellLines(
  view: View,
  { size }: HeatGrid,
  { members }: GridRow,
  rows: readonly ServerRow[],
  selected: { readonly index: number | undefined; readonly on: Ground },
): Line[] {
  const cells = members.map((index) => {
    const record = rows[index]?.record;
    const cell = record ? heatCell(view, record, size) : [];
    if (index !== selected.index) return cell;
    return cell.map((line) => line.map((span) => ({ ...span, on: selected.on })));
  });
  return Array.from({ length: size.height }, (_, inner) => cells.flatMap((cell) => cell[inner] ?? []));
}

/** Left and right go by cells, up and down by rows of them; undefined where the command does not move. */
export function movedInMap(
  position: ListPosition,
  command: CommandId,
  rows: readonly ServerRow[],
  rect: Rect,
): ListPosition | undefined {
  const grid = gridIn(rows, rect);
  const ids = rows.map(({ id }) => id);
  const { index } = placeList(position, ids, 1);
  const steps: Partial<Record<CommandId, number>> = {
    'move.left': index - 1,
    'move.right': index + 1,
    'move.up': neighbour(grid, index, -1),
    'move.down': neighbour(grid, index, 1),
  };
  const step = steps[command];
  if (step === undefined) return moveList(position, command, ids, rect.height);
  const target = Math.max(0, Math.min(step, ids.length - 1));
  return { selectedId: ids[target], index: target, scroll: 0 };
}
