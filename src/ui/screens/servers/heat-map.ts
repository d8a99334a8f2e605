import type { CommandId } from '../../../actions/commands.ts';
import type { Line, Rect, Span } from '../../../base/text.ts';
import { type CellSize, cellSize, heatCell } from '../../../views/heat-cells.ts';
import type { ServerRow } from '../../../views/servers-outline.ts';
import { type ListPosition, moveList, placeList } from '../../primitives/list.ts';
import { panel } from '../../primitives/panel.ts';
import type { Pane, View } from '../../view.ts';
import { staleServers } from '../stale.ts';
import { chartPane } from './charts.ts';
import { factsPane } from './facts.ts';

/** The selected server's figures stand beside the map where that leaves the map room. */
const BESIDE_FROM = 100;
const DETAIL_WIDTH = 46;
const FACTS_ROWS = 10;
const CHART_ROWS = 8;

interface MapLayout {
  readonly map: Rect;
  readonly detail: Rect | undefined;
}

function layoutOf(area: Rect): MapLayout {
  if (area.width < BESIDE_FROM) return { map: area, detail: undefined };
  const width = area.width - DETAIL_WIDTH;
  return { map: { ...area, width }, detail: { ...area, x: area.x + width, width: DETAIL_WIDTH } };
}

interface Placed {
  readonly size: CellSize;
  /** Cells in a row of the map, and rows in sight. */
  readonly across: number;
  readonly down: number;
  readonly index: number;
  readonly vanished: boolean;
  /** First row of cells in sight. */
  readonly scroll: number;
}

function place(position: ListPosition, rows: readonly ServerRow[], map: Rect): Placed {
  const [width, height] = [Math.max(1, map.width - 4), Math.max(1, map.height - 2)];
  const size = cellSize(rows.length, width, height);
  const across = Math.max(1, Math.floor(width / size.width));
  const down = Math.max(1, Math.floor(height / size.height));
  const ids = rows.map(({ id }) => id);
  const { index, vanished } = placeList(position, ids, down);
  const scroll = Math.max(0, Math.floor(index / across) - down + 1);
  return { size, across, down, index, vanished, scroll };
}

/** All servers at a glance, one cell each, in the order of the list; the selected one's figures beside it. */
export function heatMapPanes(
  view: View,
  position: ListPosition,
  rows: readonly ServerRow[],
  right: Line,
  area: Rect,
): Pane[] {
  const { map, detail } = layoutOf(area);
  const placed = place(position, rows, map);
  const lines: Line[] = [];
  for (let row = placed.scroll; row < placed.scroll + placed.down; row++) {
    const from = row * placed.across;
    const cells = rows.slice(from, from + placed.across).flatMap(({ record }, offset) => {
      if (!record) return [];
      const chosen = !placed.vanished && from + offset === placed.index;
      return [heatCell(record, placed.size).map((line) => (chosen ? line.map(selected) : line))];
    });
    for (let inner = 0; inner < placed.size.height; inner++)
      lines.push(cells.flatMap((cell) => cell[inner] ?? []));
  }
  const title = 'Servers, heat map';
  const options = { title, right, focus: true, stale: staleServers(view) };
  const panes: Pane[] = [
    { id: 'servers.map', rect: map, lines: panel(options, lines, map.width, map.height) },
  ];
  const record = placed.vanished ? undefined : rows[placed.index]?.record;
  if (!detail || !record) return panes;
  const facts: Rect = { ...detail, height: Math.min(FACTS_ROWS, detail.height) };
  panes.push({ id: 'servers.map.facts', rect: facts, lines: factsPane(view, record, facts, 'Enter opens') });
  const room = detail.height - facts.height;
  const charts = Math.floor(room / CHART_ROWS);
  for (let index = 0; index < Math.min(charts, 4); index++) {
    const rect = { ...detail, y: facts.y + facts.height + index * CHART_ROWS, height: CHART_ROWS };
    panes.push({ id: `servers.map.chart${index}`, rect, lines: chartPane(view, record, index, rect) });
  }
  return panes;
}

function selected(span: Span): Span {
  return { ...span, on: 'select' };
}

/** Left and right go by cells, up and down by rows of them; undefined where the command does not move. */
export function movedInMap(
  position: ListPosition,
  command: CommandId,
  rows: readonly ServerRow[],
  area: Rect,
): ListPosition | undefined {
  const { map } = layoutOf(area);
  const { across, index } = place(position, rows, map);
  const ids = rows.map(({ id }) => id);
  const steps: Partial<Record<CommandId, number>> = {
    'move.left': -1,
    'move.right': 1,
    'move.up': -across,
    'move.down': across,
  };
  const step = steps[command];
  if (step === undefined) return moveList(position, command, ids, map.height);
  const target = Math.max(0, Math.min(index + step, ids.length - 1));
  return { selectedId: ids[target], index: target, scroll: 0 };
}
