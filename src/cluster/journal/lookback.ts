import type { JournalEntry } from '../../protocol/journal.ts';
import type { JournalState } from './log.ts';
import { mergePage } from './merge.ts';
import { entryKey, heldKeys } from './round.ts';

/** Lines held while looking back; where more are read, those at the other end are dropped. */
const LOOKBACK_CAPACITY = 10_000;

/** Progress of the reading, for the screen. */
export interface LookbackReading {
  readonly direction: 'older' | 'newer';
  /** The goal: `to 14:03`. */
  readonly words: string;
  /** Pages counted from the newest entry; undefined before the first has come. */
  readonly page: number | undefined;
  readonly pages: number | undefined;
}

/**
 * A part of the journal before the one that is followed, read page by page while the user scrolls back. It begins as
 * a copy of what is followed, and its positions go on from there.
 */
export interface Lookback {
  readonly journal: JournalState;
  /** Nothing older exists. */
  readonly olderEnd: boolean;
  /** Its newest entries were dropped, so entries are missing between its end and the part that is followed. */
  readonly cut: boolean;
  readonly reading: LookbackReading | undefined;
  /** Why the last page could not be read. */
  readonly failure: string | undefined;
}

export function beginLookback(journal: JournalState): Lookback {
  return { journal, olderEnd: false, cut: false, reading: undefined, failure: undefined };
}

/** A page that was read, and what of it was not held before. */
export interface ReadPage {
  readonly lookback: Lookback;
  readonly fresh: readonly JournalEntry[];
  /** Something on the page was held before: nothing lies between. */
  readonly touches: boolean;
}

/**
 * Adds an older page. `follows`: a page before it touched what is held. Where neither page touches it, a line says
 * that what lies between is not known.
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
 * Adds a newer page where it touches what is held. `live` is the part that is followed; where that is reached,
 * nothing is cut.
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
