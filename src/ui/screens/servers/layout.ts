import type { Rect } from '../../../base/text.ts';

/** Areas of an opened server; undefined for panes without room. */
export interface OpenedLayout {
  readonly facts: Rect;
  readonly problems?: Rect;
  readonly charts: readonly Rect[];
  readonly applications: Rect;
  readonly journal?: Rect;
}

const CHARTS = 4;
/** From this height on charts are drawn in two rows of two, and are higher. */
const TALL_ROWS = 50;
const TALL_CHART_ROWS = 13;
const MIN_APPLICATIONS_ROWS = 4;
const MIN_JOURNAL_ROWS = 5;

/**
 * Facts and applications are always shown; then problems, charts (as many as fit) and journal. `applications` and
 * `problems` are the numbers of rows that these panes could show.
 */
export function openedLayout(area: Rect, wants: { applications: number; problems: number }): OpenedLayout {
  const { x, y, width, height } = area;
  const facts = factRows(area);
  const problems = problemPaneRows(height, wants.problems);
  const below = height - facts - problems;
  const across = chartsAcross(area);
  const chartHeight = chartPaneRows(height);
  const most = Math.ceil(CHARTS / across);
  const fitting = Math.floor((below - MIN_APPLICATIONS_ROWS) / chartHeight);
  const chartRows = Math.max(0, Math.min(most, fitting));
  const rest = below - chartRows * chartHeight;
  const journal = journalRows(rest, wants.applications);
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

function factRows({ width, height }: Rect): number {
  // A tall and narrow area beside the list: one row for each fact.
  if (height >= 40 && width < 100) return 10;
  if (height >= 16) return 6;
  return height >= 12 ? 5 : 4;
}

/** Rows of the problems' pane, with its border. */
function problemPaneRows(height: number, wanted: number): number {
  if (wanted === 0 || height < 14) return 0;
  return Math.min(wanted, mostProblemLines(height)) + 2;
}

function mostProblemLines(height: number): number {
  if (height >= 40) return 10;
  return height >= 30 ? 7 : 2;
}

function chartsAcross({ width, height }: Rect): number {
  if (width >= 150 && height < TALL_ROWS) return 4;
  return width >= 70 ? 2 : 1;
}

function chartPaneRows(height: number): number {
  if (height >= TALL_ROWS) return TALL_CHART_ROWS;
  return height >= 40 ? Math.min(12, Math.round(height * 0.2)) : 7;
}

/** Rows of the journal, if `rest` rows are left for it and the applications. */
function journalRows(rest: number, applications: number): number {
  if (rest < MIN_APPLICATIONS_ROWS + MIN_JOURNAL_ROWS) return 0;
  const above = Math.min(applications + 3, rest - MIN_JOURNAL_ROWS);
  return Math.max(MIN_JOURNAL_ROWS, rest - Math.max(MIN_APPLICATIONS_ROWS, above));
}
