import { clockTime } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { Problem } from '../../../triage/problem.ts';
import { severityLook } from '../../../views/formats/tones.ts';
import { timeAxis } from '../../../views/plots/time-axis.ts';
import { cellsOf, problemsSince, watchedSpan } from '../../../views/problems/problem-spans.ts';
import { countWords, subjectName, timelineRows } from '../../../views/problems/problems.ts';
import { problemTitle } from '../../../views/problems/words.ts';
import { panel } from '../../primitives/panel.ts';
import type { Pane, View } from '../../view.ts';

/** Borders, a row for each severity, the axis. */
export const TIMELINE_ROWS = 5;

const SEVERITY_COLUMNS = 11;
const SUBJECT_COLUMNS = 26;
const TITLE_COLUMNS = 20;

/** When there were problems, as marks on a time axis. */
export interface Timeline {
  readonly rect: Rect;
  /** The covered time, Unix ms. */
  readonly time: { readonly from: number; readonly to: number };
  /** Width of the labels; the time axis follows after them. */
  readonly labels: number;
  readonly width: number;
  /** The problems that have a row each. Undefined if there is too little room; then each severity has a row. */
  readonly problems: readonly Problem[] | undefined;
  readonly severities: ReturnType<typeof timelineRows>;
}

/** One row for each problem if there is room, else for each severity. */
export function timelineOf({ triage, now }: View, rect: Rect): Timeline {
  const span = watchedSpan(triage, now);
  const time = { from: now - span, to: now };
  const isLarge = rect.height > TIMELINE_ROWS;
  const labels = isLarge ? SUBJECT_COLUMNS + TITLE_COLUMNS : SEVERITY_COLUMNS;
  const width = Math.max(1, rect.width - 4 - labels);
  return {
    rect,
    time,
    labels,
    width,
    problems: isLarge ? problemsSince(triage, time.from, rect.height - 3) : undefined,
    severities: isLarge ? [] : timelineRows(triage, now, width, span),
  };
}

export function timelinePane(view: View, timeline: Timeline): Pane {
  const { rect, time, labels, width, problems } = timeline;
  const { triage, now } = view;
  const rows = problems?.map((problem) => problemLine(timeline, problem)) ?? severityLines(timeline);
  const blank = Math.max(0, rect.height - 3 - rows.length);
  const axis = timeAxis({ ...time, live: view.live, columns: width, marks: [] });
  const lines: Line[] = [
    ...rows,
    ...Array.from({ length: blank }, () => []),
    [{ text: ' '.repeat(labels) }, ...axis],
  ];
  const { since } = triage;
  const title =
    since !== undefined && since > time.from ? `Watched since ${clockTime(since)}` : 'The last hour';
  const right = countWords(triage.problems);
  const stale = staleFor(view.state.dashboard, now);
  return {
    id: 'problems.timeline',
    rect,
    lines: panel({ title, right, stale }, lines, rect.width, rect.height),
  };
}

function severityLines({ severities }: Timeline): Line[] {
  return severities.map(({ severity, cells }) => {
    const look = severityLook[severity];
    return [
      {
        text: fit(`${look.sign} ${severity}`, SEVERITY_COLUMNS),
        tone: cells.includes('█') ? look.tone : 'dim',
      },
      ...cells
        .split(/([\u00b7 ]+)/)
        .map((part) => ({ text: part, tone: part.startsWith('█') ? look.tone : ('faint' as const) })),
    ];
  });
}

function problemLine({ time, width }: Timeline, problem: Problem): Line {
  const { key, severity, subject, clearedAt } = problem;
  const { sign, tone } = severityLook[severity];
  const over = clearedAt !== undefined;
  const { start, length } = cellsOf(problem, time, width);
  return [
    { text: `${over ? '✔' : sign} `, tone: over ? 'dim' : tone },
    {
      text: fit(subjectName(subject), SUBJECT_COLUMNS - 3),
      tone: over ? 'dim' : 'plain',
      link: over ? undefined : { kind: 'problem', key },
    },
    { text: ` ${fit(problemTitle(problem), TITLE_COLUMNS)}`, tone: 'dim' },
    { text: ' '.repeat(start) },
    { text: '━'.repeat(length), tone: over ? 'faint' : tone },
  ];
}
