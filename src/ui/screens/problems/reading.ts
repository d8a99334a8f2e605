import { count } from '../../../base/format.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import { streamsHit, streamsHitWords } from '../../../views/problems/facts.ts';
import type { ProblemRow, TreePlace } from '../../../views/problems/rows.ts';
import { problemTitle } from '../../../views/problems/words.ts';
import { seriesPanel } from '../../detail/series-chart.ts';
import { panelPane } from '../../primitives/panel.ts';
import type { Pane, View } from '../../view.ts';
import { CHART_ROWS, evidenceLines, evidenceTitle, measureChart } from './detail.ts';
import { hitList, listedFacts } from './facts.ts';

const EVIDENCE_ROWS = 200;

export type ProblemReading = Readonly<ReturnType<typeof problemReading>>;

interface ReadingAt {
  readonly rect: Rect;
  readonly tree: TreePlace;
  readonly scroll: number;
}

/** The detail of a problem as one scrolling text: all facts and names, the chart, the journal. */
export function problemReading(view: View, row: ProblemRow, { rect, tree, scroll }: ReadingAt) {
  const whole = { ...rect, height: Number.POSITIVE_INFINITY };
  const width = rect.width - 4;
  const chart = measureChart(view, row, width);
  const hit = streamsHit(row, view.state);
  const more = hit ? hit.count - hit.first.length : 0;
  const lines: readonly Line[] = [
    ...listedFacts(view, row, whole, tree).flatMap(({ rows }) => rows),
    [],
    ...(chart ? seriesPanel(chart, { ...rect, width, height: CHART_ROWS }) : []),
    ...(hit
      ? [
          [{ text: `Streams affected: ${streamsHitWords(hit)}`, tone: 'title' as const }],
          ...hitList(hit, view.state),
          [{ text: more > 0 ? `and ${count(more)} more` : '', tone: 'dim' as const }],
        ]
      : []),
    [{ text: evidenceTitle(row), tone: 'title' }],
    ...evidenceLines(view, row, width, EVIDENCE_ROWS),
  ];
  /** Number of rows that fit. */
  const rows = Math.max(1, rect.height - 2);
  const last = Math.max(0, lines.length - rows);
  return { title: problemTitle(row), rect, lines, scroll: Math.max(0, Math.min(scroll, last)), rows };
}

export function readingPane({ title, rect, lines, scroll, rows }: ProblemReading): Pane {
  const shown = lines.slice(scroll, scroll + rows);
  const part = ` (${scroll + 1}–${scroll + shown.length} of ${lines.length})`;
  const options = {
    title: shown.length < lines.length ? `${title}${part}` : title,
    right: [toned('Esc closes', 'dim')],
    focus: true,
  };
  return panelPane('problems.detail', rect, options, shown);
}
