import { CELL_SIZES, type CellSize } from './heat-cells.ts';
import type { ServerRow } from './outline.ts';

/** A row of the map: the name of a group, or neighbouring servers by their index in the list. */
export interface GridRow {
  /** The group of this heading; undefined for a row of servers. */
  readonly group?: string;
  readonly members: readonly number[];
  readonly height: number;
}

export interface HeatGrid {
  readonly size: CellSize;
  readonly rows: readonly GridRow[];
}

/** Places the servers by group, with cells as large as possible. Headings are left out before servers are. */
export function heatGrid(servers: readonly ServerRow[], width: number, height: number): HeatGrid {
  for (const named of [true, false]) {
    for (const size of CELL_SIZES) {
      const grid = gridOf(servers, size, width, named);
      if (grid && heightOf(grid.rows) <= height) return grid;
    }
  }
  const smallest = CELL_SIZES.at(-1) ?? { width: 1, height: 1 };
  return gridOf(servers, smallest, width, false) ?? { size: smallest, rows: [] };
}

function gridOf(
  servers: readonly ServerRow[],
  { width: least, height }: CellSize,
  width: number,
  named: boolean,
): HeatGrid | undefined {
  const across = Math.floor(width / least);
  if (across === 0) return undefined;
  const rows: GridRow[] = [];
  for (const members of named ? byGroup(servers) : [servers.map((_, index) => index)]) {
    const group = servers[members[0] ?? 0]?.group ?? '';
    if (named) rows.push({ group, members, height: 1 });
    for (let at = 0; at < members.length; at += across)
      rows.push({ members: members.slice(at, at + across), height });
  }
  // Cards take the whole width; signs stay together.
  return { size: { width: height > 1 ? Math.floor(width / across) : least, height }, rows };
}

function heightOf(rows: readonly GridRow[]): number {
  return rows.reduce((sum, row) => sum + row.height, 0);
}

/** Indices of neighbours in the same group. */
function byGroup(servers: readonly ServerRow[]): number[][] {
  const groups: number[][] = [];
  servers.forEach(({ group }, index) => {
    if (index > 0 && servers[index - 1]?.group === group) groups.at(-1)?.push(index);
    else groups.push([index]);
  });
  return groups;
}

/** The server above or below another one; the same one at the ends. */
export function neighbourServer({ rows }: HeatGrid, index: number, step: 1 | -1): number {
  const cells = rows.filter(({ group }) => group === undefined);
  const at = cells.findIndex(({ members }) => members.includes(index));
  const column = cells[at]?.members.indexOf(index) ?? 0;
  const next = cells[at + step]?.members;
  return next?.[Math.min(column, next.length - 1)] ?? index;
}

/** First visible row, so that the whole row of `index` is visible. */
export function gridScroll({ rows }: HeatGrid, index: number, height: number): number {
  const last = rows.findIndex(({ group, members }) => group === undefined && members.includes(index));
  let first = 0;
  while (first < last && heightOf(rows.slice(first, last + 1)) > height) first++;
  return first;
}
