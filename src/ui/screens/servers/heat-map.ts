import { percent } from '../../../base/format.ts';
import { type Line, type Rect, type Span, toned } from '../../../base/text.ts';
import { type GridRow, gridScroll, heatCell, heatGrid } from '../../../views/servers/heat-cells.ts';
import { heatTone, serverLoad } from '../../../views/servers/load.ts';
import type { ServerRow } from '../../../views/servers/outline.ts';
import type { PlacedList } from '../../primitives/list.ts';
import { panelPane, type TitleParts } from '../../primitives/panel.ts';
import type { Pane, PaneList, View } from '../../view.ts';
import { staleServers } from '../stale.ts';

/** Columns of the pane before its content: the border and a blank. */
const COLUMNS_BEFORE = 2;

export type HeatMap = Readonly<ReturnType<typeof heatMap>>;

/** All servers at a glance, one cell each, by group, in the order of the list; none is selected if that has vanished. */
export function heatMap(
  rows: readonly ServerRow[],
  { index, vanished }: Pick<PlacedList, 'index' | 'vanished'>,
  rect: Rect,
) {
  const grid = heatGrid(rows, Math.max(1, rect.width - 4), Math.max(1, rect.height - 2));
  const inSight = grid.rows.slice(gridScroll(grid, index, rect.height - 2));
  return { rect, rows, grid, inSight, selected: vanished ? undefined : index };
}

export function heatMapPane(view: View, map: HeatMap, right: TitleParts): Pane {
  const { rect, inSight, rows } = map;
  const stale = staleServers(view);
  const lines = inSight.flatMap((row) => {
    const { group, members } = row;
    if (group === undefined) return cellLines(view, map, row);
    if (stale === undefined) return [headingLine(view, group, row, rows)];
    const words = ` ${members.length} known · state unknown`;
    return [
      [
        { text: group, tone: 'title' as const },
        { text: words, tone: 'dim' as const },
      ],
    ];
  });
  const options = { title: 'Servers, heat map', right, focus: true, stale };
  return { ...panelPane('servers.map', rect, options, lines), list: mapList(map) };
}

function mapList({ grid: { size }, inSight, rows, rect, selected }: HeatMap): PaneList {
  const count = Math.max(
    1,
    ...inSight.map(({ group, members }) => (group === undefined ? members.length : 0)),
  );
  const ids = inSight.flatMap(({ group, members, height }) => {
    const shown = group === undefined ? members : [];
    const row = Array.from({ length: count }, (_, column) => rows[shown[column] ?? -1]?.id);
    return Array.from({ length: height }, () => row).flat();
  });
  return {
    firstRow: 1,
    across: { from: COLUMNS_BEFORE, count, width: size.width },
    ids: ids.slice(0, count * Math.max(0, rect.height - 2)),
    selected: selected === undefined ? undefined : rows[selected]?.id,
  };
}

function headingLine(
  { triage: { thresholds } }: View,
  group: string,
  { members }: GridRow,
  rows: readonly ServerRow[],
): Line {
  const records = members.flatMap((index) => rows[index]?.record ?? []);
  const here = records.filter(({ goneSince }) => goneSince === undefined);
  const loads = here.map(({ server }) => serverLoad(server)).filter(({ heat }) => heat !== undefined);
  const hottest = loads.toSorted((a, b) => (b.heat ?? 0) - (a.heat ?? 0))[0];
  const gone: Span[] =
    here.length < records.length ? toned(` · ${records.length - here.length} GONE`, 'crit') : [];
  const heat: Span[] =
    hottest === undefined
      ? []
      : [
          { text: ' · hottest ', tone: 'dim' },
          { text: percent(100 * (hottest.heat ?? 0)), tone: heatTone(hottest, thresholds) },
        ];
  return [{ text: group, tone: 'title' }, { text: ` ${here.length} up`, tone: 'dim' }, ...gone, ...heat];
}

function cellLines(view: View, { grid: { size }, rows, selected }: HeatMap, { members }: GridRow): Line[] {
  const cells = members.map((index) => {
    const record = rows[index]?.record;
    const cell = record ? heatCell(view, record, size) : [];
    if (index !== selected) return cell;
    return cell.map((line) => line.map((span) => ({ ...span, on: 'select' as const })));
  });
  return Array.from({ length: size.height }, (_, inner) => cells.flatMap((cell) => cell[inner] ?? []));
}
