import { clockTime, count, DASH, duration } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { fit, fitLine, lineWidth } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { Problem } from '../../../triage/problem.ts';
import { shortReason, titleWords } from '../../../views/problem-rows.ts';
import { subjectName } from '../../../views/problems.ts';
import { severityLook } from '../../../views/tones.ts';
import { panel } from '../../primitives/panel.ts';
import type { View } from '../../view.ts';

/** The worst ones stand here, the others are counted. */
const SHOWN_PROBLEMS = 3;
/** Rows of the pane for so many open problems, its border included; none where there is none. */
export function problemsHeight(count: number): number {
  return count === 0 ? 0 : Math.min(SHOWN_PROBLEMS, count) + 2;
}

/** Problems that no operator has acknowledged, worst first. */
export function openProblems({ triage }: View): readonly Problem[] {
  return triage.problems.filter(({ acknowledged }) => !acknowledged);
}

/** The three worst problems: object, reason, viewers, since. */
export function problemsPane(view: View, rect: Rect): Line[] {
  const open = openProblems(view);
  const shown = open.slice(0, rect.height - 2);
  const names = Math.min(24, Math.max(0, ...shown.map(({ subject }) => subjectName(subject).length)));
  const more = open.length - shown.length;
  const right: Line = more > 0 ? [{ text: `+${count(more)} more, 0 lists them`, tone: 'dim' }] : [];
  const lines = shown.map((problem) => problemLine(view, problem, names, rect.width - 4));
  const stale = staleFor(view.state.dashboard, view.now);
  return panel({ title: 'Problems, worst first', right, stale }, lines, rect.width, rect.height);
}

function problemLine(view: View, problem: Problem, names: number, width: number): Line {
  const { severity, subject, viewersAtRisk, since, key } = problem;
  const look = severityLook[severity];
  const viewers = viewersAtRisk === undefined ? DASH : count(viewersAtRisk);
  const began = view.display.times === 'absolute' ? clockTime(since) : duration(view.now - since);
  const tail: Line = [
    { text: fit(viewers, 6, 'right') },
    { text: ' viewers', tone: 'dim' },
    { text: fit(began, 9, 'right') },
  ];
  const head: Line = [
    { text: `${look.sign} `, tone: look.tone },
    { text: `${fit(subjectName(subject), names)}  `, tone: 'bold' },
    { text: `${titleWords(problem, [])}: `, tone: look.tone },
    { text: shortReason(problem), tone: 'dim' },
  ];
  const line = [...fitLine(head, Math.max(0, width - lineWidth(tail))), ...tail];
  return line.map((span) => ({ ...span, link: { kind: 'problem', key } }));
}
