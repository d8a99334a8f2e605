import type { Rect } from '../../../base/text.ts';
import type { JournalState } from '../../../cluster/journal-log.ts';
import type { Lookback } from '../../../cluster/journal-lookback.ts';
import type { Resource } from '../../../cluster/state.ts';
import { type JournalFilter, parseFilter } from '../../../views/journal/filter.ts';
import {
  anchorAt,
  indexOfAnchor,
  indexOfTime,
  type JournalAnchor,
  type JournalList,
  journalList,
  timeOf,
} from '../../../views/journal/list.ts';
import { highlightTest } from '../../../views/journal/match.ts';
import { journalRowCount } from '../../../views/journal/row.ts';
import { journalIndex, lowerBound } from '../../../views/journal/search-index.ts';
import { dayOf } from '../../../views/journal/time.ts';
import { settledTop, topFor, type WindowSource, type WindowTop } from '../../../views/journal/window.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';
import type { View } from '../../view.ts';

/** A moment, Unix ms by the server's clock; or the next highlighted line before a position. */
export type JournalSearch =
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'match'; readonly before: number };

export interface JournalSlice {
  readonly filter: string;
  /** When the filter was typed, Unix ms by the server's clock: `since:14:03` means that day's. 0: now. */
  readonly filterAt: number;
  readonly wrap: boolean;
  /** The side pane with entries per minute per object. Undefined: where there is room. */
  readonly rates: boolean | undefined;
  readonly focus: 'log' | 'rates';
  readonly ratesPosition: ListPosition;
  /** The line looked at. Undefined while following: then it is the newest. */
  readonly cursor: JournalAnchor | undefined;
  /** First line in sight and how many of its rows are above; only while not following. */
  readonly top: { readonly anchor: JournalAnchor; readonly skip: number } | undefined;
  /** Stable position behind the newest line that was in sight: what comes after is new. */
  readonly seen: number;
  /** What is shown is read beside what is followed (`state.lookback`). */
  readonly past: boolean;
  /** What is looked for while older entries are read: the cursor is on the line nearest to it. */
  readonly goal: JournalSearch | undefined;
  /** Where the selection of lines begins; it ends at the cursor. */
  readonly mark: JournalAnchor | undefined;
}

export const journalStart: JournalSlice = {
  filter: '',
  filterAt: 0,
  wrap: false,
  rates: undefined,
  focus: 'log',
  ratesPosition: listStart,
  cursor: undefined,
  top: undefined,
  seen: 0,
  past: false,
  goal: undefined,
  mark: undefined,
};

export interface JournalLayout {
  /** Absent where the side pane has the focus and there is room for one alone. */
  readonly log: Rect | undefined;
  readonly rates: Rect | undefined;
}

/** From so many columns on the rates stand beside the log unasked. */
const WIDE_COLUMNS = 140;

/** Whether the side pane is shown: as was chosen, else where there is room. */
export function showsRates(slice: JournalSlice, area: Rect): boolean {
  return slice.rates ?? area.width >= WIDE_COLUMNS;
}

/** The log, and the rates beside or below it; where both do not fit, the one with the focus. */
export function journalLayout(slice: JournalSlice, area: Rect): JournalLayout {
  if (!showsRates(slice, area)) return { log: area, rates: undefined };
  const { x, y, width, height } = area;
  if (width >= 90) {
    const side = Math.min(56, Math.max(40, Math.floor(width * 0.4)));
    return { log: { ...area, width: width - side }, rates: { x: x + width - side, y, width: side, height } };
  }
  if (height < 14) {
    return slice.focus === 'rates' ? { log: undefined, rates: area } : { log: area, rates: undefined };
  }
  const below = Math.max(6, Math.floor(height / 3));
  return {
    log: { ...area, height: height - below },
    rates: { x, y: y + height - below, width, height: below },
  };
}

/** What is shown of the log, worked out from view, slice and area alone. */
export interface JournalModel {
  readonly filter: JournalFilter;
  readonly list: JournalList;
  readonly layout: JournalLayout;
  readonly width: number;
  readonly height: number;
  readonly source: WindowSource;
  readonly top: WindowTop;
  readonly following: boolean;
  /** -1 where there is no line. */
  readonly cursor: number;
  /** [from, to] of the selected lines. */
  readonly selection: readonly [number, number] | undefined;
  /** Lines that came since the view was held. */
  readonly fresh: number;
  /** Set where what is shown is not what is followed. */
  readonly past: Lookback | undefined;
}

/** Everything that drawing and moving need of the log: lines that pass, what is in sight, cursor and selection. */
export function journalModel(view: View, slice: JournalSlice, area: Rect): JournalModel {
  const layout = journalLayout(slice, area);
  const width = (layout.log?.width ?? 5) - 4;
  const height = Math.max(1, (layout.log?.height ?? 3) - 2);
  const filter = filterOf(view, slice);
  const { journal: live, lookback } = view.state;
  const past = slice.past ? lookback : undefined;
  const list = journalList(past?.journal ?? live, filter, serverNow(view), view.facts.journalPatterns);
  const source: WindowSource = {
    count: list.count,
    rows: (index) => {
      const item = list.item(index);
      return item ? headRows(list, index) + journalRowCount(item, width, slice.wrap) : 1;
    },
  };
  const following = slice.cursor === undefined && slice.goal === undefined;
  const cursor = slice.goal
    ? indexOfGoal(list, slice.goal, filter)
    : slice.cursor
      ? indexOfAnchor(list, slice.cursor)
      : list.count - 1;
  const top = slice.goal
    ? settledTop(source, { index: Math.max(0, cursor - (height >> 1)), skip: 0 }, height)
    : slice.top
      ? settledTop(source, { index: indexOfAnchor(list, slice.top.anchor), skip: slice.top.skip }, height)
      : topFor(source, list.count - 1, height);
  const mark = slice.mark && indexOfAnchor(list, slice.mark);
  return {
    filter,
    list,
    layout,
    width,
    height,
    source,
    top,
    following,
    cursor: list.count === 0 ? -1 : cursor,
    selection: mark === undefined ? undefined : [Math.min(mark, cursor), Math.max(mark, cursor)],
    fresh: following
      ? 0
      : past
        ? Math.max(0, live.dropped + live.items.length - slice.seen)
        : list.count - list.indexOf(slice.seen),
    past,
  };
}

/** The line of the moment looked for, or of the match; while it is not read yet the oldest one. */
function indexOfGoal(list: JournalList, goal: JournalSearch, filter: JournalFilter): number {
  if (goal.kind === 'time') return Math.max(0, Math.min(indexOfTime(list, goal.at), list.count - 1));
  return indexOfMatch(list, filter, goal.before, -1) ?? 0;
}

/** Index of the next (1) or previous (-1) highlighted line from a position on; undefined: there is none. */
export function indexOfMatch(
  list: JournalList,
  filter: JournalFilter,
  position: number,
  step: 1 | -1,
): number | undefined {
  const test = highlightTest(filter);
  if (!test) return undefined;
  const positions = journalIndex(list.journal, test);
  let place = step > 0 ? lowerBound(positions, position + 1) : lowerBound(positions, position) - 1;
  for (; place >= 0 && place < positions.length; place += step) {
    const at = positions[place] ?? 0;
    const index = list.indexOf(at);
    // A match may lie outside the filter's times.
    if (index < list.count && list.position(index) === at) return index;
  }
  return undefined;
}

/** Rows above a line that belong to it: what is known of older ones above the first, the date where a day begins. */
function headRows(list: JournalList, index: number): number {
  return (index === 0 ? 1 : 0) + (startsDay(list, index) ? 1 : 0);
}

/** Whether a new day begins at the line, by the server's dates: a heading stands above it. */
export function startsDay(list: JournalList, index: number): boolean {
  return index === 0 || dayOf(timeOf(list.item(index))) !== dayOf(timeOf(list.item(index - 1)));
}

/** Time of day of the server: entries bear its clock, not ours. */
export function serverNow(view: View): number {
  return view.now + (view.state.clockSkew ?? 0);
}

/** The text shown where the journal is empty. */
export function noEntryWords({ updatedAt }: Pick<Resource<unknown>, 'updatedAt'>): string {
  return updatedAt === undefined ? 'The journal has not answered yet.' : 'The journal is empty.';
}

let parsed: { text: string; at: number; filter: JournalFilter } | undefined;

function filterOf(view: View, slice: JournalSlice): JournalFilter {
  const at = slice.filterAt || serverNow(view);
  if (parsed?.text !== slice.filter || parsed.at !== at)
    parsed = { text: slice.filter, at, filter: parseFilter(slice.filter, at) };
  return parsed.filter;
}

/** The slice with the view held at a line; `top` is brought along as little as is needed. */
export function heldAt(
  model: JournalModel,
  slice: JournalSlice,
  index: number,
  top: WindowTop,
): Partial<JournalSlice> {
  const cursor = anchorAt(model.list, index);
  const first = anchorAt(model.list, top.index);
  if (!cursor || !first) return {};
  return {
    cursor,
    goal: undefined,
    top: { anchor: first, skip: top.skip },
    seen: model.following ? endOf(model.list.journal) : Math.max(slice.seen, cursor.position + 1),
  };
}

/** The position behind the newest line. */
function endOf({ dropped, items }: JournalState): number {
  return dropped + items.length;
}

export const following: Partial<JournalSlice> = {
  cursor: undefined,
  goal: undefined,
  top: undefined,
  mark: undefined,
  past: false,
};
