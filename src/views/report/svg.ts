import { clockTime, count, rate } from '../../base/format.ts';
import { tableKeys } from '../../base/table.ts';
import type { Report, ReportFigure } from '../../history/report/report.ts';
import { limitedTitles } from '../formats/limited-titles.ts';

const WIDTH_PX = 960;
const PANEL = { height: 140, top: 28, bottom: 22, left: 90 } as const;
const SEVERITY_COLOURS = { critical: '#c62828', warning: '#b26a00', info: '#1565c0' } as const;

/** The figures of a report as one picture, with a mark at the start of each problem. */
export function reportSvg(report: Report): string {
  const panels = tableKeys(report.figures).filter((figure) => report.figures[figure].length > 0);
  const height = Math.max(1, panels.length) * PANEL.height;
  const parts = panels.map((figure, index) => panel(report, figure, index * PANEL.height));
  const empty = panels.length === 0 ? `<text x="16" y="60">No figures are known for this time.</text>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH_PX} ${height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#ffffff"/>
${parts.join('\n')}${empty}
</svg>
`;
}

function panel(report: Report, figure: ReportFigure, y: number): string {
  const { from, to, problems } = report;
  const points = report.figures[figure];
  const most = Math.max(1, ...points.map((point) => point.most ?? 0));
  const format = figure === 'in' || figure === 'out' ? (value: number) => rate(value, 'bits') : count;
  const top = y + PANEL.top;
  const bottom = y + PANEL.height - PANEL.bottom;
  const x = (at: number) => PANEL.left + ((at - from) / (to - from)) * (WIDTH_PX - PANEL.left - 12);
  const runs = unbroken(points).map((run) =>
    run
      .map(
        ({ at, mean }) =>
          `${x(at).toFixed(1)},${(bottom - ((mean ?? 0) / most) * (bottom - top)).toFixed(1)}`,
      )
      .join(' '),
  );
  const marks = problems
    .filter(({ since }) => since.at >= from)
    .map(
      ({ since, worst }) =>
        `<line x1="${x(since.at).toFixed(1)}" x2="${x(since.at).toFixed(1)}" y1="${top}" y2="${bottom}" stroke="${SEVERITY_COLOURS[worst]}" stroke-dasharray="3 3"/>`,
    );
  return `<g><text x="12" y="${y + 18}" font-weight="bold">${limitedTitles[figure]}</text>
<text x="${PANEL.left - 6}" y="${top + 8}" text-anchor="end">${format(most)}</text>
<text x="${PANEL.left - 6}" y="${bottom}" text-anchor="end">0</text>
<line x1="${PANEL.left}" x2="${WIDTH_PX - 12}" y1="${bottom}" y2="${bottom}" stroke="#999999"/>
${runs.map((run) => `<polyline points="${run}" fill="none" stroke="#1565c0" stroke-width="1.5"/>`).join('\n')}
${marks.join('\n')}
<text x="${PANEL.left}" y="${bottom + 15}">${clockTime(from)}</text>
<text x="${WIDTH_PX - 12}" y="${bottom + 15}" text-anchor="end">${clockTime(to)}</text></g>`;
}

/**
 * Runs without a gap. A gap is a missing value, or a pause three times as long as that between the points before.
 */
function unbroken(points: Report['figures'][ReportFigure]): Report['figures'][ReportFigure][] {
  const runs: (typeof points)[number][][] = [];
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
