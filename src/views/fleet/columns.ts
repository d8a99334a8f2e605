import { MINUTE_MS } from '../../base/durations.ts';
import { count, DASH, duration, percent } from '../../base/format.ts';
import { type Line, type Span, toned } from '../../base/text.ts';
import { cutWords } from '../../base/width.ts';
import { ageOf, dataEnd } from '../../cluster/freshness.ts';
import type { LimitedMeasure } from '../../protocol/dashboard.ts';
import { levelsOf, limitFigure, loadTone, severityLook } from '../formats/tones.ts';
import type { CellView, Column } from '../lists/column.ts';
import { TREND_SPAN, trend } from '../plots/plots.ts';
import { sinceShown } from '../problems/problems.ts';
import { lasted } from '../problems/since.ts';
import { fleetLoad, HIT_COLUMNS, hitWords, measureText, presence, problemWords } from './figures.ts';
import type { FleetRow, Verdict } from './member.ts';

/** Sign and word of each verdict. */
export const verdictLooks: Readonly<Record<Verdict, Span>> = {
  critical: { text: `${severityLook.critical.sign} CRITICAL`, tone: 'crit' },
  unknown: { text: '? UNKNOWN', tone: 'warn' },
  warning: { text: `${severityLook.warning.sign} WARNING`, tone: 'warn' },
  waiting: { text: '○ watching', tone: 'dim' },
  info: { text: `${severityLook.info.sign} INFO`, tone: 'info' },
  ok: { text: '✔ ok', tone: 'ok' },
};

export type FleetView = Pick<CellView, 'now' | 'display'>;

export function fleetColumns({ now, display }: FleetView): readonly Column<FleetRow>[] {
  const figure = (measure: LimitedMeasure, title: string, rank: number): Column<FleetRow> => ({
    key: measure,
    title,
    width: 10,
    align: 'right',
    rank,
    cell: (row) => figureCell(row, measure, display.units),
  });
  return [
    { key: 'verdict', title: 'State', width: 10, cell: ({ verdict }) => [verdictLooks[verdict]] },
    { key: 'name', title: 'Cluster', width: 12, cell: nameCell },
    { key: 'worst', title: 'Worst now', width: 20, grow: 1, cell: worstCell },
    {
      key: 'since',
      title: 'For',
      width: 7,
      align: 'right',
      cell: ({ problem }) => (problem ? lasted({ since: sinceShown(problem) }, now) : ''),
    },
    {
      key: 'hit',
      title: 'Hit',
      width: HIT_COLUMNS,
      cell: ({ problem }, width) => (problem ? hitWords(problem, width) : ''),
    },
    figure('viewers', 'Viewers', 1),
    figure('streams', 'Streams', 5),
    figure('in', 'In', 6),
    figure('out', 'Out', 2),
    figure('transcode', 'Transcode', 8),
    { key: 'servers', title: 'Servers', width: 10, align: 'right', rank: 4, cell: serversCell },
    { key: 'pace', title: 'Checked every', width: 13, align: 'right', rank: 9, cell: paceCell },
    { key: 'age', title: 'Read', width: 6, align: 'right', cell: (row) => ageCell(row, now) },
    ...(display.lowBandwidth
      ? []
      : [
          {
            key: 'trend',
            title: `Viewers, ${TREND_SPAN}`,
            width: 18,
            rank: 10,
            cell: (row: FleetRow, width: number) => trendCell(row, width, now),
          },
        ]),
  ];
}

function nameCell({ member: { name, production } }: FleetRow): Line {
  return [{ text: name, tone: 'bold' }, ...(production ? toned(' P', 'crit') : [])];
}

function worstCell({ problem, doubt }: FleetRow, width: number): Line {
  if (!problem)
    return toned(cutWords(doubt ?? 'no problem known', width), doubt === undefined ? 'dim' : 'plain');
  return problemWords(problem, width);
}

/** How soon a problem of figures is noticed. */
function paceCell({ member: { paused, state } }: FleetRow): Line {
  return toned(about(paused === undefined ? state.dashboard.interval : undefined), 'dim');
}

function about(ms: number | undefined): string {
  if (ms === undefined) return DASH;
  return ms < MINUTE_MS ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / MINUTE_MS)} min`;
}

/** The selected cluster in words: what its columns may have no room for. */
export function fleetDetail(row: FleetRow, units: CellView['display']['units']): Line {
  const { member } = row;
  const name: Span = { text: `${member.name}: `, tone: 'dim' };
  if (member.paused !== undefined) return [name, { text: member.paused, tone: 'warn' }];
  return [
    name,
    { text: 'checked every ', tone: 'dim' },
    { text: about(member.state.dashboard.interval) },
    { text: ', streams every ', tone: 'dim' },
    { text: about(member.state.streamSweep.interval) },
    { text: ' · viewers ', tone: 'dim' },
    ...figureCell(row, 'viewers', units),
  ];
}

function figureCell(row: FleetRow, measure: LimitedMeasure, units: CellView['display']['units']): Line {
  if (!row.figures) return toned(DASH, 'dim');
  const { value, share } = fleetLoad(row, measure);
  const tone = loadTone(share, levelsOf(limitFigure(measure), row.member.triage.thresholds));
  const part: Span[] = share === undefined ? [] : toned(` ${percent(100 * share)}`, tone);
  return [{ text: measureText(measure, value, units) }, ...part];
}

function serversCell({ member, figures }: FleetRow): Line {
  if (!figures) return toned(DASH, 'dim');
  const { here, gone } = presence(member.state);
  return [{ text: count(here) }, ...(gone > 0 ? toned(` ${count(gone)} GONE`, 'crit') : [])];
}

function ageCell({ member, figures }: FleetRow, now: number): Line {
  const age = ageOf(member.state.dashboard, now);
  if (age === undefined) return toned('never', 'dim');
  return toned(duration(age), figures ? 'dim' : 'warn');
}

function trendCell({ member: { state } }: FleetRow, width: number, now: number): Line {
  const end = dataEnd(state.dashboard, now);
  return [{ text: trend(state.history, 'total/viewers', end, width) }];
}
