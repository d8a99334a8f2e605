import { clockTime, count, DASH, duration } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import type { JournalEntry } from '../../../protocol/journal.ts';
import { journalEvidence } from '../../../triage/evidence.ts';
import type { Problem } from '../../../triage/problem.ts';
import { excerptRows } from '../../../views/journal-digest.ts';
import { OBJECT_TONE } from '../../../views/journal-line.ts';
import { carriedWords, nextFacts, streamsHit } from '../../../views/problem-facts.ts';
import { measureOf } from '../../../views/problem-measure.ts';
import { relatedTo } from '../../../views/problems.ts';
import { panel } from '../../primitives/panel.ts';
import { titleParts } from '../../primitives/title-parts.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';
import { fact, factWidth } from '../detail-parts.ts';
import { chartWindow, marksOf, rangeWords, seriesChart } from '../series-chart.ts';

const CHART_ROWS = 11;
/** Rows of the journal that stay beside a chart. */
const MIN_EVIDENCE_ROWS = 6;
/** From so many rows on whole messages are worth more than one more entry. */
const WRAP_FROM_ROWS = 16;
/** Streams that are named; the others are counted. */
const MOST_STREAMS = 5;

/** A problem below its list: what it is, and what the journal says of its beginning. */
export function detailBelow(view: View, problem: Problem, rect: Rect): Line[] {
  const lines = [
    ...wrapText(problem.reason, rect.width - 4, 'bold'),
    [
      { text: `since ${sinceWords(view, problem)}`, tone: 'dim' as const },
      { text: atRisk(problem), tone: 'dim' as const },
      ...relatedTo(problem.subject, view.state).flatMap(
        ({ word, name, link }): Line => [
          { text: `, ${word} `, tone: 'dim' },
          { text: name, tone: 'accent', link },
        ],
      ),
      { text: `, ${problem.trend} · rule ${problem.rule}`, tone: 'dim' as const },
    ],
    ...acknowledgedLines(problem, rect.width - 4),
  ];
  const evidence = evidenceLines(view, problem, rect.width - 4, rect.height - 2 - lines.length);
  return panel({ title: problem.title }, [...lines, ...evidence], rect.width, rect.height);
}

/** A problem beside its list: what it is, whom it hits, what stands next to it, the deciding measure, the evidence. */
export function detailBeside(view: View, problem: Problem, rect: Rect): Pane[] {
  const inner = rect.width - 4;
  const facts = [
    ...wrapText(problem.reason, inner, 'bold'),
    ...acknowledgedLines(problem, inner),
    [],
    fact('Since', `${sinceWords(view, problem)}, ${problem.trend}`),
    ...relatedTo(problem.subject, view.state).map(({ word, name, link }) =>
      fact(capital(word), [{ text: name, tone: 'accent', link }]),
    ),
    ...extentLines(view, problem, rect),
    fact('Rule', problem.rule, 'dim'),
  ];
  const factRows = Math.min(facts.length + 2, Math.floor(rect.height / 2));
  const chart = chartLines(view, problem, { ...rect, height: CHART_ROWS });
  const chartRows = chart && rect.height >= factRows + CHART_ROWS + MIN_EVIDENCE_ROWS ? CHART_ROWS : 0;
  const rows = rect.height - factRows - chartRows;
  const place = (y: number, height: number): Rect => ({ ...rect, y: rect.y + y, height });
  const pane = (id: string, at: Rect, lines: readonly Line[]): Pane => ({
    id: `problems.${id}`,
    rect: at,
    lines,
  });
  const evidence = evidenceLines(view, problem, inner, rows - 2);
  return [
    pane('detail', place(0, factRows), panel({ title: problem.title }, facts, rect.width, factRows)),
    ...(chart && chartRows > 0 ? [pane('measure', place(factRows, chartRows), chart)] : []),
    pane(
      'evidence',
      place(factRows + chartRows, rows),
      panel({ title: 'The journal around its beginning' }, evidence, rect.width, rows),
    ),
  ];
}

function sinceWords(view: View, { since, clearedAt }: Problem): string {
  const lasted = `(${duration((clearedAt ?? view.now) - since)})`;
  return clearedAt === undefined
    ? `${clockTime(since)} ${lasted}`
    : `${clockTime(since)} until ${clockTime(clearedAt)} ${lasted}`;
}

function atRisk({ viewersAtRisk }: Problem): string {
  return viewersAtRisk === undefined ? '' : `, ${count(Math.round(viewersAtRisk))} viewers at risk`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function acknowledgedLines({ acknowledged }: Problem, width: number): Line[] {
  if (!acknowledged) return [];
  const { at, until, note } = acknowledged;
  const how = until === undefined ? 'until it clears' : `until ${clockTime(until)}`;
  return wrapText(`✓ acknowledged at ${clockTime(at)} ${how}: ${note || DASH}`, width, 'info');
}

function extentLines({ state, triage }: View, problem: Problem, rect: Rect): Line[] {
  const { viewersAtRisk } = problem;
  const streams = streamsHit(problem, state);
  const more = streams.length - MOST_STREAMS;
  const wrapped = (label: string, text: string) =>
    wrapText(text, factWidth(rect)).map((line, row) => fact(row === 0 ? label : '', line));
  return [
    fact('Viewers hit', viewersAtRisk === undefined ? DASH : count(Math.round(viewersAtRisk)), 'bold'),
    fact('Streams hit', streams.length === 0 ? carriedWords(problem, state) : count(streams.length), 'bold'),
    ...streams.slice(0, MOST_STREAMS).map(({ id, streamKey, application, viewerCount }) =>
      fact('', [
        {
          text: streamKey,
          tone: 'accent',
          link: { kind: 'stream', id, streamKey, application: application ?? undefined },
        },
        { text: `  ${count(viewerCount)} viewers`, tone: 'dim' },
      ]),
    ),
    ...(more > 0 ? [fact('', `and ${count(more)} more`, 'dim')] : []),
    ...nextFacts(problem, state, triage.thresholds.healthBad).flatMap((text, index) =>
      wrapped(index === 0 ? 'Next to it' : '', text),
    ),
  ];
}

/** The deciding measure with the beginning marked; undefined where the history has none. */
function chartLines(view: View, problem: Problem, rect: Rect): Line[] | undefined {
  const measure = measureOf(problem, view.state, view.display.units);
  if (!measure || !view.state.history.has(measure.key)) return undefined;
  const ended = problem.clearedAt === undefined ? undefined : view.now - problem.clearedAt;
  const window = chartWindow(view, [measure.key], rect.width - 4, ended);
  const before = problem.since < window.from ? `it began ${clockTime(problem.since)}, before this` : '';
  const right = titleParts(measure.title, rect.width, [
    [{ text: measure.format(view.state.history.last(measure.key, window.to)), tone: measure.tone }],
    window.words,
    before === '' ? undefined : [{ text: before, tone: 'dim' }],
    rangeWords(window.valuesOf(measure.key), measure.format, rect.width),
  ]);
  return panel(
    { title: measure.title, right },
    seriesChart(window, measure, marksOf([problem]), rect.height - 2),
    rect.width,
    rect.height,
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
