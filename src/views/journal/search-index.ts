import { firstIndex } from '../../base/first-index.ts';
import { putLast } from '../../base/maps.ts';
import type { JournalItem, JournalState } from '../../cluster/journal/log.ts';
import type { JournalEntry } from '../../protocol/journal.ts';

/** A test of many entries at once; one result each. The same entry always gets the same result. */
export interface EntryTest {
  /** Tests with the same key are the same. */
  readonly key: string;
  readonly test: (entries: readonly JournalEntry[]) => readonly boolean[];
  /** Keep the items that mark gaps and restarts. */
  readonly keepLines: boolean;
}

/** Fixed positions (index + dropped) of the items that match, in order. */
export type Positions = readonly number[];

interface Indexed {
  readonly items: readonly JournalItem[];
  readonly dropped: number;
  readonly positions: Positions;
}

const cache = new Map<string, Indexed>();
const CACHE_ENTRIES = 8;

/**
 * Positions of the items that match. Entries that were tested before are not tested again, whether entries were
 * appended, dropped at the old end, or added before it. So ten thousand entries cost no more than a hundred new
 * ones.
 */
export function journalIndex(journal: JournalState, question: EntryTest): Positions {
  const before = cache.get(question.key);
  if (before?.items === journal.items && before.dropped === journal.dropped) return before.positions;
  const positions =
    before && continues(before, journal)
      ? extended(before, journal, question)
      : range(journal, question, journal.dropped, journal.dropped + journal.items.length);
  putLast(cache, question.key, { items: journal.items, dropped: journal.dropped, positions }, CACHE_ENTRIES);
  return positions;
}

/**
 * Whether the items known before are still at their positions. Items are only added or dropped, never changed, so
 * both ends of the common part tell it: a late entry between them would move one of the ends.
 */
function continues(before: Indexed, journal: JournalState): boolean {
  const first = Math.max(before.dropped, journal.dropped);
  const last = Math.min(before.dropped + before.items.length, journal.dropped + journal.items.length) - 1;
  if (last < first || last < before.dropped + before.items.length - 1) return false;
  return (
    before.items[first - before.dropped] === journal.items[first - journal.dropped] &&
    before.items[last - before.dropped] === journal.items[last - journal.dropped]
  );
}

function extended(before: Indexed, journal: JournalState, question: EntryTest): Positions {
  const end = journal.dropped + journal.items.length;
  const knownEnd = before.dropped + before.items.length;
  const older = range(journal, question, journal.dropped, before.dropped);
  const newer = range(journal, question, knownEnd, end);
  const gone = before.dropped < journal.dropped ? lowerBound(before.positions, journal.dropped) : 0;
  if (older.length === 0 && newer.length === 0 && gone === 0) return before.positions;
  return [...older, ...before.positions.slice(gone), ...newer];
}

/** Tests the items of [from, to), given as fixed positions. */
function range(journal: JournalState, question: EntryTest, from: number, to: number): number[] {
  if (to <= from) return [];
  const items = journal.items.slice(from - journal.dropped, to - journal.dropped);
  const answers = question.test(items.flatMap((item) => (item.kind === 'entry' ? [item.entry] : [])));
  const passed: number[] = [];
  let next = 0;
  for (const [index, { kind }] of items.entries())
    if (kind === 'entry' ? answers[next++] : question.keepLines) passed.push(from + index);
  return passed;
}

/** First index whose value is at least `value`. */
export function lowerBound(values: readonly number[], value: number): number {
  return firstIndex(values.length, (index) => (values[index] ?? 0) >= value);
}
