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

/** A server as the rows of its cell, each exactly as wide as the cell. */
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

/** CPU, memory and outgoing traffic, which every server has. */
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
