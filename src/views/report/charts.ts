import { percent } from '../../base/format.ts';
import { tableKeys } from '../../base/table.ts';
import { median } from '../../base/theil-sen.ts';
import type { Report } from '../../history/report/report.ts';
import type { Point } from '../../history/samples/series.ts';
import { limitedTitles, measureFormat } from '../formats/measures.ts';
import { textChart } from '../plots/text-chart.ts';
import { clockOf } from './markup.ts';

/** A figure of the cluster or of an object that a problem is about. */
export type ReportChart = Readonly<ReturnType<typeof chartsOf>[number]>;

type Figure = Report['objects'][number]['figure'];
const titles: Readonly<Record<Figure, string>> = { ...limitedTitles, cpu: 'CPU', mem: 'Memory' };
const formatOf = (figure: Figure) => (figure === 'cpu' || figure === 'mem' ? percent : measureFormat(figure));

/**
 * The charts of a report: the cluster's, whose object is empty, then those of the objects that its problems are about,
 * whose names are text of a server.
 */
export function chartsOf({ figures, objects }: Report) {
  const own = tableKeys(figures).map((figure) => ({ object: '', figure, points: figures[figure] }));
  return [...own, ...objects]
    .filter(({ points }) => points.length > 0)
    .map(({ figure, ...rest }) => ({ ...rest, title: titles[figure], format: formatOf(figure) }));
}

/** The highest value and its time, such as `peak 9.99k at 23:17:20`; empty if nothing was measured. */
export function peakWords({ points, format }: ReportChart, period: Pick<Report, 'from' | 'to'>): string {
  let peak: Point | undefined;
  for (const point of points) if (point.most !== null && point.most > (peak?.most ?? -1)) peak = point;
  return peak?.most == null ? '' : `peak ${format(peak.most)} at ${clockOf(period)(peak.at)}`;
}

const SIZE = { width: 72, height: 8 } as const;

export function reportChartText({ points, format }: ReportChart, { from, to, problems }: Report): string[] {
  const place = (at: number) =>
    Math.min(SIZE.width - 1, Math.max(0, Math.floor(((at - from) / (to - from)) * SIZE.width)));
  const column = (to - from) / SIZE.width;
  const parts = joined(partsOf(points, place), Math.ceil((HOLD_STEPS * usualStep(points)) / column));
  const chart = textChart(
    parts.map(({ mean }) => mean),
    {
      height: SIZE.height,
      format,
      band: { least: parts.map(({ least }) => least), most: parts.map(({ most }) => most) },
    },
  );
  const left = (chart[0] ?? '').indexOf('┤') + 1;
  const [start = '', end = ''] = [from, to].map(clockOf({ from, to }));
  const marks = Array.from({ length: SIZE.width }, () => ' ');
  for (const { since } of problems) if (since.at > from && since.at <= to) marks[place(since.at)] = '▲';
  const marked = marks.join('').trimEnd();
  return [
    ...chart,
    ...(marked === '' ? [] : [`${' '.repeat(left)}${marked}`]),
    `${' '.repeat(left)}${start.padEnd(SIZE.width - end.length)}${end}`,
  ];
}

/** A value holds until this many steps after it are missing; then there is a gap. */
const HOLD_STEPS = 2;

/** The usual time between two points, ms; 0 with fewer than three. */
function usualStep(points: readonly Point[]): number {
  if (points.length < 3) return 0;
  return median(points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at))) ?? 0;
}

/** Fills columns between two samples with the earlier one, at most this many. */
function joined(parts: readonly Part[], most: number): readonly Part[] {
  return parts.map((part, x) => {
    if (part.mean !== null) return part;
    const before = parts.slice(Math.max(0, x - most), x).findLast(({ mean }) => mean !== null);
    const hasNext = parts.slice(x + 1, x + 1 + most).some(({ mean }) => mean !== null);
    return before && hasNext ? before : part;
  });
}

type Part = Omit<Point, 'at'>;

/** Means, minima and maxima over equal parts of the time; null if nothing was measured. */
function partsOf(points: readonly Point[], place: (at: number) => number): readonly Part[] {
  const known = Map.groupBy(
    points.filter(({ mean }) => mean !== null),
    ({ at }) => place(at),
  );
  return Array.from({ length: SIZE.width }, (_, x): Part => {
    const own = known.get(x);
    if (!own) return { mean: null, least: null, most: null };
    return {
      mean: own.reduce((sum, { mean }) => sum + (mean ?? 0), 0) / own.length,
      least: Math.min(...own.map(({ least, mean }) => least ?? mean ?? 0)),
      most: Math.max(...own.map(({ most, mean }) => most ?? mean ?? 0)),
    };
  });
}
