import { DASH, percent } from '../base/format.ts';
import type { Line, Span } from '../base/text.ts';
import { fitLine } from '../base/width.ts';
import type { ServerRecord } from '../cluster/state.ts';
import { heatWords, serverLoad } from './server-load.ts';
import { loadTone } from './tones.ts';

/** How large each server is drawn; a tile also says what is hot, in its second row. */
export interface CellSize {
  readonly width: number;
  readonly height: number;
}

/** The largest first: a tile with its name, a sign with its load, a sign with a blank, a sign alone. */
const SIZES: readonly CellSize[] = [
  { width: 18, height: 3 },
  { width: 6, height: 1 },
  { width: 2, height: 1 },
  { width: 1, height: 1 },
];
const SMALLEST: CellSize = { width: 1, height: 1 };
/** From this share on a server that is well is drawn a little brighter than an idle one. */
const BUSY = 0.5;

/** The largest size in which `count` servers fit; the smallest where none does. */
export function cellSize(count: number, width: number, height: number): CellSize {
  const fits = (size: CellSize) => Math.floor(width / size.width) * Math.floor(height / size.height) >= count;
  return SIZES.find(fits) ?? SMALLEST;
}

/** A server as the rows of its cell, each exactly as wide as the cell. */
export function heatCell(record: ServerRecord, { width, height }: CellSize): Line[] {
  const sign = signOf(record);
  const own = serverLoad(record.server);
  const load = own.heat === undefined ? DASH : percent(own.heat * 100);
  const words = record.goneSince === undefined ? heatWords(own) : 'GONE';
  if (height === 1) {
    const text = width < 6 ? '' : ` ${record.goneSince === undefined ? load : ''}`;
    return [fitLine([sign, { text, tone: 'dim' }], width)];
  }
  const rows: Line[] = [
    [sign, { text: ` ${record.name}` }],
    [{ text: '  ' }, { ...sign, text: words, tone: sign.tone === 'faint' ? 'dim' : (sign.tone ?? 'dim') }],
  ];
  return [...rows, []].map((row) => [...fitLine(row, width - 1), { text: ' ' }]);
}

function signOf({ server, goneSince, misses }: ServerRecord): Span {
  if (goneSince !== undefined) return { text: '✖', tone: 'crit' };
  if (misses > 0) return { text: '?', tone: 'warn' };
  const { heat } = serverLoad(server);
  if (heat === undefined) return { text: '·', tone: 'faint' };
  const tone = loadTone(heat);
  if (tone !== 'plain') return { text: '■', tone };
  return { text: '■', tone: heat >= BUSY ? 'dim' : 'faint' };
}
