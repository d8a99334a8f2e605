import type { Rect } from '../../../base/text.ts';
import { sortProblems } from '../../../views/problems/order.ts';
import { shownProblems } from '../../../views/problems/problems.ts';
import { type ProblemRow, problemRows } from '../../../views/problems/rows.ts';
import { besideOf } from '../../list-screen/beside.ts';
import { type ShownList, type ShownLists, shownList } from '../../list-screen/shown-list.ts';
import type { View } from '../../view.ts';
import { type ProblemDetail, problemDetail } from './detail.ts';
import type { ProblemsPart, ProblemsSlice } from './slice.ts';
import { TIMELINE_ROWS, type Timeline, timelineOf } from './timeline.ts';

interface ProblemsLayout {
  readonly timeline: Rect | undefined;
  /** Area of the list with the focus; in a large window, of the other list, too. */
  readonly lists: Partial<Record<ProblemsPart, Rect>>;
  readonly detail: Rect | undefined;
}

/** From this height on both lists are visible beside a detail. */
const BOTH_FROM_ROWS = 30;
const STANDING_SHARE = 0.6;
const TIMELINE_FROM_ROWS = 24;
/** A list above its detail: rows of borders and headings, least rows, largest share of the height. */
const LIST_FRAME_ROWS = 3;
const LEAST_LIST_ROWS = 5;
const LIST_SHARE = 1 / 3;

/** From this size on each problem has a row in the timeline. */
const LARGE = { columns: 140, rows: 50 } as const;
const LARGE_TIMELINE_ROWS = 14;

function timelineHeight({ width, height }: Rect): number {
  if (width >= LARGE.columns && height >= LARGE.rows) return LARGE_TIMELINE_ROWS;
  return height >= TIMELINE_FROM_ROWS ? TIMELINE_ROWS : 0;
}

/**
 * The detail is beside the lists in a wide window, else below a list that has no blank rows. The timeline is left
 * out below 24 rows, and a detail below the list is left out below 10 rows. An empty list has no detail.
 */
function problemsLayout(area: Rect, part: ProblemsPart, problems: number): ProblemsLayout {
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

/** A list of problems, with all its rows, also those that are not visible. */
export interface ListedProblems extends ShownList<ProblemRow> {
  readonly all: readonly ProblemRow[];
}

export interface ProblemsModel extends ShownLists<ProblemsPart> {
  readonly view: View;
  readonly slice: ProblemsSlice;
  readonly timeline: Timeline | undefined;
  readonly lists: { readonly standing?: ListedProblems; readonly cleared?: ListedProblems };
  /** The selected row; undefined if there is none, or it is no longer in its list. */
  readonly selected: ProblemRow | undefined;
  readonly detail: ProblemDetail | undefined;
  /** Area of the detail. */
  readonly beside: Rect | undefined;
}

/** The timeline, the visible lists, and the detail of the selected problem. */
export function problemsModel(view: View, slice: ProblemsSlice, area: Rect): ProblemsModel {
  const { part } = slice;
  const own = rowsOf(view, slice, part);
  const layout = problemsLayout(area, part, own.length);
  const listIn = (of: ProblemsPart): { readonly [of in ProblemsPart]?: ListedProblems } => {
    const rect = layout.lists[of];
    if (!rect) return {};
    const all = of === part ? own : rowsOf(view, slice, of);
    const ids = all.map(problemRowId);
    return { [of]: { ...shownList({ rect, ids, position: slice[of], rowAt: (index) => all[index] }), all } };
  };
  const lists: ProblemsModel['lists'] = { ...listIn('standing'), ...listIn('cleared') };
  const placed = lists[part]?.placed;
  const selected = placed && !placed.vanished ? own[placed.index] : undefined;
  return {
    view,
    slice,
    part,
    timeline: layout.timeline && timelineOf(view, layout.timeline),
    lists,
    selected,
    detail: layout.detail && selected && problemDetail(view, selected, layout.detail),
    beside: layout.detail,
  };
}

/** The problems of a list that match the filter, with the members of unfolded ones below them. */
function rowsOf({ triage }: View, slice: ProblemsSlice, part: ProblemsPart): readonly ProblemRow[] {
  const problems = part === 'standing' ? triage.problems : triage.cleared;
  return problemRows(sortProblems(shownProblems(problems, slice.filter), slice.sort), slice.unfolded);
}

/** A cleared problem may have occurred earlier with the same key, so the id has the time, too. */
export function problemRowId({ key, clearedAt, part }: ProblemRow): string {
  return [key, clearedAt, part].filter((word) => word !== undefined).join(' ');
}
