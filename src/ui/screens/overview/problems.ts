import { count } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { fit, fitLine, lineWidth } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { Problem } from '../../../triage/problem.ts';
import { severityLook } from '../../../views/formats/tones.ts';
import { type Clauses, withoutStart } from '../../../views/problems/clauses.ts';
import { subjectName } from '../../../views/problems/problems.ts';
import { titleWords } from '../../../views/problems/rows.ts';
import { beganOrLasted } from '../../../views/problems/since.ts';
import { fitClauses, shortClauses } from '../../../views/problems/words.ts';
import { panel } from '../../primitives/panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { View } from '../../view.ts';

/** Problems that are shown if there are no blank rows; the others are counted. */
const SHOWN_PROBLEMS = 3;
/** A single problem gets two rows, so that the panes do not move when a second one comes. */
const LEAST_ROWS = 2;

/**
 * Rows of the pane, border included. None without problems; otherwise the three worst, and more if there are `free`
 * rows.
 */
export function problemsHeight(count: number, free: number): number {
  if (count === 0) return 0;
  const shown = Math.max(LEAST_ROWS, count);
  return Math.min(shown, SHOWN_PROBLEMS + Math.max(0, free)) + 2;
}

/** The worst problems: object, reason, viewers, start. The worst one gets the rows that the others do not need. */
export function problemsPane(view: View, open: readonly Problem[], rect: Rect): Line[] {
  const rows = rect.height - 2;
  const shown = open.slice(0, rows);
  const names = Math.min(24, Math.max(0, ...shown.map(({ subject }) => subjectName(subject).length)));
  const more = open.length - shown.length;
  const right: Line = more > 0 ? [{ text: `${count(more)} more: press 0`, tone: 'dim' }] : [];
  const lines = shown.flatMap((problem, index) =>
    problemLines(view, problem, {
      names,
      width: rect.width - 4,
      rows: index === 0 ? 1 + rows - shown.length : 1,
    }),
  );
  const stale = staleFor(view.state.dashboard, view.now);
  return panel({ title: 'Problems, worst first', right, stale }, lines, rect.width, rect.height);
}

/** Width for the object's name, width of a whole row, and number of rows of the problem. */
interface ProblemRoom {
  readonly names: number;
  readonly width: number;
  readonly rows: number;
}

function problemLines(view: View, problem: Problem, { names, width, rows }: ProblemRoom): Line[] {
  const { severity, subject, hit, key } = problem;
  const look = severityLook[severity];
  const viewers = count(hit.viewers?.count);
  const began = beganOrLasted(problem, view.now, view.display.times);
  const tail: Line = [
    { text: fit(viewers, 6, 'right') },
    { text: ' viewers', tone: 'dim' },
    { text: fit(began, view.display.times === 'absolute' ? 10 : 9, 'right') },
  ];
  const head: Line = [
    { text: `${look.sign} `, tone: look.tone },
    { text: `${fit(subjectName(subject), names)}  `, tone: 'bold' },
    { text: `${titleWords(problem, [])}: `, tone: look.tone },
  ];
  const room = Math.max(0, width - lineWidth(tail));
  const clauses = shortClauses(problem);
  // Further rows of the sentence are aligned with its beginning, left of the figures.
  const indent = lineWidth(head.slice(0, 2));
  const [first = '', ...further] =
    rows === 1
      ? [fitClauses(clauses, room - lineWidth(head))]
      : wrapped(clauses, room - lineWidth(head) - 1, room - indent - 1, rows);
  const lines: Line[] = [
    [...fitLine([...head, { text: first, tone: 'dim' }], room), ...tail],
    ...further.map((text): Line => [{ text: ' '.repeat(indent) }, { text, tone: 'dim' }]),
  ];
  return lines.map((line) => line.map((span) => ({ ...span, link: { kind: 'problem', key } })));
}

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
