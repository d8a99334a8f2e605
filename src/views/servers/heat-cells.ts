import { DASH, percent } from '../../base/format.ts';
import type { Line, Span, Tone } from '../../base/text.ts';
import { fit, fitLine } from '../../base/width.ts';
import { serversResource, staleFor } from '../../cluster/freshness.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import { levelsOf, loadTone } from '../formats/tones.ts';
import type { CellView } from '../lists/column.ts';
import { bar } from '../plots/plots.ts';
import { heatTone, heatWords, loadFigures, serverLoad } from './load.ts';
import type { ServerRow } from './outline.ts';

/** How a server is drawn: a larger cell shows more. */
export interface CellSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The largest first: a tile with name and bars, one with name and the busiest measure, a sign with its load, a sign
 * with a blank, a sign alone.
 */
export const CELL_SIZES: readonly CellSize[] = [
  { width: 22, height: 5 },
  { width: 18, height: 3 },
  { width: 6, height: 1 },
  { width: 2, height: 1 },
  { width: 1, height: 1 },
];

/** From this share on a server without a warning is drawn brighter than an idle one. */
const BUSY_SHARE = 0.5;
const LABEL_COLUMNS = 5;
const PERCENT_COLUMNS = 5;

export function heatCell(view: CellView, record: ServerRecord, { width, height }: CellSize): Line[] {
  const { thresholds } = view.triage;
  const sign = signOf(record, thresholds);
  const own = serverLoad(record.server);
  const gone = record.goneSince !== undefined;
  const load = own.heat === undefined ? DASH : percent(own.heat * 100);
  if (height === 1) {
    const text = width < 6 ? '' : ` ${gone ? '' : load}`;
    return [fitLine([sign, { text, tone: 'dim' }], width)];
  }
  const name: Line = [sign, { text: ` ${record.name}`, tone: gone ? 'dim' : 'plain' }];
  const isOld = staleFor(serversResource(view.state), view.now) !== undefined;
  const absent = isOld ? 'unknown' : 'GONE';
  const hot: Span = { ...sign, text: gone ? absent : heatWords(own) };
  const words = hot.tone === 'faint' ? { ...hot, tone: 'dim' as const } : hot;
  const rows: Line[] =
    height < 5 || gone ? [name, [{ text: '  ' }, words]] : [name, ...bars(record, width - 3, thresholds)];
  return Array.from({ length: height }, (_, row) => [...fitLine(rows[row] ?? [], width - 1), { text: ' ' }]);
}

function bars({ server }: ServerRecord, width: number, thresholds: Thresholds): Line[] {
  const load = serverLoad(server);
  return (['cpu', 'mem', 'out'] as const).map((key) => {
    const tone = loadTone(load[key], levelsOf(loadFigures[key], thresholds));
    const share = load[key];
    return [
      { text: `  ${fit(key, LABEL_COLUMNS - 1)}`, tone: 'dim' },
      ...bar(share, Math.max(0, width - LABEL_COLUMNS - PERCENT_COLUMNS), tone),
      { text: fit(share === undefined ? DASH : percent(share * 100), PERCENT_COLUMNS, 'right'), tone },
    ];
  });
}

/** The block of a server that is here. Sign and colour have the same meaning, for terminals without colours. */
export function heatSign(tone: Tone): string {
  if (tone === 'crit') return '▓';
  return tone === 'warn' ? '▒' : '■';
}

function signOf({ server, goneSince, misses }: ServerRecord, thresholds: Thresholds): Span {
  if (goneSince !== undefined) return { text: '✖', tone: 'crit' };
  if (misses > 0) return { text: '?', tone: 'warn' };
  const load = serverLoad(server);
  const { heat } = load;
  if (heat === undefined) return { text: '·', tone: 'faint' };
  const tone = heatTone(load, thresholds);
  if (tone !== 'plain') return { text: heatSign(tone), tone };
  return { text: heatSign(tone), tone: heat >= BUSY_SHARE ? 'dim' : 'faint' };
}

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
