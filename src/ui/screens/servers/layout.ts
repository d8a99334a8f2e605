import type { Rect } from '../../../base/text.ts';

/** Rectangles of an opened server. What is absent had no room. */
export interface ServerLayout {
  readonly facts: Rect;
  readonly problems?: Rect;
  readonly charts: readonly Rect[];
  readonly applications: Rect;
  readonly journal?: Rect;
}

const CHARTS = 4;
/** From so many rows on the charts stand two by two, and are higher. */
const TALL_ROWS = 50;
const TALL_CHART_ROWS = 13;

/**
 * Facts and applications always; then problems, charts (as many as fit), journal. `applications` and `problems` are
 * numbers of rows that these panes have to show.
 */
export function serverLayout(area: Rect, wants: { applications: number; problems: number }): ServerLayout {
  const { x, y, width, height } = area;
  // Tall and narrow, beside the list: a row for each fact.
  const facts = height >= 40 && width < 100 ? 10 : height >= 16 ? 6 : height >= 12 ? 5 : 4;
  const problems =
    wants.problems > 0 && height >= 14
      ? Math.min(wants.problems, height >= 40 ? 10 : height >= 30 ? 7 : 2) + 2
      : 0;
  let rest = height - facts - problems;
  const isTall = height >= TALL_ROWS;
  const across = width >= 150 && !isTall ? 4 : width >= 70 ? 2 : 1;
  const chartHeight = isTall ? TALL_CHART_ROWS : height >= 40 ? Math.min(12, Math.round(height * 0.2)) : 7;
  const least = 4;
  const most = Math.ceil(CHARTS / across);
  const chartRows = Math.max(0, Math.min(most, Math.floor((rest - least) / chartHeight)));
  rest -= chartRows * chartHeight;
  const journal =
    rest >= least + 5 ? Math.max(5, rest - Math.max(least, Math.min(wants.applications + 3, rest - 5))) : 0;
  const applications = rest - journal;
  const full = (top: number, rows: number): Rect => ({ x, y: top, width, height: rows });
  const chartsTop = y + facts + problems;
  const applicationsTop = chartsTop + chartRows * chartHeight;
  return {
    facts: full(y, facts),
    ...(problems > 0 && { problems: full(y + facts, problems) }),
    charts: Array.from({ length: Math.min(CHARTS, chartRows * across) }, (_, index): Rect => {
      const column = index % across;
      const left = Math.floor((width * column) / across);
      return {
        x: x + left,
        y: chartsTop + Math.floor(index / across) * chartHeight,
        width: Math.floor((width * (column + 1)) / across) - left,
        height: chartHeight,
      };
    }),
    applications: full(applicationsTop, applications),
    ...(journal > 0 && { journal: full(applicationsTop + applications, journal) }),
  };
}
