import { count } from '../../../base/format.ts';
import type { Line, Rect } from '../../../base/text.ts';
import { textWidth } from '../../../base/width.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { Problem } from '../../../triage/problem.ts';
import { severityLook } from '../../../views/formats/tones.ts';
import { orderWords, type Sort } from '../../../views/lists/column.ts';
import { notYetKnown } from '../../../views/problems/all-clear.ts';
import { after } from '../../../views/problems/clauses.ts';
import { problemOrders, sortProblems, worstProblemsFirst } from '../../../views/problems/order.ts';
import { shownProblems, subjectName, trendSign } from '../../../views/problems/problems.ts';
import { type ProblemRow, problemRows, titleWords } from '../../../views/problems/rows.ts';
import { beganOrLasted, lasted } from '../../../views/problems/since.ts';
import { fitClauses, shortClauses } from '../../../views/problems/words.ts';
import { besideOf } from '../../list-screen/beside.ts';
import { type ListPosition, placeList } from '../../primitives/list.ts';
import type { Column } from '../../primitives/table.ts';
import { tablePanel } from '../../primitives/table-panel.ts';
import type { Pane, View } from '../../view.ts';
import { TIMELINE_ROWS } from './timeline.ts';

export interface ProblemsSlice {
  readonly part: 'standing' | 'cleared';
  readonly filter: string;
  readonly standing: ListPosition;
  readonly cleared: ListPosition;
  /** Keys of the problems whose many are shown below them. */
  readonly unfolded: readonly string[];
  readonly sort: Sort;
}

export function pane(id: string, rect: Rect, lines: readonly Line[]): Pane {
  return { id: `problems.${id}`, rect, lines };
}

/** A cleared problem may have been there before under the same key. */
export function idOf({ key, clearedAt, part }: ProblemRow): string {
  return [key, clearedAt, part].filter((word) => word !== undefined).join(' ');
}

/** The problems of a list, those that the filter lets pass, with what is unfolded below them. */
export function listed(view: View, slice: ProblemsSlice, part: Part): readonly ProblemRow[] {
  const problems = part === 'standing' ? view.triage.problems : view.triage.cleared;
  return problemRows(sortProblems(shownProblems(problems, slice.filter), slice.sort), slice.unfolded);
}

type Part = ProblemsSlice['part'];

export interface ProblemsLayout {
  readonly timeline: Rect | undefined;
  /** The list of the part that is looked at; in a large window that of the other part, too. */
  readonly lists: Partial<Record<Part, Rect>>;
  readonly detail: Rect | undefined;
}

/** From so many rows on both lists are in sight beside a detail. */
const BOTH_FROM_ROWS = 30;
const STANDING_SHARE = 0.6;
const TIMELINE_FROM_ROWS = 24;
/** A list above its detail: its borders and headings, its least, and its share of the height at most. */
const LIST_FRAME_ROWS = 3;
const LEAST_LIST_ROWS = 5;
const LIST_SHARE = 1 / 3;

/** In a window so large each problem has a row of the time line. */
const LARGE = { columns: 140, rows: 50 } as const;
const LARGE_TIMELINE_ROWS = 14;

function timelineHeight({ width, height }: Rect): number {
  if (width >= LARGE.columns && height >= LARGE.rows) return LARGE_TIMELINE_ROWS;
  return height >= TIMELINE_FROM_ROWS ? TIMELINE_ROWS : 0;
}

/**
 * The detail stands beside the lists in a wide window, else below a list that takes no more rows than it has problems.
 * The timeline gives way below 24 rows, a detail below the list below 10; an empty list has none.
 */
export function problemsLayout(area: Rect, part: Part, problems: number): ProblemsLayout {
  const timelineRows = timelineHeight(area);
  const timeline = timelineRows > 0 ? { ...area, height: timelineRows } : undefined;
  const rest: Rect = { ...area, y: area.y + timelineRows, height: area.height - timelineRows };
  const wide = besideOf(rest);
  if (wide.detail) {
    const { list, detail } = problems === 0 ? { list: rest, detail: undefined } : wide;
    const standing = Math.round(list.height * STANDING_SHARE);
    const lists =
      list.height < BOTH_FROM_ROWS
        ? { [part]: list }
        : {
            standing: { ...list, height: standing },
            cleared: { ...list, y: list.y + standing, height: list.height - standing },
          };
    return { timeline, lists, detail };
  }
  if (area.height < 10 || problems === 0) return { timeline, lists: { [part]: rest }, detail: undefined };
  const wanted = Math.max(LEAST_LIST_ROWS, problems + LIST_FRAME_ROWS);
  const height = Math.min(wanted, Math.floor(rest.height * LIST_SHARE));
  return {
    timeline,
    lists: { [part]: { ...rest, height } },
    detail: { ...rest, y: rest.y + height, height: rest.height - height },
  };
}

export function listPane(view: View, slice: ProblemsSlice, part: Part, rect: Rect): Line[] {
  const shown = listed(view, slice, part);
  const visible = rect.height - 3;
  const placed = placeList(slice[part], shown.map(idOf), visible);
  const focus = slice.part === part;
  const isNewestFirst = part === 'cleared' && slice.sort.key === worstProblemsFirst.key;
  const order = isNewestFirst ? 'newest first' : orderWords(problemOrders, slice.sort);
  const title = `${part === 'standing' ? 'Problems' : 'Cleared problems'}, ${order}`;
  const right: Line = placed.vanished
    ? [{ text: 'the selected one has cleared', tone: 'ok' }]
    : [{ text: `${placed.index + 1} of ${shown.length}`, tone: 'dim' }];
  return tablePanel(
    {
      title,
      right: shown.length === 0 ? [] : right,
      stale: staleFor(view.state.dashboard, view.now),
      focus,
      columns: problemColumns(view, slice, part, shown),
      sort: slice.sort,
      data: (index) => shown[index],
      count: shown.length,
      scroll: placed.scroll,
      selected: focus ? placed.index : undefined,
      empty: [emptyLine(view, slice, part)],
    },
    rect,
  );
}

function emptyLine(view: View, slice: ProblemsSlice, part: Part): Line {
  if (slice.filter !== '') return [{ text: 'Nothing matches the filter. Esc takes it away.', tone: 'dim' }];
  if (part === 'cleared') return [{ text: 'Nothing has cleared since castwatch was started.', tone: 'dim' }];
  if (!view.state.dashboard.value) return [{ text: 'No answer yet, so nothing can be said.', tone: 'dim' }];
  if (staleFor(view.state.dashboard, view.now) !== undefined)
    return [{ text: 'Whether there are problems is unknown: the cluster does not answer.', tone: 'dim' }];
  const early = notYetKnown(view.state, view.triage, view.now);
  return early === undefined
    ? [{ text: '✔ No problem is known.', tone: 'ok' }]
    : [{ text: `○ ${early}`, tone: 'dim' }];
}

/** Names take what they need, within these, so that the reasons have the rest. */
const MIN_NAME_COLUMNS = 12;
const MAX_NAME_COLUMNS = 32;

function widest(texts: readonly string[]): number {
  return Math.min(MAX_NAME_COLUMNS, Math.max(MIN_NAME_COLUMNS, ...texts.map(textWidth)));
}

function whatAndWhy(row: ProblemRow, unfolded: readonly string[], width: number): Line {
  const what = `${row.acknowledged ? '✓ ' : ''}${titleWords(row, unfolded)}`;
  const start = what === '' ? '' : `${what}: `;
  const text = fitClauses(after(start, shortClauses(row)), width);
  return [{ text: text.slice(0, start.length) }, { text: text.slice(start.length), tone: 'dim' }];
}

function problemColumns(
  view: View,
  slice: ProblemsSlice,
  part: Part,
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
      title: 'Concerns',
      width: widest(rows.map(({ subject }) => subjectName(subject))),
      cell: ({ subject, part }) => [
        { text: part === undefined ? '' : '  ' },
        { text: subjectName(subject), tone: 'bold' },
      ],
    },
    {
      key: 'title',
      title: 'What, and why',
      width: 28,
      grow: 1,
      rank: 1,
      cell: (row, width) => whatAndWhy(row, slice.unfolded, width),
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
