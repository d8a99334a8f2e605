import { count } from '../../../base/format.ts';
import { cutColumns, cutRows, type Rect } from '../../../base/text.ts';
import { staleFor } from '../../../cluster/freshness.ts';
import type { JournalState } from '../../../cluster/journal/log.ts';
import type { ClusterState } from '../../../cluster/state.ts';
import { itemsLeftOut } from '../../../protocol/parsed-response.ts';
import { type JournalFilter, parseFilter, withoutRoutine } from '../../../views/journal/filter.ts';
import { foldedBefore } from '../../../views/journal/fold.ts';
import { journalHistogram } from '../../../views/journal/histogram.ts';
import {
  indexOfAnchor,
  indexOfTime,
  itemTime,
  type JournalList,
  journalList,
} from '../../../views/journal/list.ts';
import { highlightTest } from '../../../views/journal/match.ts';
import { objectRates } from '../../../views/journal/rates.ts';
import { journalRowCount } from '../../../views/journal/row.ts';
import { journalIndex, lowerBound } from '../../../views/journal/search-index.ts';
import { endFor, settledTop, topFor, type WindowSource } from '../../../views/journal/window.ts';
import { rowList } from '../../list-screen/shown-list.ts';
import type { View } from '../../view.ts';
import { type JournalSlice, serverNow } from './slice.ts';

/** Most rows for headings: the day, older entries, folded entries. */
const HEADINGS = 4;

/** From this width on the rates are shown beside the log by default. */
const WIDE_COLUMNS = 140;

/** Whether the side pane is shown: as the user chose, else if there is room. */
function showsRates(slice: JournalSlice, area: Rect): boolean {
  return slice.rates ?? area.width >= WIDE_COLUMNS;
}

/** From this size on the histogram is shown above the log. */
const HISTOGRAM_AREA = { height: 12, width: 40 };
/** Columns beside its cells: its start and end, and in a wide window the number of lines of each kind. */
const HISTOGRAM_ENDS = 20;
const HISTOGRAM_WORDS = 30;

/** The histogram has one row without a border, if the log does not need the row. */
function journalLayout(slice: JournalSlice, area: Rect) {
  if (area.height < HISTOGRAM_AREA.height || area.width < HISTOGRAM_AREA.width)
    return { ...panesIn(slice, area), histogram: undefined };
  const [histogram, rest] = cutRows(area, 1);
  return { ...panesIn(slice, rest), histogram };
}

/** The log, and the rates beside or below it; where both do not fit, the one with the focus. */
function panesIn(slice: JournalSlice, area: Rect) {
  if (!showsRates(slice, area)) return { log: area, rates: undefined };
  const { width, height } = area;
  if (width >= 90) {
    const side = Math.min(56, Math.max(40, Math.floor(width * 0.4)));
    const [log, rates] = cutColumns(area, width - side);
    return { log, rates };
  }
  if (height < 14)
    return slice.focus === 'rates' ? { log: undefined, rates: area } : { log: area, rates: undefined };
  const [log, rates] = cutRows(area, height - Math.max(6, Math.floor(height / 3)));
  return { log, rates };
}

export type JournalModel = Readonly<ReturnType<typeof journalModel>>;

/** Everything that drawing and moving need, worked out from view, slice and area only. */
export function journalModel(view: View, slice: JournalSlice, area: Rect) {
  const layout = journalLayout(slice, area);
  /** Width and height of the log without its border. */
  const width = (layout.log?.width ?? 5) - 4;
  const height = Math.max(1, (layout.log?.height ?? 3) - 2);
  /** Set while older entries are shown that are read beside the followed ones. */
  const past = slice.past ? view.state.lookback : undefined;
  const journal = past?.journal ?? view.state.journal;
  const following = slice.cursor === undefined && slice.goal === undefined;
  const typed = typedFilter(view, slice);
  const kept = { end: following ? endOf(journal) : slice.seen, rows: height - HEADINGS };
  const filter = isFolding(slice) ? { ...typed, qualities: withoutRoutine, kept } : typed;
  const list = journalList(journal, filter, serverNow(view), view.facts.journalPatterns);
  /** Number of routine entries that are folded below the last line. */
  const foldedBelow = isFolding(slice) ? foldedBefore(list, list.count) : 0;
  const source: WindowSource = {
    count: list.count,
    rows: (index) => {
      const item = list.item(index);
      if (!item) return 1;
      // A note about older entries is above the first line, the date above the first one of a day.
      const heads = (index === 0 ? 1 : 0) + (startsDay(list, index) ? 1 : 0);
      const own = heads + journalRowCount(item, width, slice.wrap);
      if (!isFolding(slice)) return own;
      const below = index === list.count - 1 && foldedBelow > 0 ? 1 : 0;
      return own + (foldedBefore(list, index) > 0 ? 1 : 0) + below;
    },
  };
  const cursor = cursorOf(slice, list, filter);
  const wanted = wantedTop(slice, list, cursor, height);
  // Otherwise the newest line is at the end.
  const top = wanted ? settledTop(source, wanted, height) : topFor(source, list.count - 1, height);
  const mark = slice.mark && indexOfAnchor(list, slice.mark);
  return {
    view,
    slice,
    filter,
    list,
    layout,
    /** Whether the side pane is wanted. It may be left out for lack of room. */
    showsRates: showsRates(slice, area),
    focus: layout.rates ? slice.focus : ('log' as const),
    /** Entries per minute by object, the busiest first, up to the server's current time. */
    rates:
      layout.rates &&
      rowList(objectRates(view.state.journal.items, serverNow(view)), ({ object }) => object, {
        rect: layout.rates,
        position: slice.ratesPosition,
      }),
    /** Undefined if there is no room for it, or no entry. */
    histogram: layout.histogram && histogramIn(view, slice, journal, layout.histogram),
    width,
    height,
    source,
    top,
    lines: linesInSight(list, top.index, endFor(source, top, height), isFolding(slice)),
    foldedBelow,
    following,
    /** Index of the line under the cursor; -1 if there is no line. */
    cursor: list.count === 0 ? -1 : cursor,
    current: list.item(cursor),
    /** First and last selected line, both included. */
    selection: mark === undefined ? undefined : ([Math.min(mark, cursor), Math.max(mark, cursor)] as const),
    /** Number of lines that came since the view was held. */
    fresh: following ? 0 : freshLines(view, slice, list),
    past,
  };
}

/** Of all filtered lines, with folded ones; while looking back it ends with the newest line that was read. */
function histogramIn(view: View, slice: JournalSlice, journal: JournalState, rect: Rect) {
  if (journal.items.length === 0) return undefined;
  const beside =
    HISTOGRAM_ENDS + (rect.width >= HISTOGRAM_AREA.width + HISTOGRAM_WORDS ? HISTOGRAM_WORDS : 0);
  return journalHistogram(journal, {
    filter: typedFilter(view, slice),
    folds: isFolding(slice),
    patterns: view.facts.journalPatterns,
    until: journal === view.state.journal ? lastRead(view) : itemTime(journal.items.at(-1)),
    now: serverNow(view),
    width: rect.width - beside,
  });
}

/** The moment shown, or when the journal was last read, by the server's clock; undefined if that is now. */
function lastRead({ state, now, held }: View): number | undefined {
  const { updatedAt } = state.journalResource;
  if (held) return now + (state.clockSkew ?? 0);
  if (updatedAt === undefined || staleFor(state.journalResource, now) === undefined) return undefined;
  return updatedAt + (state.clockSkew ?? 0);
}

function cursorOf({ goal, cursor }: JournalSlice, list: JournalList, filter: JournalFilter): number {
  // The oldest line while what is searched for is not read yet.
  if (goal?.kind === 'match') return indexOfMatch(list, filter, goal.before, -1) ?? 0;
  if (goal) return Math.max(0, Math.min(indexOfTime(list, goal.at), list.count - 1));
  return cursor ? indexOfAnchor(list, cursor) : list.count - 1;
}

/** A line that was searched for is shown in the middle, and a held view keeps its place; undefined while following. */
function wantedTop({ goal, top }: JournalSlice, list: JournalList, cursor: number, height: number) {
  if (goal) return { index: Math.max(0, cursor - (height >> 1)), skip: 0 };
  return top && { index: indexOfAnchor(list, top.anchor), skip: top.skip };
}

/** The lines [from, to), with what is shown above each: the heading of a day, the number of folded entries. */
function linesInSight(list: JournalList, from: number, to: number, isFolding: boolean) {
  return Array.from({ length: Math.max(0, to - from) }, (_, row) => from + row).flatMap((index) => {
    const item = list.item(index);
    const folded = isFolding ? foldedBefore(list, index) : 0;
    return item ? [{ index, item, startsDay: startsDay(list, index), folded }] : [];
  });
}

/** Number of lines that came since the view was held; in the past, the lines added to the followed journal. */
function freshLines({ state: { journal } }: View, { past, seen }: JournalSlice, list: JournalList): number {
  return past ? Math.max(0, endOf(journal) - seen) : list.count - list.indexOf(seen);
}

/** Index of the next (1) or previous (-1) highlighted line from a position on; undefined if there is none. */
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
    // A match may be outside the filter's time range.
    if (index < list.count && list.position(index) === at) return index;
  }
  return undefined;
}

/** Whether a new day begins at the line, by the server's dates, so that a heading is drawn above it. */
function startsDay(list: JournalList, index: number): boolean {
  const dayOf = (at: number) => new Date(itemTime(list.item(at))).toDateString();
  return index === 0 || dayOf(index) !== dayOf(index - 1);
}

/** The text shown where there is no entry: the journal is empty only where the server lists none. */
export function noEntryWords({
  journalResource: { updatedAt, unreadable },
  journal,
}: Pick<ClusterState, 'journalResource' | 'journal'>): string {
  if (updatedAt === undefined) return 'The journal has not answered yet.';
  const total = journal.totalItems ?? itemsLeftOut(unreadable);
  return total > 0 ? `${count(total)} entries, none of them readable.` : 'The journal is empty.';
}

let parsed: { text: string; at: number; filter: JournalFilter } | undefined;

function typedFilter(view: View, slice: JournalSlice): JournalFilter {
  const at = slice.filterAt || serverNow(view);
  if (parsed?.text !== slice.filter || parsed.at !== at)
    parsed = { text: slice.filter, at, filter: parseFilter(slice.filter, at) };
  return parsed.filter;
}

/** Nothing is folded while a filter or search is set, because the wanted entries may be routine ones. */
export function isFolding({ folds, filter }: JournalSlice): boolean {
  return folds && filter === '';
}

/** The position after the newest line. */
export function endOf({ dropped, items }: JournalState): number {
  return dropped + items.length;
}
