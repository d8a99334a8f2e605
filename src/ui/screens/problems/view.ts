import { count } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { textWidth } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { Problem } from '../../../triage/problem.ts';
import { severityLook } from '../../../views/formats/tones.ts';
import { type Column, orderWords } from '../../../views/lists/column.ts';
import { doubtSpan, notYetKnown } from '../../../views/problems/all-clear.ts';
import { calmLines } from '../../../views/problems/calm.ts';
import { after } from '../../../views/problems/clauses.ts';
import { remarkWords } from '../../../views/problems/coverage.ts';
import { problemOrders, worstProblemsFirst } from '../../../views/problems/order.ts';
import { subjectName, trendSign } from '../../../views/problems/problems.ts';
import { type ProblemRow, titleWords } from '../../../views/problems/rows.ts';
import { beganOrLasted, lasted } from '../../../views/problems/since.ts';
import { fitClauses, shortClauses } from '../../../views/problems/words.ts';
import { listPane } from '../../list-screen/shown-list.ts';
import { panel } from '../../primitives/panel.ts';
import type { Pane } from '../../view.ts';
import { problemDetailPanes } from './detail.ts';
import type { ListedProblems, ProblemsModel } from './model.ts';
import type { ProblemsPart } from './slice.ts';
import { timelinePane } from './timeline.ts';

export function drawProblems(model: ProblemsModel): Pane[] {
  const { view, timeline, lists, detail, beside } = model;
  const panes: Pane[] = [];
  if (timeline) panes.push(timelinePane(view, timeline));
  if (lists.standing) panes.push(problemsPane(model, 'standing', lists.standing));
  if (lists.cleared) panes.push(problemsPane(model, 'cleared', lists.cleared));
  if (detail) panes.push(...problemDetailPanes(detail));
  else if (beside) panes.push(selectedCleared(beside));
  return panes;
}

/** Shown in place of the detail of a problem that is no longer in its list. */
function selectedCleared(rect: Rect): Pane {
  const line: Line = [{ text: 'The selected problem has cleared.', tone: 'dim' }];
  return { id: 'problems.detail', rect, lines: panel({ title: 'Detail' }, [line], rect.width, rect.height) };
}

function problemsPane(model: ProblemsModel, part: ProblemsPart, list: ListedProblems): Pane {
  const { view, slice } = model;
  const { placed, all } = list;
  const isNewestFirst = part === 'cleared' && slice.sort.key === worstProblemsFirst.key;
  const order = isNewestFirst ? 'newest first' : orderWords(problemOrders, slice.sort);
  const right: Line = placed.vanished
    ? [{ text: 'the selected one has cleared', tone: 'ok' }]
    : [{ text: `${placed.index + 1} of ${list.count}`, tone: 'dim' }];
  const focus = slice.part === part;
  return listPane(`problems.${part}`, list, {
    title: `${part === 'standing' ? 'Problems' : 'Cleared problems'}, ${order}`,
    right: list.count === 0 ? [] : right,
    stale: staleFor(view.state.dashboard, view.now),
    focus,
    unselected: !focus,
    columns: problemColumns(model, part, all),
    sort: slice.sort,
    empty: emptyLines(model, part, list.rect.width - 4),
  });
}

function emptyLines({ view, slice }: ProblemsModel, part: ProblemsPart, width: number): Line[] {
  const dim = (text: string): Line[] => [[{ text, tone: 'dim' }]];
  if (slice.filter !== '') return dim('Nothing matches the filter. Esc clears it.');
  if (part === 'cleared') return dim('Nothing has cleared since castwatch was started.');
  if (!view.state.dashboard.value) return dim('No answer yet: problems are not known.');
  if (staleFor(view.state.dashboard, view.now) !== undefined)
    return dim('Problems are not known: the cluster does not answer.');
  const early = notYetKnown(view.state, view.triage, view.now);
  return early ? [[doubtSpan(early)]] : calmLines(view, width, remarkWords(view.state));
}

/** Names take the width that they need, within these limits; the reasons get the rest. */
const MIN_NAME_COLUMNS = 12;
const MAX_NAME_COLUMNS = 32;

function widest(texts: readonly string[]): number {
  return Math.min(MAX_NAME_COLUMNS, Math.max(MIN_NAME_COLUMNS, ...texts.map(textWidth)));
}

function whatAndWhy(row: ProblemRow, unfolded: readonly string[], width: number): Line {
  const known = row.acknowledged?.planned ? '✓ planned · ' : '✓ ';
  const what = `${row.acknowledged ? known : ''}${titleWords(row, unfolded)}`;
  const start = what === '' ? '' : `${what}: `;
  const text = fitClauses(after(start, shortClauses(row)), width);
  return [{ text: text.slice(0, start.length) }, { text: text.slice(start.length), tone: 'dim' }];
}

function problemColumns(
  { view, slice }: ProblemsModel,
  part: ProblemsPart,
  rows: readonly ProblemRow[],
): Column<ProblemRow>[] {
  const cleared = part === 'cleared';
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
      title: 'Object',
      width: widest(rows.map(({ subject }) => subjectName(subject))),
      cell: ({ subject, part }) => [
        { text: part === undefined ? '' : '  ' },
        { text: subjectName(subject), tone: 'bold' },
      ],
    },
    {
      key: 'title',
      title: 'Problem and reason',
      width: 28,
      grow: 1,
      rank: 1,
      cell: (row, width) => whatAndWhy(row, slice.unfolded, width),
    },
    {
      key: 'viewers',
      title: 'Affected',
      width: 8,
      align: 'right',
      rank: 4,
      cell: ({ hit }) => count(hit.viewers?.count),
    },
    {
      key: 'trend',
      title: '',
      width: 1,
      rank: 3,
      cell: ({ measure }) => trendSign[measure?.trend ?? 'steady'],
    },
    {
      key: 'since',
      title: 'Since',
      width: view.display.times === 'absolute' ? 9 : 8,
      align: 'right',
      cell: (row) => beganOrLasted(row, view.now, view.display.times),
    },
    ...(cleared
      ? [
          {
            key: 'lasted',
            title: 'Lasted',
            width: 8,
            align: 'right' as const,
            cell: (row: Problem) => lasted(row, row.clearedAt ?? view.now),
          },
        ]
      : []),
  ];
}
