import { count, DASH, percent, rateShort, share, type Units } from '../../base/format.ts';
import { type Line, type Span, type Tone, toned } from '../../base/text.ts';
import { fit, textWidth } from '../../base/width.ts';
import type { Amount } from '../../cluster/figures.ts';
import { dataEnd, serversResource } from '../../cluster/freshness.ts';
import { type ShownFigure, serverFigures } from '../../cluster/server-figures.ts';
import { markOf } from '../../triage/marks.ts';
import { minutesWords } from '../formats/climbs.ts';
import { type Levels, levelsOf, loadTone, severityLook } from '../formats/tones.ts';
import { trafficTitle } from '../lists/cells.ts';
import type { CellView } from '../lists/column.ts';
import { bar, trend } from '../plots/plots.ts';
import { capWords, serverPresence } from './detail.ts';
import { heatTone, heatWords, type ServerLoad, serverLoad } from './load.ts';
import type { ServerRow } from './outline.ts';

export const isAbsent = ({ record }: ServerRow) =>
  record !== undefined && record.misses + (record.goneSince ?? 0) > 0;
const isGone = (row: ServerRow) => row.record?.goneSince !== undefined;

/** Values of a gone server are old, so they are dim. */
const calm = (row: ServerRow, tone: Tone): Tone => (isGone(row) ? 'dim' : tone);

const MANAGER = ' manager';

export function nameCell(view: CellView, row: ServerRow, width: number): Line {
  const mark = markOf(view.triage.problems, row.kind, row.label);
  const sign: Span = mark
    ? { text: `${severityLook[mark].sign} `, tone: severityLook[mark].tone }
    : { text: '  ' };
  const foldSign = row.folded ? '▸ ' : '▾ ';
  const fold = row.folded === undefined ? '' : foldSign;
  const indent = '  '.repeat(row.depth);
  const tone: Tone = row.kind === 'group' ? 'bold' : calm(row, 'plain');
  const spans: Span[] = [sign, { text: indent + fold, tone: 'dim' }, { text: row.label, tone }];
  const room = width - 2 - textWidth(indent + fold) - textWidth(row.label);
  if (row.manager && room >= MANAGER.length) spans.push({ text: MANAGER, tone: calm(row, 'accent') });
  return spans;
}

/**
 * The measure with the highest share, such as `out 156%`, or the one that rises, such as `cpu 85%, full in 12m`. For a gone server `was 156%`, which shows at any width
 * that the figures beside it are old.
 */
export function loadCell(view: CellView, row: ServerRow, room: number): Line {
  if (!row.record) return [];
  const load = serverLoad(row.record.server);
  if (isGone(row)) return load.heat === undefined ? [] : toned(`was ${percent(load.heat * 100)}`, 'dim');
  const climb = climbWords(view, row.label, load).find((words) => words.length <= room);
  if (climb !== undefined) return toned(climb, 'warn');
  return toned(heatWords(load), heatTone(load, view.triage.thresholds));
}

/** The measure that will be full first, and when, in longer and shorter words; none if none rises. */
function climbWords({ triage, now }: CellView, name: string, load: ServerLoad): readonly string[] {
  const climbing = (['cpu', 'mem', 'in', 'out'] as const)
    .flatMap((cause) => {
      const fullAt = triage.climbs.get(`server/${name}/${cause}`)?.fullAt ?? 0;
      return fullAt > now ? [{ cause, fullAt }] : [];
    })
    .sort((a, b) => a.fullAt - b.fullAt)[0];
  if (!climbing) return [];
  const { cause, fullAt } = climbing;
  const full = `full in ${minutesWords(fullAt - now)}`;
  return [`${heatWords({ ...load, heat: load[cause], cause })}, ${full}`, `${cause} ${full}`, full];
}

/** A figure as the list and the detail show it. */
export function figureCell(view: CellView, row: ServerRow, figure: ShownFigure, width: number): Line {
  const levels = levelsOf(serverFigures[figure].judged, view.triage.thresholds);
  switch (figure) {
    case 'cpu':
      return row.cpuMax === undefined
        ? meterCell(row, row.cpu, width, levels)
        : spreadCell(row, width, levels);
    case 'mem':
      return meterCell(row, row.mem, width, levels);
    case 'in':
    case 'out':
      return trafficCell(row, figure, width, { levels, units: view.display.units });
    default:
      return amountCell(row, row[figure], levels);
  }
}

export function meterCell(row: ServerRow, value: number | undefined, width: number, levels: Levels): Line {
  const tone = calm(row, loadTone(value, levels));
  return [
    { text: fit(value === undefined ? DASH : percent(value * 100), 4, 'right'), tone },
    { text: ' ' },
    ...bar(value, Math.max(0, width - 5), tone),
  ];
}

/** Mean and maximum of a group, because a low mean can hide a busy one. */
function spreadCell(row: ServerRow, width: number, levels: Levels): Line {
  const max = (row.cpuMax ?? 0) * 100;
  const text = width >= 13 ? `max ${percent(max)}` : percent(max);
  return [
    {
      text: fit(row.cpu === undefined ? DASH : percent(row.cpu * 100), 4, 'right'),
      tone: loadTone(row.cpu, levels),
    },
    { text: width >= 13 ? ' ' : '≤', tone: 'dim' },
    { text, tone: loadTone(row.cpuMax, levels) },
  ];
}

/** Rate, cap if there is room, and the share as a bar. */
function trafficCell(
  row: ServerRow,
  direction: 'in' | 'out',
  width: number,
  { levels, units }: { readonly levels: Levels; readonly units: Units },
): Line {
  const { used, cap } = row[direction];
  const valueWidth = trafficTitle(direction, units).length;
  const spans: Span[] = toned(fit(rateShort(used, units), valueWidth, 'right'), calm(row, 'plain'));
  let room = width - valueWidth;
  // Without room for the cap, `blocked` replaces the traffic, which is 0.
  if (cap === 0 && !used && room < 12) return toned('blocked', calm(row, 'crit'));
  if (room >= 12) {
    const words = capWords(cap, (value) => rateShort(value, units));
    const capWidth = room >= 14 || cap === 0 ? 7 : 6;
    spans.push({ text: `/${fit(words, capWidth)}`, tone: cap === 0 ? calm(row, 'crit') : 'dim' });
    room -= capWidth + 1;
  }
  const part = share(used, cap);
  if (room >= 3) spans.push({ text: ' ' }, ...bar(part, room - 1, calm(row, loadTone(part, levels))));
  return spans;
}

function amountCell(row: ServerRow, { used, cap }: Amount, levels: Levels): Line {
  const part = cap === 0 ? undefined : share(used, cap);
  return toned(count(used), calm(row, part === undefined ? 'plain' : loadTone(part, levels)));
}

export function stateCell(row: ServerRow, room: number, view: CellView, stale: boolean): Line {
  if (stale) return isAbsent(row) ? toned('unknown', 'dim') : [];
  if (row.servers) return row.servers.gone > 0 ? toned(`${row.servers.gone} GONE`, 'crit') : [];
  return row.record ? serverPresence(row.record, view.now, room) : [];
}

export function trendCell(view: CellView, row: ServerRow, what: 'cpu' | 'out', width: number): Line {
  if (row.kind !== 'server') return [];
  const end = dataEnd(serversResource(view.state), view.now);
  const text = trend(view.state.history, `server/${row.label}/${what}`, end, width);
  return toned(text, 'dim');
}
