import { firstIndex } from '../../base/first-index.ts';
import type { JournalItem, JournalState } from '../../cluster/journal/log.ts';
import type { SeverityPattern } from '../../cluster/journal/words.ts';
import type { JournalFilter } from './filter.ts';
import { filterTest } from './match.ts';
import { journalIndex, lowerBound, type Positions } from './search-index.ts';

/** The items that match a filter, by index, oldest first. Items are not copied. */
export type JournalList = Readonly<ReturnType<typeof journalList>>;

/**
 * A reference to a journal line. The position finds it quickly, and the key tells whether it is still the same
 * line.
 */
export interface JournalAnchor {
  readonly key: string;
  readonly position: number;
}

/** `now` is Unix ms by the clock of the entries (the server's). */
export function journalList(
  journal: JournalState,
  filter: JournalFilter,
  now: number,
  patterns?: readonly SeverityPattern[],
) {
  const test = filterTest(filter, { templates: journal.templates, patterns });
  const passed = test && journalIndex(journal, test);
  const positions = passed && filter.kept ? withKept(passed, filter.kept, journal) : passed;
  const { since = -Infinity, until = Infinity, last } = filter.highlightOnly ? {} : filter;
  const first = Math.max(since, last === undefined ? since : now - last);
  const total = positions?.length ?? journal.items.length;
  const positionAt = (place: number) => positions?.[place] ?? place + journal.dropped;
  const timeAt = (place: number) => itemTime(journal.items[positionAt(place) - journal.dropped]);
  // The log is in order of time, so a time limit cuts its ends.
  const from = firstIndex(total, (place) => timeAt(place) >= first);
  const behind = firstIndex(total, (place) => timeAt(place) > until);
  const count = Math.max(0, behind - from);
  return {
    journal,
    count,
    item: (index: number) =>
      index < 0 || index >= count ? undefined : journal.items[positionAt(from + index) - journal.dropped],
    /** Fixed position (index in the log + dropped) of the item at an index. */
    position: (index: number) => positionAt(from + index),
    /** Index of the first item at or after a fixed position; `count` if there is none. */
    indexOf: (position: number) => {
      const place = positions ? lowerBound(positions, position) : position - journal.dropped;
      return Math.max(0, Math.min(count, place - from));
    },
  };
}

/**
 * At least this many of the newest lines are shown, so that a followed journal is seen to move, even if nothing
 * important happens.
 */
const LEAST_KEPT = 6;

/** The matching positions, and those of the newest lines, which are always shown. */
function withKept(
  positions: Positions,
  { end: to, rows }: NonNullable<JournalFilter['kept']>,
  { items, dropped }: JournalState,
): Positions {
  const end = Math.min(dropped + items.length, to);
  const first = Math.max(dropped, end - Math.max(LEAST_KEPT, rows - positions.length));
  const kept = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  return [
    ...positions.slice(0, lowerBound(positions, first)),
    ...kept,
    ...positions.slice(lowerBound(positions, Math.max(first, end))),
  ];
}

/** When an item was written, Unix ms by the server's clock. */
export function itemTime(item: JournalItem | undefined): number {
  if (item === undefined) return 0;
  return item.kind === 'entry' ? item.entry.createDate : item.at;
}

export function indexOfTime(list: JournalList, at: number): number {
  return firstIndex(list.count, (index) => itemTime(list.item(index)) >= at);
}

/** An anchor that finds the line at `index` again after lines were added or removed around it. */
export function anchorAt(list: JournalList, index: number): JournalAnchor | undefined {
  const item = list.item(index);
  return item && { key: item.key, position: list.position(index) };
}

/**
 * Index of an anchor's line, or of the next one if a filter hides it. If late entries were inserted before it, it
 * is searched for nearby by its key.
 */
export function indexOfAnchor(list: JournalList, anchor: JournalAnchor): number {
  const { items, dropped } = list.journal;
  const here = anchor.position - dropped;
  let place = here;
  if (items[here]?.key !== anchor.key) {
    for (let step = 1; step <= NEARBY_ENTRIES; step++) {
      if (items[here + step]?.key === anchor.key) place = here + step;
      else if (items[here - step]?.key === anchor.key) place = here - step;
      else continue;
      break;
    }
  }
  return Math.min(list.indexOf(place + dropped), Math.max(0, list.count - 1));
}

/** How far late entries may have moved a line. */
const NEARBY_ENTRIES = 1_000;
