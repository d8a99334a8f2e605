import { xmlText } from '../../base/safe-markup.ts';
import type { Report } from '../../history/report/report.ts';
import type { Point } from '../../history/samples/series.ts';
import { chartsOf, peakWords, type ReportChart } from './charts.ts';
import { clockOf } from './sections.ts';

const WIDTH_PX = 960;
const PANEL = { height: 140, top: 28, bottom: 22, left: 90 } as const;
const SEVERITY_COLOURS = { critical: '#c62828', warning: '#b26a00', info: '#1565c0' } as const;

/**
 * The charts of a report as one picture, with a mark at the start of each problem. `text` withholds and escapes the
 * names of objects.
 */
export function reportSvg(report: Report, text: (foreign: string) => string = xmlText): string {
  const charts = chartsOf(report);
  const height = Math.max(1, charts.length) * PANEL.height;
  const parts = charts.map((chart, index) => panel(report, chart, index * PANEL.height, text));
  const empty = charts.length === 0 ? `<text x="16" y="60">No figures are known for this time.</text>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH_PX} ${height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#ffffff"/>
${parts.join('\n')}${empty}
</svg>
`;
}

function panel(
  { from, to, problems }: Report,
  chart: ReportChart,
  y: number,
  text: (foreign: string) => string,
): string {
  const { points, format } = chart;
  const most = Math.max(1, ...points.map((point) => point.most ?? 0));
  const top = y + PANEL.top;
  const bottom = y + PANEL.height - PANEL.bottom;
  const x = (at: number) =>
    (PANEL.left + ((at - from) / (to - from)) * (WIDTH_PX - PANEL.left - 12)).toFixed(1);
  const height = (value: number | null) => (bottom - ((value ?? 0) / most) * (bottom - top)).toFixed(1);
  const runs = unbroken(points);
  const lines = runs.map((run) => run.map(({ at, mean }) => `${x(at)},${height(mean)}`).join(' '));
  // From the least to the most of the time that each point stands for.
  const bands = runs.map((run) =>
    [
      ...run.map(({ at, most: upper, mean }) => `${x(at)},${height(upper ?? mean)}`),
      ...run.toReversed().map(({ at, least, mean }) => `${x(at)},${height(least ?? mean)}`),
    ].join(' '),
  );
  const marks = problems
    .filter(({ since }) => since.at >= from)
    .map(
      ({ since, worst }) =>
        `<line x1="${x(since.at)}" x2="${x(since.at)}" y1="${top}" y2="${bottom}" stroke="${SEVERITY_COLOURS[worst]}" stroke-dasharray="3 3"/>`,
    );
  const name = chart.object === '' ? chart.title : `${text(chart.object)} ${chart.title}`;
  return `<g><text x="12" y="${y + 18}" font-weight="bold">${name}</text>
<text x="${WIDTH_PX - 12}" y="${y + 18}" text-anchor="end" fill="#555555">${peakWords(chart, { from, to })}</text>
<text x="${PANEL.left - 6}" y="${top + 8}" text-anchor="end">${format(most)}</text>
<text x="${PANEL.left - 6}" y="${bottom}" text-anchor="end">0</text>
<line x1="${PANEL.left}" x2="${WIDTH_PX - 12}" y1="${bottom}" y2="${bottom}" stroke="#999999"/>
${bands.map((band) => `<polygon points="${band}" fill="#1565c0" fill-opacity="0.2"/>`).join('\n')}
${lines.map((line) => `<polyline points="${line}" fill="none" stroke="#1565c0" stroke-width="1.5"/>`).join('\n')}
${marks.join('\n')}
<text x="${PANEL.left}" y="${bottom + 15}">${clockOf({ from, to })(from)}</text>
<text x="${WIDTH_PX - 12}" y="${bottom + 15}" text-anchor="end">${clockOf({ from, to })(to)}</text></g>`;
}

/**
 * Runs without a gap. A gap is a missing value, or a pause three times as long as that between the points before.
 */
function unbroken(points: readonly Point[]): Point[][] {
  const runs: Point[][] = [];
  let usual = Number.POSITIVE_INFINITY;
  let lastAt: number | undefined;
  for (const point of points) {
    const pause = lastAt === undefined ? 0 : point.at - lastAt;
    if (point.mean === null) lastAt = undefined;
    else {
      if (lastAt === undefined || pause > 3 * usual) runs.push([]);
      else usual = Math.min(usual, Math.max(pause, 1_000));
      runs.at(-1)?.push(point);
      lastAt = point.at;
    }
  }
  return runs;
}
