import { clockTime, count } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import type { JournalEntry } from '../../../protocol/journal.ts';
import { journalEvidence } from '../../../triage/evidence.ts';
import type { Problem } from '../../../triage/problem.ts';
import { excerptRows } from '../../../views/journal/digest.ts';
import { OBJECT_TONE } from '../../../views/journal/line.ts';
import { measureOf } from '../../../views/problems/measure.ts';
import { problemTitle } from '../../../views/problems/words.ts';
import type { MessageDialog } from '../../dialogs/dialog.ts';
import { panel } from '../../primitives/panel.ts';
import { titleParts } from '../../primitives/title-parts.ts';
import type { Pane, View } from '../../view.ts';
import { chartWindow, marksOf, seriesPanel } from '../series-chart.ts';
import { listedFacts, runningFacts } from './facts.ts';
import { type FittedFacts, fitFacts, rowsOf } from './fit-facts.ts';
import { pane } from './panes.ts';

const CHART_ROWS = 11;
/** Rows of the journal that stay beside a chart. */
const MIN_EVIDENCE_ROWS = 6;
/** And without a chart. */
const EVIDENCE_SHARE = 0.35;
const SMALL_EVIDENCE_ROWS = 3;
const MAX_DIALOG_COLUMNS = 104;
/** From so many rows on whole messages are worth more than one more entry. */
const WRAP_FROM_ROWS = 16;
/** Below so many rows a detail is one panel of running text. */
const PANES_FROM_ROWS = 20;
/** From so many columns on the chart stands beside the facts. */
const CHART_BESIDE_FROM_COLUMNS = 100;
const CHART_SHARE = 0.4;

/** A problem: what it is, since when, what changed before it, whom it hits, the deciding measure, the evidence. */
export function detailPanes(view: View, problem: Problem, rect: Rect): Pane[] {
  if (rect.height < PANES_FROM_ROWS) return [small(view, problem, rect)];
  const mayStandBeside = rect.width >= CHART_BESIDE_FROM_COLUMNS;
  const chartWidth = mayStandBeside ? Math.ceil(rect.width * CHART_SHARE) : rect.width;
  const chart = chartOf(view, problem, chartWidth);
  const isBeside = chart !== undefined && mayStandBeside;
  const factsWidth = isBeside ? rect.width - chartWidth : rect.width;
  const facts = listedFacts(view, problem, { ...rect, width: factsWidth });
  const wanted = rowsOf(facts) + 2;
  const isBelow =
    chart !== undefined &&
    !isBeside &&
    rect.height >= Math.min(wanted, Math.floor(rect.height / 2)) + CHART_ROWS + MIN_EVIDENCE_ROWS;
  const chartRows = isBelow ? CHART_ROWS : 0;
  const hasChart = isBeside || isBelow;
  const leastEvidence = hasChart
    ? MIN_EVIDENCE_ROWS
    : Math.max(MIN_EVIDENCE_ROWS, Math.floor(rect.height * EVIDENCE_SHARE));
  const factRows = Math.min(wanted, rect.height - chartRows - leastEvidence);
  const factsRect = { ...rect, width: factsWidth, height: factRows };
  const chartRect = isBeside
    ? { ...rect, x: rect.x + factsWidth, width: chartWidth, height: factRows }
    : { ...rect, y: rect.y + factRows, height: chartRows };
  const above = factRows + chartRows;
  const evidenceRect = { ...rect, y: rect.y + above, height: rect.height - above };
  const evidence = evidenceLines(view, problem, rect.width - 4, evidenceRect.height - 2);
  const evidenceTitle = `The journal around ${problem.beganBefore ? 'the first look' : 'its beginning'}`;
  return [
    factsPane(problem, fitFacts(facts, factRows - 2), [], factsRect),
    ...(chart && chartRect.height > 0 ? [pane('measure', chartRect, chart(chartRect))] : []),
    pane(
      'evidence',
      evidenceRect,
      panel({ title: evidenceTitle }, evidence, rect.width, evidenceRect.height),
    ),
  ];
}

/** One panel with everything, where there is no room for several. */
function small(view: View, problem: Problem, rect: Rect): Pane {
  const width = rect.width - 4;
  const rows = rect.height - 2;
  const facts = fitFacts(runningFacts(view, problem, width), rows - SMALL_EVIDENCE_ROWS);
  const evidence = evidenceLines(view, problem, width, rows - facts.lines.length);
  return factsPane(problem, facts, evidence, rect);
}

function factsPane(problem: Problem, facts: FittedFacts, below: readonly Line[], rect: Rect): Pane {
  const title = problemTitle(problem);
  const left = facts.left === 0 ? '' : `+${facts.left} ${facts.left === 1 ? 'fact' : 'facts'}, `;
  const right = titleParts(title, rect.width, [[{ text: `${left}d shows all`, tone: 'dim' }]]);
  return pane('detail', rect, panel({ title, right }, [...facts.lines, ...below], rect.width, rect.height));
}

/** Everything that is known of a problem, for reading. */
export function factsDialog(view: View, problem: Problem, area: Rect): MessageDialog {
  const width = Math.max(40, Math.min(MAX_DIALOG_COLUMNS, area.width - 4));
  const facts = listedFacts(view, problem, { ...area, width, height: Number.POSITIVE_INFINITY });
  const lines = facts.flatMap(({ rows }) => rows);
  return { kind: 'message', title: problemTitle(problem), lines, scroll: 0 };
}

/**
 * Draws the deciding measure with the beginning marked, into a rectangle of that width; undefined where the history has
 * nothing of that time.
 */
function chartOf(view: View, problem: Problem, width: number): ((rect: Rect) => Line[]) | undefined {
  const measure = measureOf(problem, view.state, view.display.units);
  if (!measure || !view.state.history.has(measure.key)) return undefined;
  const ended = problem.clearedAt === undefined ? undefined : view.now - problem.clearedAt;
  const window = chartWindow(view, [measure.key], width - 4, ended);
  const values = window.valuesOf(measure.key);
  if (values?.every((value) => value === null)) return undefined;
  const before = problem.since < window.from ? `it began ${clockTime(problem.since)}, before this` : '';
  const now: Line = [
    { text: isGone(problem, view) ? 'last ' : '', tone: 'dim' },
    { text: measure.format(view.state.history.last(measure.key, window.to)), tone: measure.tone },
  ];
  const besides: Line = before === '' ? [] : [{ text: before, tone: 'dim' }];
  const chart = { series: measure, window, marks: marksOf([problem]), now: [now], besides };
  return (rect) => seriesPanel(chart, rect);
}

/** Of a server that is gone the newest figure is none of now. */
function isGone({ subject }: Problem, { state }: View): boolean {
  return (
    subject.kind === 'server' &&
    state.servers.some(({ name, goneSince }) => name === subject.name && goneSince !== undefined)
  );
}

function evidenceLines(view: View, problem: Problem, width: number, rows: number): Line[] {
  const { journalPatterns } = view.facts;
  const evidence =
    problem.evidence ?? journalEvidence(view.state, problem, Math.max(0, rows - 1), journalPatterns);
  const lines: Line[] = [];
  let shown = 0;
  // What is wrapped takes the rows of the last entries, which are worth the least.
  for (const entry of evidence.entries) {
    const room = rows - 1 - lines.length;
    if (room <= 0) break;
    const [head = [], ...rest] = excerptRows(entry, width, rows < WRAP_FROM_ROWS ? 1 : room, journalPatterns);
    lines.push(withWay(head, entry.item.entry), ...rest);
    shown += entry.times;
  }
  const heldBack = evidence.inTime - shown;
  if (heldBack > 0)
    lines.push([{ text: `${count(heldBack)} more journal entries of those minutes`, tone: 'dim' }]);
  return lines;
}

/** The row of an entry, with its object as a way to what the entry is about. */
function withWay(row: Line, { objectName, message }: JournalEntry): Line {
  if (!objectName) return row;
  const link = { kind: 'entry', objectName, message: message ?? '' } as const;
  return row.map((span) => (span.tone === OBJECT_TONE ? { ...span, link } : span));
}
