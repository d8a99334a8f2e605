import { tabKey } from '../../../actions/screen-table.ts';
import { count } from '../../../base/format.ts';
import { type Line, type Rect, toned } from '../../../base/text.ts';
import { fit, fitLine, lineWidth, textWidth } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import { viewersHit } from '../../../triage/problem.ts';
import { severityLook } from '../../../views/formats/tones.ts';
import { quietLines } from '../../../views/problems/calm.ts';
import { type Clauses, withoutStart } from '../../../views/problems/clauses.ts';
import { pendingIn, pendingSpans } from '../../../views/problems/pending.ts';
import { knownMark } from '../../../views/problems/problems.ts';
import { type ProblemRow, rowName, titleWords } from '../../../views/problems/rows.ts';
import { beganOrLasted } from '../../../views/problems/since.ts';
import { fitClauses, shortClauses } from '../../../views/problems/words.ts';
import { BORDER_COLUMNS, panel } from '../../primitives/panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { View } from '../../view.ts';

/** Rows that are shown if there are no blank rows, and in a low window; the others are counted. */
const SHOWN_ROWS = 5;
const LOW_SHOWN_ROWS = 3;
/** From this width on the number of viewers has its whole word. */
const WORDS_FROM_COLUMNS = 90;
/** A single problem gets two rows, so that the panes do not move when a second one comes. */
const LEAST_ROWS = 2;

/**
 * Height of the pane for `count` rows, border included; without rows 0 in a low window. A tall window shows more of them, and all that
 * its `free` rows hold.
 */
export function problemsHeight(count: number, { isTall, free }: { isTall: boolean; free: number }): number {
  if (count === 0 && !isTall) return 0;
  const most = isTall ? SHOWN_ROWS + Math.max(0, free) : LOW_SHOWN_ROWS;
  return Math.min(Math.max(LEAST_ROWS, count), most) + 2;
}

/** If not all rows fit, incidents come before the effects of any; the rows stay in the order of the trees. */
function rowsThatFit(all: readonly ProblemRow[], rows: number): readonly ProblemRow[] {
  const causes = all.filter(({ level }) => level !== 'effect').slice(0, rows);
  const effects = all.filter(({ level }) => level === 'effect').slice(0, rows - causes.length);
  const fit = new Set([...causes, ...effects]);
  return all.filter((row) => fit.has(row));
}

/** The worst incidents: object, reason, viewers, start. The worst one gets the rows that the others do not need. */
export function problemsPane(view: View, all: readonly ProblemRow[], rect: Rect): Line[] {
  const rows = rect.height - 2;
  if (all.length === 0) return quietPane(view, rect);
  const shown = rowsThatFit(all, rows);
  const names = Math.min(26, Math.max(0, ...shown.map((row) => lineWidth(rowName(row)))));
  const more = all.length - shown.length;
  const lines = shown.flatMap((row, index) =>
    problemLines(view, row, {
      names,
      width: rect.width - 4,
      rows: index === 0 ? 1 + rows - shown.length : 1,
    }),
  );
  // What is pending stands below the problems where a row is free, else in the title.
  const free = rows - lines.length;
  const below = pendingSpans(view, free).map((span): Line => [{ text: '  ' }, span]);
  const title = 'Problems, worst first';
  const right = more > 0 ? toned(`${count(more)} more: press ${tabKey('problems')}`, 'dim') : [];
  const room = rect.width - BORDER_COLUMNS - textWidth(title) - lineWidth(right) - 3;
  const pending = free > 0 ? undefined : pendingIn(view, room);
  const stale = staleFor(view.state.dashboard, view.now);
  return panel({ title, right: [pending && [pending], right], stale }, [...lines, ...below], rect);
}

/** What was wrong last, what may be soon, and the limits that are closest. */
function quietPane(view: View, rect: Rect): Line[] {
  const stale = staleFor(view.state.dashboard, view.now);
  const lines = quietLines(view, { width: rect.width - 4, height: rect.height - 2 });
  const isLooked = view.triage.since !== undefined && stale === undefined;
  const right = isLooked ? [toned('none known', 'dim')] : [];
  return panel({ title: 'Problems', right, stale }, lines, rect);
}

/** `names`: width for the object's name; `width`: that of a whole row; `rows`: those of the problem. */
function problemLines(
  view: View,
  row: ProblemRow,
  { names, width, rows }: Readonly<Record<'names' | 'width' | 'rows', number>>,
): Line[] {
  const { severity, hit, key, level } = row;
  const began = beganOrLasted(row, view.now, view.display.times);
  const people = Math.round(viewersHit(hit) ?? 0);
  const whole = people === 1 ? ' viewer ' : ' viewers';
  const words = width >= WORDS_FROM_COLUMNS ? whole : ' hit';
  const viewers: Line = hit.viewers
    ? [{ text: fit(count(people), 6, 'right') }, { text: words, tone: 'dim' }]
    : [];
  const tail: Line = [...viewers, { text: fit(began, view.display.times === 'absolute' ? 10 : 9, 'right') }];
  const head: Line = [
    ...fitLine(rowName(row), names),
    { text: '  ' },
    {
      text: `${knownMark(row)}${titleWords(row)}: `,
      tone: level === 'effect' ? 'plain' : severityLook[severity].tone,
    },
  ];
  const room = Math.max(0, width - lineWidth(tail));
  const clauses = shortClauses(row);
  // Further rows of the sentence are aligned with its beginning, left of the figures.
  const indent = lineWidth(head.slice(0, -1));
  const [first = '', ...further] =
    rows === 1
      ? [wholeWords(fitClauses(clauses, room - lineWidth(head)))]
      : wrapped(clauses, room - lineWidth(head) - 1, room - indent - 1, rows);
  const lines: Line[] = [
    [...fitLine([...head, { text: first, tone: 'dim' }], room), ...tail],
    ...further.map((text): Line => [{ text: ' '.repeat(indent) }, { text, tone: 'dim' }]),
  ];
  return lines.map((line) => line.map((span) => ({ ...span, link: { kind: 'problem', key } })));
}

/** Nothing if not even a word fits. */
const wholeWords = (text: string) => (/^\S+\u2026$/.test(text) ? '…' : text);

/** The text wrapped at this width; the first row may have another width. Text beyond the last row is cut. */
function wrapped(clauses: Clauses, firstWidth: number, width: number, rows: number): string[] {
  const text = clauses.join('');
  const textOf = (line: Line | undefined) => line?.map((span) => span.text).join('') ?? '';
  const first = textOf(wrapText(text, Math.max(1, firstWidth))[0]);
  const rest = wrapText(text.slice(first.length).trimStart(), Math.max(1, width)).map(textOf);
  const last = rest.slice(rows - 2).join(' ');
  const end = withoutStart(clauses, text.length - last.length);
  return [first, ...rest.slice(0, rows - 2), ...(last === '' ? [] : [fitClauses(end, Math.max(1, width))])];
}
