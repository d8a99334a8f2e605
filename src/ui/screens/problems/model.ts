import type { Rect } from '../../../base/text.ts';
import { sortProblems, worstProblemsFirst } from '../../../views/problems/order.ts';
import { shownProblems } from '../../../views/problems/problems.ts';
import { type ProblemRow, problemRows, treePlace } from '../../../views/problems/rows.ts';
import { besideOf } from '../../list-screen/beside.ts';
import { type ShownList, type ShownLists, shownList } from '../../list-screen/shown-list.ts';
import type { View } from '../../view.ts';
import { type ProblemDetail, problemDetail } from './detail.ts';
import { type ProblemReading, problemReading } from './reading.ts';
import type { ProblemsPart, ProblemsSlice } from './slice.ts';

interface ProblemsLayout {
  /** Area of the list with the focus; in a large window, of the other list, too. */
  readonly lists: Partial<Record<ProblemsPart, Rect>>;
  readonly detail: Rect | undefined;
}

/** From this height on both lists are visible beside a detail. */
const BOTH_FROM_ROWS = 30;
const STANDING_SHARE = 0.6;
/** A list above its detail: rows of borders and headings, least rows, largest share of the height. */
const LIST_FRAME_ROWS = 3;
const LEAST_LIST_ROWS = 5;
const LIST_SHARE = 1 / 2;

/**
 * The detail is beside the lists in a wide window, else below a list that has no blank rows. It is left out below
 * 10 rows, and if the list is empty.
 */
function problemsLayout(area: Rect, part: ProblemsPart, problems: number): ProblemsLayout {
  const wide = besideOf(area);
  if (wide.detail) {
    const { list, detail } = problems === 0 ? { list: area, detail: undefined } : wide;
    const standing = Math.round(list.height * STANDING_SHARE);
    const lists =
      list.height < BOTH_FROM_ROWS
        ? { [part]: list }
        : {
            standing: { ...list, height: standing },
            cleared: { ...list, y: list.y + standing, height: list.height - standing },
          };
    return { lists, detail };
  }
  if (area.height < 10 || problems === 0) return { lists: { [part]: area }, detail: undefined };
  const wanted = Math.max(LEAST_LIST_ROWS, problems + LIST_FRAME_ROWS);
  const height = Math.min(wanted, Math.floor(area.height * LIST_SHARE));
  return {
    lists: { [part]: { ...area, height } },
    detail: { ...area, y: area.y + height, height: area.height - height },
  };
}

/** A list of problems, with all its rows, also those that are not visible. */
export interface ListedProblems extends ShownList<ProblemRow> {
  readonly all: readonly ProblemRow[];
}

export interface ProblemsModel extends ShownLists<ProblemsPart> {
  readonly view: View;
  readonly slice: ProblemsSlice;
  readonly lists: { readonly standing?: ListedProblems; readonly cleared?: ListedProblems };
  /** The selected row; undefined if there is none, or it is no longer in its list. */
  readonly selected: ProblemRow | undefined;
  readonly detail: ProblemDetail | undefined;
  /** Shown in place of the detail while the user reads it. */
  readonly reading: ProblemReading | undefined;
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
  const tree = treePlace(own, placed?.index ?? 0);
  const { reading: scroll } = slice;
  // In a narrow window the text also replaces the list.
  const rect = layout.detail && layout.detail.x > area.x ? layout.detail : area;
  const reading =
    scroll === undefined || !selected ? undefined : problemReading(view, selected, { rect, tree, scroll });
  return {
    view,
    slice,
    part,
    lists,
    selected,
    reading,
    detail: layout.detail && selected && problemDetail(view, selected, layout.detail, tree),
    beside: layout.detail,
  };
}

/** The problems of a list that match the filter, with the members of unfolded ones below them. */
function rowsOf({ triage }: View, slice: ProblemsSlice, part: ProblemsPart): readonly ProblemRow[] {
  const problems = part === 'standing' ? triage.problems : triage.cleared;
  const { key, descending } = slice.sort;
  const isTree = part === 'standing' && key === worstProblemsFirst.key && descending;
  return problemRows(sortProblems(shownProblems(problems, slice.filter), slice.sort), slice.unfolded, isTree);
}

/** A cleared problem may have occurred earlier with the same key, so the id has the time, too. */
export function problemRowId({ key, clearedAt, part }: ProblemRow): string {
  return [key, clearedAt, part].filter((word) => word !== undefined).join(' ');
}
