import type { JournalEntry } from '../../protocol/journal.ts';
import type { JournalState } from './log.ts';
import { mergePage } from './merge.ts';
import { entryKey, heldKeys } from './round.ts';

/** Most lines while looking back; when more are read, those at the other end are dropped. */
const LOOKBACK_CAPACITY = 10_000;

/** Progress of the reading, for the screen. */
export interface LookbackReading {
  readonly direction: 'older' | 'newer';
  /** The goal: `to 14:03`. */
  readonly words: string;
  /** Pages counted from the newest entry; undefined before the first one. */
  readonly page: number | undefined;
  readonly pages: number | undefined;
}

/**
 * An older part of the journal, read page by page while the user scrolls back. It starts as a copy of the followed
 * part and continues its positions.
 */
export interface Lookback {
  readonly journal: JournalState;
  /** There are no older entries. */
  readonly olderEnd: boolean;
  /** Its newest entries were dropped, so entries are missing between its end and the followed part. */
  readonly cut: boolean;
  readonly reading: LookbackReading | undefined;
  /** Why the last page could not be read. */
  readonly failure: string | undefined;
}

export function beginLookback(journal: JournalState): Lookback {
  return { journal, olderEnd: false, cut: false, reading: undefined, failure: undefined };
}

/** A page that was read, and its entries that were not loaded before. */
export interface ReadPage {
  readonly lookback: Lookback;
  readonly fresh: readonly JournalEntry[];
  /** Some entries on the page were loaded before, so that nothing is missing in between. */
  readonly touches: boolean;
}

/**
 * Adds an older page. `follows`: a page before it touched the loaded entries. If neither page touches them, a line
 * marks that entries in between are unknown.
 */
export function withOlderPage(
  lookback: Lookback,
  { list, hasOlder }: { readonly list: readonly JournalEntry[]; readonly hasOlder: boolean },
  follows: boolean,
  capacity = LOOKBACK_CAPACITY,
): ReadPage {
  const { fresh, touches } = compared(lookback, list);
  const merged = mergePage(lookback.journal, fresh, !touches && !follows);
  const cut = merged.items.length > capacity;
  const journal = cut ? { ...merged, items: merged.items.slice(0, capacity) } : merged;
  return {
    lookback: { ...lookback, journal, olderEnd: !hasOlder, cut: lookback.cut || cut },
    fresh,
    touches,
  };
}

/**
 * Adds a newer page if it touches the loaded entries. `live` is the followed part; once that is reached, nothing is
 * missing.
 */
export function withNewerPage(
  lookback: Lookback,
  list: readonly JournalEntry[],
  live: JournalState,
  capacity = LOOKBACK_CAPACITY,
): ReadPage {
  const { fresh, touches } = compared(lookback, list);
  if (!touches) return { lookback, fresh, touches };
  const merged = mergePage(lookback.journal, fresh, false);
  const excess = Math.max(0, merged.items.length - capacity);
  const journal =
    excess > 0 ? { ...merged, items: merged.items.slice(excess), dropped: merged.dropped + excess } : merged;
  const last = journal.items.at(-1);
  const cut = last !== undefined && !heldKeys(live.items).has(last.key);
  return {
    lookback: { ...lookback, journal, cut, olderEnd: lookback.olderEnd && excess === 0 },
    fresh,
    touches,
  };
}

function compared({ journal }: Lookback, list: readonly JournalEntry[]) {
  const held = heldKeys(journal.items);
  const fresh = list.filter((entry) => !held.has(entryKey(entry)));
  return { fresh, touches: fresh.length < list.length || journal.items.length === 0 };
}
