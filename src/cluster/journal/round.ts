import { MINUTE_MS } from '../../base/durations.ts';
import { type EntryId, idDistance, type JournalEntry, writtenDate } from '../../protocol/journal.ts';
import type { JournalDoubt, JournalItem, JournalState } from './log.ts';

/** The identity of an entry: ids start again after a restart and dates repeat, but both together do not. */
export function entryKey(entry: JournalEntry): string {
  const { id, undated, objectName, message } = entry;
  if (id !== undefined) return `${id}@${writtenDate(entry)}`;
  return `${undated ? '' : writtenDate(entry)} ${objectName ?? ''} ${message ?? ''}`;
}

/** Compares by (createDate, id), the order of the journal. 0 for entries of one date if one of them has no id. */
export function compareEntries(a: JournalEntry, b: JournalEntry): number {
  return a.createDate - b.createDate || idDistance(a.id ?? 0, b.id ?? 0);
}

const keysOf = new WeakMap<readonly JournalItem[], Set<string>>();

/** Keys of all items. Usually the same array is passed every round, so the set is cached for it. */
export function heldKeys(items: readonly JournalItem[]): ReadonlySet<string> {
  let keys = keysOf.get(items);
  if (!keys) {
    keys = new Set(items.map((item) => item.key));
    keysOf.set(items, keys);
  }
  return keys;
}

/**
 * Passes the cached keys of `before` on to `after`, which is `before` with new entries at the end (`whole`),
 * without those dropped at the old end. Computing all keys again in each round of a busy log would create a
 * megabyte of garbage.
 */
export function passOnKeys(
  before: readonly JournalItem[],
  whole: readonly JournalItem[],
  after: readonly JournalItem[],
): void {
  const keys = keysOf.get(before);
  // All clusters share the empty log, so its keys must not change.
  if (!keys || before.length === 0) return;
  keysOf.delete(before);
  for (const { key } of whole.slice(before.length)) keys.add(key);
  for (const { key } of whole.slice(0, whole.length - after.length)) keys.delete(key);
  keysOf.set(after, keys);
}

export function newestEntry(items: readonly JournalItem[]): JournalEntry | undefined {
  return items.findLast((item) => item.kind === 'entry')?.entry;
}

/**
 * One reading of the journal, newest page first, until it reaches known entries. New entries that are written
 * meanwhile push the others down: they occur twice, are never missed, and are counted once.
 */
export class JournalRound {
  readonly #held: ReadonlySet<string>;
  /** Latest date since the last restart; later entries are new. After a restart the clock may have been set back. */
  readonly #head: number;
  readonly #greatestId: EntryId;
  readonly #fresh = new Map<string, JournalEntry>();
  #newest = Number.NEGATIVE_INFINITY;
  #metKnown = false;
  #passedHead = false;
  #ended = false;

  constructor(state: JournalState) {
    this.#held = heldKeys(state.items);
    const newest = newestEntry(state.items);
    this.#head = newest?.createDate ?? Number.NEGATIVE_INFINITY;
    this.#greatestId = newest?.id ?? Number.NEGATIVE_INFINITY;
  }

  /** Adds the next page. Returns whether the round is complete: everything newer than the known entries is read. */
  add(list: readonly JournalEntry[], hasNext: boolean): boolean {
    for (const entry of list) {
      const key = entryKey(entry);
      this.#newest = Math.max(this.#newest, writtenDate(entry));
      if (this.#held.has(key)) this.#metKnown = true;
      else this.#fresh.set(key, entry);
      // Entries of one date come in any order, so only an older one proves that all of the newest date were read.
      if (entry.createDate < this.#head) this.#passedHead = true;
    }
    if (!hasNext) this.#ended = true;
    return this.complete;
  }

  /**
   * Takes from another page the entries that may have been written since the clock was set back: those with larger
   * ids than the known ones or, without ids, the newest of those dated `from` (Unix ms) or later; `written` in
   * total.
   */
  addHidden(
    list: readonly JournalEntry[],
    { written, from }: { readonly written: number; readonly from: number },
  ): void {
    const later = list.filter(({ id, createDate }) =>
      id === undefined ? createDate >= from : id > this.#greatestId,
    );
    for (const entry of later.sort((a, b) => compareEntries(b, a))) {
      const key = entryKey(entry);
      if (this.#fresh.size < written && !this.#held.has(key)) this.#fresh.set(key, entry);
    }
  }

  /** Latest date of everything that was read, known or new; -Infinity if nothing was read. Unix ms. */
  get newest(): number {
    return this.#newest;
  }

  /** Whether some entry on the pages so far was known. */
  get touches(): boolean {
    return this.#metKnown;
  }

  /** Number of new entries. */
  get size(): number {
    return this.#fresh.size;
  }

  get complete(): boolean {
    // The first round has no known entries to reach, so one page is enough.
    return this.#ended || this.#held.size === 0 || (this.#metKnown && this.#passedHead);
  }

  /** A known entry was reached, so nothing is missing between it and the new entries. */
  get connected(): boolean {
    return this.#metKnown && this.complete;
  }

  /** New entries, ordered by (createDate, id). */
  fresh(): JournalEntry[] {
    return [...this.#fresh.values()].reverse().sort(compareEntries);
  }
}

/** `lastTimestamp` may be rounded to seconds, ms. */
const ROUNDING_MS = 1_000;
/** `lastTimestamp` may come from a cache, ms. */
const CACHED_MS = MINUTE_MS;

/**
 * Whether a round's newest entry contradicts the server's `lastTimestamp`. An entry may be written while the page
 * is made, so it is compared with the value of the previous round. Undefined if they agree.
 */
export function journalDoubt(
  before: JournalState,
  round: JournalRound,
  { lastTimestamp }: { readonly lastTimestamp: number | undefined },
): JournalDoubt | undefined {
  const given = round.newest;
  if (lastTimestamp === undefined || given === Number.NEGATIVE_INFINITY) return undefined;
  const saidTwice = Math.min(lastTimestamp, before.lastTimestamp ?? Number.NEGATIVE_INFINITY);
  if (given < saidTwice - ROUNDING_MS) return { said: saidTwice, given };
  return given > lastTimestamp + CACHED_MS ? { said: lastTimestamp, given } : undefined;
}
