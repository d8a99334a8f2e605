import { count } from '../../../base/format.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import type { JournalEntry } from '../../../protocol/journal.ts';
import { journalEvidence } from '../../../triage/evidence.ts';
import type { Problem } from '../../../triage/problem.ts';
import { chartSpans } from '../../../views/formats/spans.ts';
import { excerptRows } from '../../../views/journal/digest.ts';
import { OBJECT_TONE } from '../../../views/journal/line.ts';
import { comparisonOf } from '../../../views/problems/comparison.ts';
import { measureOf } from '../../../views/problems/measure.ts';
import type { TreePlace } from '../../../views/problems/rows.ts';
import { problemTitle } from '../../../views/problems/words.ts';
import { chartWindow, marksOf, type SeriesPanel, seriesPanel } from '../../detail/series-chart.ts';
import { panelPane } from '../../primitives/panel.ts';
import type { Pane, View } from '../../view.ts';
import { factsHeight, fitFacts, listedFacts } from './facts.ts';

export const CHART_ROWS = 11;
/** Least rows of the journal beside a chart. */
const MIN_EVIDENCE_ROWS = 6;
/** Share of the rows for the journal without a chart. */
const EVIDENCE_SHARE = 0.35;
const SMALL_EVIDENCE_ROWS = 3;
/** From this height on messages wrap: whole messages are more useful than one more entry. */
const WRAP_FROM_ROWS = 16;
/** Below this height a detail is one panel of text. */
const PANES_FROM_ROWS = 20;
const CHART_BESIDE_FROM_COLUMNS = 100;
const CHART_SHARE = 0.4;
/** From this width on the title of the chart has room for the figure of the twin. */
const WORDS_FROM_COLUMNS = 60;

/** A problem in full: what, since when, what changed before, who is affected, the measure, the evidence. */
export function problemDetail(view: View, problem: Problem, rect: Rect, tree: TreePlace) {
  if (rect.height < PANES_FROM_ROWS) return smallDetail(view, problem, rect, tree);
  const mayStandBeside = rect.width >= CHART_BESIDE_FROM_COLUMNS;
  const chartWidth = mayStandBeside ? Math.ceil(rect.width * CHART_SHARE) : rect.width;
  const chart = measureChart(view, problem, chartWidth);
  const factsWidth = chart && mayStandBeside ? rect.width - chartWidth : rect.width;
  const known = listedFacts(view, problem, { ...rect, width: factsWidth }, tree);
  const layout = detailLayout(rect, factsWidth, factsHeight(known) + 2, chart !== undefined);
  const { facts, measure, evidence } = layout;
  return {
    title: problemTitle(problem),
    facts,
    ...fitFacts(known, facts.height - 2),
    /** Undefined if the history has no values of the measure, or there is no room. */
    measure: chart && measure && { rect: measure, chart },
    /** Undefined in a small area: evidence is then shown below the facts. */
    evidence: {
      rect: evidence,
      title: evidenceTitle(problem),
      lines: evidenceLines(view, problem, rect.width - 4, evidence.height - 2),
    },
  };
}

export function evidenceTitle({ since }: Problem): string {
  return `Journal around ${since.known === 'before' ? 'the first look' : 'the start'}`;
}

/** `factsWidth`: less than the whole width if the chart is beside the facts. */
function detailLayout(rect: Rect, factsWidth: number, factRows: number, hasChart: boolean) {
  const isBeside = factsWidth < rect.width;
  const least = Math.min(factRows, Math.floor(rect.height / 2)) + CHART_ROWS + MIN_EVIDENCE_ROWS;
  const isBelow = hasChart && !isBeside && rect.height >= least;
  const chartRows = isBelow ? CHART_ROWS : 0;
  const leastEvidence =
    isBeside || isBelow
      ? MIN_EVIDENCE_ROWS
      : Math.max(MIN_EVIDENCE_ROWS, Math.floor(rect.height * EVIDENCE_SHARE));
  const height = Math.min(factRows, rect.height - chartRows - leastEvidence);
  const above = height + chartRows;
  const facts = { ...rect, width: factsWidth, height };
  const evidence = { ...rect, y: rect.y + above, height: rect.height - above };
  if (isBeside)
    return { facts, measure: { ...facts, x: rect.x + factsWidth, width: rect.width - factsWidth }, evidence };
  return {
    facts,
    measure: isBelow ? { ...rect, y: rect.y + height, height: chartRows } : undefined,
    evidence,
  };
}

/** One panel with everything, if there is no room for several. */
function smallDetail(view: View, problem: Problem, rect: Rect, tree: TreePlace) {
  const width = rect.width - 4;
  const rows = rect.height - 2;
  const { lines, left } = fitFacts(listedFacts(view, problem, rect, tree), rows - SMALL_EVIDENCE_ROWS);
  const evidence = evidenceLines(view, problem, width, rows - lines.length);
  return {
    title: problemTitle(problem),
    facts: rect,
    lines: [...lines, ...evidence],
    left,
    measure: undefined,
    evidence: undefined,
  };
}

export function problemDetailPanes(detail: ReturnType<typeof problemDetail>): Pane[] {
  const { title, facts, lines, left, measure, evidence } = detail;
  const missed = left === 0 ? 'all facts' : `${left} more`;
  const right = [toned(`${missed}: press Tab`, 'dim')];
  const panes: Pane[] = [panelPane('problems.detail', facts, { title, right }, lines)];
  if (measure) {
    const { rect, chart } = measure;
    panes.push({ id: 'problems.measure', rect, lines: seriesPanel(chart, rect) });
  }
  if (evidence) {
    const { rect, title, lines } = evidence;
    panes.push(panelPane('problems.evidence', rect, { title }, lines));
  }
  return panes;
}

/** Of a chart that the start of its problem would not fit in: the rest shows what was before it. */
const SHARE_AFTER_START = 0.8;

/** The deciding measure with its start marked, in this width; undefined if the history has no values of it. */
export function measureChart(view: View, problem: Problem, width: number): SeriesPanel | undefined {
  const measure = measureOf(problem, view.state, {
    units: view.display.units,
    thresholds: view.triage.thresholds,
  });
  if (!measure || !view.state.history.has(measure.key)) return undefined;
  const ended = problem.clearedAt === undefined ? undefined : view.now - problem.clearedAt;
  const chartOf = (span: View['display']['span']) =>
    chartWindow({ ...view, display: { ...view.display, span } }, [measure.key], width - 4, ended);
  const usual = chartOf(view.display.span);
  const isCut = view.display.span === undefined && problem.since.at < usual.from;
  const whole = isCut
    ? chartSpans.find((span) => span * SHARE_AFTER_START > view.now - problem.since.at)
    : undefined;
  const window = whole === undefined ? usual : chartOf(whole);
  const spread = window.spreadOf(measure.key);
  if (spread?.values.every((value) => value === null)) return undefined;
  const now: Line = [
    { text: isGone(problem, view) ? 'last ' : '', tone: 'dim' },
    { text: measure.format(view.state.history.last(measure.key, window.to)), tone: 'bold' },
  ];
  const { twin, normal } = comparisonOf(problem, measure.key, view.state);
  const ofTwin = twin && measure.format(view.state.history.last(twin.key, window.to));
  const twinWords: Line | undefined = twin && [
    { text: `line: ${twin.name}`, tone: 'accent' },
    { text: width < WORDS_FROM_COLUMNS ? '' : ` ${ofTwin}`, tone: 'dim' },
  ];
  const normalWords =
    normal && toned(`normal ${measure.format(normal.low)} to ${measure.format(normal.high)}`, 'dim');
  return {
    series: measure,
    window,
    marks: marksOf([problem]),
    now: [now, twinWords, normalWords],
    compared: { overlay: twin && window.spreadOf(twin.key)?.values, normal },
  };
}

/** The newest value of a server that is gone is not a current value. */
function isGone({ subject }: Problem, { state }: View): boolean {
  return (
    subject.kind === 'server' &&
    state.servers.some(({ name, goneSince }) => name === subject.name && goneSince !== undefined)
  );
}

export function evidenceLines(view: View, problem: Problem, width: number, rows: number): Line[] {
  const { journalPatterns } = view.facts;
  const evidence =
    problem.evidence ?? journalEvidence(view.state, problem, Math.max(0, rows - 1), journalPatterns);
  const chosen: { readonly entry: JournalEntry; readonly rows: readonly Line[] }[] = [];
  let [used, shown] = [0, 0];
  // Wrapped messages need more rows, so the last entries, which matter least, are left out.
  for (const excerpt of evidence.entries) {
    const room = rows - 1 - used;
    if (room <= 0) break;
    const { entry } = excerpt.item;
    const most = rows < WRAP_FROM_ROWS ? 1 : room;
    const [head = [], ...rest] = excerptRows(excerpt, width, most, journalPatterns);
    chosen.push({ entry, rows: [withLinkOfEntry(head, entry), ...rest] });
    used += 1 + rest.length;
    shown += excerpt.times;
  }
  // Entries were chosen by relevance; here they are sorted by time.
  const inOrder = chosen.toSorted((a, b) => a.entry.createDate - b.entry.createDate);
  const lines = inOrder.flatMap((one) => one.rows);
  const heldBack = evidence.inTime - shown;
  if (heldBack > 0) lines.push(toned(`${count(heldBack)} more journal entries in these minutes`, 'dim'));
  return lines;
}

function withLinkOfEntry(row: Line, { objectName, message }: JournalEntry): Line {
  if (!objectName) return row;
  const link = { kind: 'entry', objectName, message: message ?? '' } as const;
  return row.map((span) => (span.tone === OBJECT_TONE ? { ...span, link } : span));
}
