import { clockTime, count, DASH, duration } from '../../../base/format.ts';
import type { Line, Rect, Span } from '../../../base/text.ts';
import type { HitStream, Problem } from '../../../triage/problem.ts';
import { justBefore } from '../../../views/problem-before.ts';
import { carriedWords, nextFacts, streamsHit } from '../../../views/problem-facts.ts';
import { sideOf } from '../../../views/problem-side.ts';
import { relatedTo } from '../../../views/problems.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { View } from '../../view.ts';
import { fact, factWidth } from '../detail-parts.ts';

/** Streams that are named where each has a row, and in one row; the others are counted. */
const MOST_ROWS = 5;
const MOST_IN_ROW = 3;
/** Below so many rows of a detail the streams share one row. */
const STREAM_ROWS_FROM = 40;
/** Lines about what was changed just before. */
const MOST_CHANGES = 2;

/** What is known of a problem, one fact a row. */
export function factLines(view: View, problem: Problem, rect: Rect): Line[] {
  const { state, triage } = view;
  const inner = rect.width - 4;
  const wrapped = (label: string, text: string) =>
    wrapText(text, factWidth(rect)).map((line, row) => fact(row === 0 ? label : '', line));
  const before = beforeWords(view, problem, MOST_CHANGES);
  return [
    ...wrapText(problem.reason, inner, 'bold'),
    ...acknowledgedLines(problem, inner),
    [],
    fact('Since', `${sinceWords(view, problem)}, ${problem.trend}`),
    ...before.texts.flatMap((text, index) => wrapped(index === 0 ? before.label : '', text)),
    fact('Viewers hit', viewersWords(problem), 'bold'),
    ...streamLines(view, problem, rect),
    ...optional('Part hit', sideOf(problem, state)),
    ...relatedTo(problem.subject, state).map(({ word, name, link }) =>
      fact(capital(word), [{ text: name, tone: 'accent', link }]),
    ),
    ...nextFacts(problem, state, triage.thresholds.healthBad).flatMap((text, index) =>
      wrapped(index === 0 ? 'Next to it' : '', text),
    ),
    fact('Rule', problem.rule, 'dim'),
  ];
}

/** The same as running text, for a window of few rows. */
export function runningFacts(view: View, problem: Problem, width: number): Line[] {
  const { state, triage } = view;
  const related = relatedTo(problem.subject, state).flatMap(
    ({ word, name, link }): Line => [
      { text: `, ${word} `, tone: 'dim' },
      { text: name, tone: 'accent', link },
    ],
  );
  const side = sideOf(problem, state);
  const before = beforeWords(view, problem, 1);
  const next = nextFacts(problem, state, triage.thresholds.healthBad).slice(0, 1);
  return [
    ...wrapText(problem.reason, width, 'bold'),
    [
      { text: `since ${sinceWords(view, problem)}`, tone: 'dim' },
      ...related,
      { text: `, ${problem.trend} · rule ${problem.rule}`, tone: 'dim' },
    ],
    [
      { text: 'hit: ', tone: 'dim' },
      { text: `${viewersWords(problem)} viewers` },
      ...(side === undefined ? [] : [{ text: ` · ${side}` }]),
      { text: ' · streams ', tone: 'dim' },
      ...streamsInRow(view, problem),
    ],
    ...before.texts.map((text): Line => [{ text: `${before.label.toLowerCase()}: ${text}`, tone: 'dim' }]),
    ...next.map((text): Line => [{ text: `next to it: ${text}`, tone: 'dim' }]),
    ...acknowledgedLines(problem, width),
  ];
}

function optional(label: string, value: string | undefined): Line[] {
  return value === undefined ? [] : [fact(label, value)];
}

function sinceWords(view: View, { since, clearedAt }: Problem): string {
  const lasted = `(${duration((clearedAt ?? view.now) - since)})`;
  return clearedAt === undefined
    ? `${clockTime(since)} ${lasted}`
    : `${clockTime(since)} until ${clockTime(clearedAt)} ${lasted}`;
}

/** What the journal says of the time before: what was changed, or else what is notable. */
function beforeWords(
  { state, facts }: View,
  problem: Problem,
  most: number,
): { readonly label: string; readonly texts: readonly string[] } {
  const { isChange, entries } = justBefore(problem, state, most, facts.journalPatterns);
  const texts = entries.map(
    ({ item: { entry } }) =>
      `${clockTime(entry.createDate)} ${entry.message ?? DASH} (${entry.objectName ?? DASH})`,
  );
  if (isChange) return { label: 'What changed', texts };
  return texts.length > 0
    ? { label: 'Just before', texts }
    : { label: 'What changed', texts: ['nothing that the journal names'] };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function viewersWords({ viewersAtRisk }: Problem): string {
  return viewersAtRisk === undefined ? DASH : count(Math.round(viewersAtRisk));
}

function acknowledgedLines({ acknowledged }: Problem, width: number): Line[] {
  if (!acknowledged) return [];
  const { at, until, note } = acknowledged;
  const how = until === undefined ? 'until it clears' : `until ${clockTime(until)}`;
  return wrapText(`✓ acknowledged at ${clockTime(at)} ${how}: ${note || DASH}`, width, 'info');
}

/** How many streams are hit, and those that matter most with a way to each. */
function streamLines(view: View, problem: Problem, rect: Rect): Line[] {
  if (rect.height < STREAM_ROWS_FROM) return [fact('Streams hit', streamsInRow(view, problem))];
  const hit = streamsHit(problem, view.state);
  if (!hit) return [fact('Streams hit', carriedWords(problem, view.state), 'bold')];
  const shown = hit.first.slice(0, MOST_ROWS);
  const more = hit.count - shown.length;
  return [
    fact('Streams hit', count(hit.count), 'bold'),
    ...shown.map((stream) => fact('', [...streamSpans(stream), { text: stateWords(stream), tone: 'dim' }])),
    ...(more > 0 ? [fact('', `and ${count(more)} more`, 'dim')] : []),
  ];
}

function streamsInRow(view: View, problem: Problem): Span[] {
  const hit = streamsHit(problem, view.state);
  if (!hit) return [{ text: carriedWords(problem, view.state) }];
  const shown = hit.first.slice(0, MOST_IN_ROW);
  const more = hit.count - shown.length;
  return [
    { text: `${count(hit.count)}: ` },
    ...shown.flatMap((stream, index) => [
      ...(index === 0 ? [] : [{ text: ', ', tone: 'dim' as const }]),
      ...streamSpans(stream),
    ]),
    ...(more > 0 ? [{ text: ` and ${count(more)} more`, tone: 'dim' as const }] : []),
  ];
}

function streamSpans({ id, streamKey, application, viewers }: HitStream): Span[] {
  return [
    { text: streamKey, tone: 'accent', link: { kind: 'stream', id, streamKey, application } },
    { text: ` (${count(viewers)})`, tone: 'dim' },
  ];
}

function stateWords({ isBack }: HitStream): string {
  return isBack === undefined ? '' : isBack ? ' back' : ' missing';
}
