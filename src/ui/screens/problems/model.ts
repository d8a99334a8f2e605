import type { Rect } from '../../../base/text.ts';
import { sortProblems, worstProblemsFirst } from '../../../views/problems/order.ts';
import { shownProblems } from '../../../views/problems/problems.ts';
import { type ProblemRow, problemRows, treePlace } from '../../../views/problems/rows.ts';
import { rowList, type ShownList } from '../../list-screen/shown-list.ts';
import { listStart } from '../../primitives/list.ts';
import type { View } from '../../view.ts';
import { problemDetail } from './detail.ts';
import { problemReading } from './reading.ts';

export type ProblemsPart = 'standing' | 'cleared';

export const problemsStart = {
  part: 'standing' as ProblemsPart,
  filter: '',
  standing: listStart,
  cleared: listStart,
  /** Keys of the problems whose members are shown below them. */
  unfolded: [] as readonly string[],
  sort: worstProblemsFirst,
  /** First visible row of the detail while the user reads it; undefined while the list has the focus. */
  reading: undefined as number | undefined,
};
export type ProblemsSlice = Readonly<typeof problemsStart>;

/** From this height on both lists are visible above the detail. */
const BOTH_FROM_ROWS = 45;
/** Rows of borders and headings of a list, least rows of a list, largest share of the height. */
const LIST_FRAME_ROWS = 3;
const LEAST_LIST_ROWS = 4;
const LIST_SHARE = 1 / 2;
/** Most rows of the list without the focus, frame included: beside a detail, and where the other list is empty. */
const MOST_OTHER_ROWS = 8;
const OTHER_ROWS_ALONE = 20;

type Rows = Readonly<Record<ProblemsPart, number>>;

/** The detail is below the lists, so that reasons and bars have the whole width; none below 10 rows, or of no problem. */
function problemsLayout(area: Rect, part: ProblemsPart, rows: Rows) {
  const height = (of: ProblemsPart, most: number) =>
    Math.min(Math.max(LEAST_LIST_ROWS, rows[of] + LIST_FRAME_ROWS), most);
  const other = part === 'standing' ? 'cleared' : 'standing';
  const hasDetail = area.height >= 10 && rows[part] > 0;
  const otherRows =
    area.height >= BOTH_FROM_ROWS ? height(other, hasDetail ? MOST_OTHER_ROWS : OTHER_ROWS_ALONE) : 0;
  const own = hasDetail ? height(part, Math.floor(area.height * LIST_SHARE)) : area.height - otherRows;
  const heights: Rows =
    part === 'standing' ? { standing: own, cleared: otherRows } : { standing: otherRows, cleared: own };
  /** Area of the list with the focus; in a large window, of the other list, too. */
  const lists: Partial<Record<ProblemsPart, Rect>> = {};
  if (heights.standing > 0) lists.standing = { ...area, height: heights.standing };
  if (heights.cleared > 0) lists.cleared = { ...area, y: area.y + heights.standing, height: heights.cleared };
  const above = own + otherRows;
  const detail = hasDetail ? { ...area, y: area.y + above, height: area.height - above } : undefined;
  return { lists, detail };
}

/** A list of problems, with all its rows, also those that are not visible. */
export interface ListedProblems extends ShownList<ProblemRow> {
  readonly all: readonly ProblemRow[];
}

export type ProblemsModel = Readonly<ReturnType<typeof problemsModel>>;

export function problemsModel(view: View, slice: ProblemsSlice, area: Rect) {
  const { part } = slice;
  const isShown = (of: ProblemsPart) => of === part || area.height >= BOTH_FROM_ROWS;
  const rowsIn = (of: ProblemsPart) => (isShown(of) ? rowsOf(view, slice, of) : []);
  const rows = { standing: rowsIn('standing'), cleared: rowsIn('cleared') };
  const own = rows[part];
  const layout = problemsLayout(area, part, { standing: rows.standing.length, cleared: rows.cleared.length });
  const listIn = (of: ProblemsPart): { readonly [Part in ProblemsPart]?: ListedProblems } => {
    const rect = layout.lists[of];
    if (!rect) return {};
    const all = rows[of];
    return { [of]: { ...rowList(all, problemRowId, { rect, position: slice[of] }), all } };
  };
  const lists = { ...listIn('standing'), ...listIn('cleared') };
  /** The selected row; undefined if there is none, or it is no longer in its list. */
  const { placed, selected } = lists[part] ?? {};
  const tree = treePlace(own, placed?.index ?? 0);
  const { reading: scroll } = slice;
  /** Shown in place of the lists and the detail while the user reads it. */
  const reading =
    scroll === undefined || !selected
      ? undefined
      : problemReading(view, selected, { rect: area, tree, scroll });
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
