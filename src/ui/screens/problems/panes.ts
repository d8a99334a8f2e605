import { clockTime, count, DASH, duration } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { fit } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { Problem } from '../../../triage/problem.ts';
import { notYetKnown } from '../../../views/all-clear.ts';
import { excerptLine } from '../../../views/journal-digest.ts';
import {
  countWords,
  journalEvidence,
  relatedTo,
  shownProblems,
  subjectName,
  timelineRows,
  trendSign,
} from '../../../views/problems.ts';
import { severityLook } from '../../../views/tones.ts';
import { type ListPosition, placeList } from '../../primitives/list.ts';
import { panel } from '../../primitives/panel.ts';
import type { Column } from '../../primitives/table.ts';
import { tablePanel } from '../../primitives/table-panel.ts';
import { wrapText } from '../../primitives/wrap.ts';
import type { Pane, View } from '../../view.ts';

export interface ProblemsSlice {
  readonly part: 'standing' | 'cleared';
  readonly filter: string;
  readonly standing: ListPosition;
  readonly cleared: ListPosition;
}

const HOUR_MS = 3_600_000;

export function pane(id: string, rect: Rect, lines: readonly Line[]): Pane {
  return { id: `problems.${id}`, rect, lines };
}

/** A cleared problem may have been there before under the same key. */
export function idOf(problem: Problem): string {
  return problem.clearedAt === undefined ? problem.key : `${problem.key} ${problem.clearedAt}`;
}

/** The problems of the list that is shown, those that the filter lets pass. */
export function listed(view: View, slice: ProblemsSlice): readonly Problem[] {
  return shownProblems(slice.part === 'standing' ? view.triage.problems : view.triage.cleared, slice.filter);
}

/** The timeline gives way below 14 rows, the detail below 10. */
export function problemsLayout(area: Rect): {
  readonly timeline?: Rect;
  readonly list: Rect;
  readonly detail?: Rect;
} {
  const { x, y, width, height } = area;
  const timeline = height >= 14 ? 5 : 0;
  const detail = height >= 10 ? Math.min(14, Math.max(5, Math.floor(height * 0.35))) : 0;
  const rect = (top: number, rows: number): Rect => ({ x, y: y + top, width, height: rows });
  return {
    ...(timeline > 0 && { timeline: rect(0, timeline) }),
    list: rect(timeline, height - timeline - detail),
    ...(detail > 0 && { detail: rect(height - detail, detail) }),
  };
}

export function timelinePane(view: View, rect: Rect): Line[] {
  const width = Math.max(1, rect.width - 4 - 11);
  const lines: Line[] = timelineRows(view.triage, view.now, width, HOUR_MS).map(({ severity, cells }) => {
    const look = severityLook[severity];
    return [
      { text: fit(`${look.sign} ${severity}`, 11), tone: look.tone },
      ...cells
        .split(/([\u00b7 ]+)/)
        .map((part) => ({ text: part, tone: part.startsWith('█') ? look.tone : ('faint' as const) })),
    ];
  });
  lines.push([
    { text: fit('', 11) },
    { text: fit(clockTime(view.now - HOUR_MS), Math.max(0, width - 8)), tone: 'dim' },
    { text: clockTime(view.now), tone: 'dim' },
  ]);
  return panel(
    {
      title:
        view.triage.since !== undefined && view.triage.since > view.now - HOUR_MS
          ? `Since ${clockTime(view.triage.since)}; before that not watched`
          : 'The last hour',
      right: countWords(view.triage.problems),
      stale: staleFor(view.state.dashboard, view.now),
    },
    lines,
    rect.width,
    rect.height,
  );
}

export function listPane(view: View, slice: ProblemsSlice, rect: Rect): Line[] {
  const shown = listed(view, slice);
  const visible = rect.height - 3;
  const placed = placeList(slice[slice.part], shown.map(idOf), visible);
  const title = slice.part === 'standing' ? 'Problems, worst first' : 'Cleared problems, newest first';
  const right: Line = placed.vanished
    ? [{ text: 'the selected one has cleared', tone: 'ok' }]
    : [{ text: `${placed.index + 1} of ${shown.length}`, tone: 'dim' }];
  return tablePanel(
    {
      title,
      right: shown.length === 0 ? [] : right,
      stale: staleFor(view.state.dashboard, view.now),
      focus: true,
      columns: problemColumns(view, slice),
      data: (index) => shown[index],
      count: shown.length,
      scroll: placed.scroll,
      selected: placed.index,
      empty: [emptyLine(view, slice)],
    },
    rect,
  );
}

function emptyLine(view: View, slice: ProblemsSlice): Line {
  if (slice.filter !== '') return [{ text: 'Nothing matches the filter. Esc takes it away.', tone: 'dim' }];
  if (slice.part === 'cleared')
    return [{ text: 'Nothing has cleared since castwatch was started.', tone: 'dim' }];
  if (!view.state.dashboard.value) return [{ text: 'No answer yet, so nothing can be said.', tone: 'dim' }];
  if (staleFor(view.state.dashboard, view.now) !== undefined)
    return [{ text: 'Whether there are problems is unknown: the cluster does not answer.', tone: 'dim' }];
  const early = notYetKnown(view.state, view.triage, view.now);
  return early === undefined
    ? [{ text: '✔ No problem is known.', tone: 'ok' }]
    : [{ text: `… ${early}`, tone: 'dim' }];
}

function problemColumns(view: View, slice: ProblemsSlice): Column<Problem>[] {
  const cleared = slice.part === 'cleared';
  return [
    {
      key: 'severity',
      title: 'Severity',
      width: 10,
      cell: ({ severity, acknowledged }) => {
        const look = severityLook[severity];
        return [{ text: `${look.sign} ${look.word}`, tone: acknowledged ? 'dim' : look.tone }];
      },
    },
    {
      key: 'subject',
      title: 'Concerns',
      width: 14,
      grow: 1,
      cell: ({ subject }) => [{ text: subjectName(subject), tone: 'bold' }],
    },
    {
      key: 'title',
      title: 'What',
      width: 18,
      grow: 1,
      rank: 2,
      cell: ({ title, acknowledged }) => [{ text: acknowledged ? `✓ ${title}` : title }],
    },
    {
      key: 'reason',
      title: 'Why',
      width: 20,
      grow: 5,
      rank: 1,
      cell: ({ reason }) => [{ text: reason, tone: 'dim' }],
    },
    {
      key: 'viewers',
      title: 'Viewers',
      width: 7,
      align: 'right',
      rank: 4,
      cell: ({ viewersAtRisk }) => count(viewersAtRisk),
    },
    { key: 'trend', title: '', width: 1, rank: 3, cell: ({ trend }) => trendSign[trend] },
    {
      key: 'since',
      title: 'Since',
      width: 8,
      align: 'right',
      cell: ({ since }) =>
        view.display.times === 'absolute' ? clockTime(since) : duration(view.now - since),
    },
    ...(cleared
      ? [
          {
            key: 'lasted',
            title: 'Lasted',
            width: 8,
            align: 'right' as const,
            cell: ({ since, clearedAt }: Problem) => duration((clearedAt ?? view.now) - since),
          },
        ]
      : []),
  ];
}

/** What the problem concerns and what that belongs to, each a way. */
function relatedWays({ subject }: Problem, { state }: View): Line {
  return relatedTo(subject, state).flatMap(
    ({ word, name, link }): Line => [
      { text: `, ${word} `, tone: 'dim' },
      { text: name, tone: 'accent', link },
    ],
  );
}

export function detailPane(view: View, slice: ProblemsSlice, rect: Rect): Line[] {
  const shown = listed(view, slice);
  const placed = placeList(slice[slice.part], shown.map(idOf), 1);
  const problem = placed.vanished ? undefined : shown[placed.index];
  if (!problem) return panel({ title: 'Detail' }, [], rect.width, rect.height);
  const inner = rect.width - 4;
  const lines: Line[] = [
    ...wrapText(problem.reason, inner, 'bold'),
    [
      {
        text: `since ${clockTime(problem.since)} (${duration((problem.clearedAt ?? view.now) - problem.since)})`,
        tone: 'dim',
      },
      {
        text:
          problem.viewersAtRisk === undefined
            ? ''
            : `, ${count(Math.round(problem.viewersAtRisk))} viewers at risk`,
        tone: 'dim',
      },
      ...relatedWays(problem, view),
      { text: `, ${problem.trend} · rule ${problem.rule}`, tone: 'dim' },
    ],
  ];
  const known = problem.acknowledged;
  if (known) {
    const until = known.until === undefined ? 'until it clears' : `until ${clockTime(known.until)}`;
    lines.push([
      { text: `✓ acknowledged at ${clockTime(known.at)} ${until}: ${known.note || DASH}`, tone: 'info' },
    ]);
  }
  const room = rect.height - 2 - lines.length;
  const { journalPatterns } = view.facts;
  const evidence = journalEvidence(view.state, problem, Math.max(0, room - 1), journalPatterns);
  for (const entry of evidence.entries) lines.push(excerptLine(entry, inner, journalPatterns));
  if (evidence.heldBack > 0) {
    lines.push([{ text: `${count(evidence.heldBack)} more journal entries of those minutes`, tone: 'dim' }]);
  }
  return panel({ title: problem.title }, lines, rect.width, rect.height);
}
