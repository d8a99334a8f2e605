import { MINUTE_MS } from '../../base/durations.ts';
import { type JournalEntry, writtenDate } from '../../protocol/journal.ts';
import type { JournalDoubt, JournalItem, JournalState } from './log.ts';

/** The identity of an entry: ids start again after a restart and dates repeat, but both together do not. */
export function entryKey(entry: JournalEntry): string {
  const { id, undated, objectName, message } = entry;
  if (id !== undefined) return `${id}@${writtenDate(entry)}`;
  return `${undated ? '' : writtenDate(entry)} ${objectName ?? ''} ${message ?? ''}`;
}

/** (createDate, id): the order of the journal. 0 for entries of one date of which one has no id. */
export function compareEntries(a: JournalEntry, b: JournalEntry): number {
  return a.createDate - b.createDate || (a.id ?? 0) - (b.id ?? 0);
}

const keysOf = new WeakMap<readonly JournalItem[], Set<string>>();

/** Keys of all held items. At rest the same array is asked for every round, so the set is kept with it. */
export function heldKeys(items: readonly JournalItem[]): ReadonlySet<string> {
  let keys = keysOf.get(items);
  if (!keys) {
    keys = new Set(items.map((item) => item.key));
    keysOf.set(items, keys);
  }
  return keys;
}

/**
 * Passes the keys of `before` on to `after`, which is `before` with new entries at the end (`whole`), without those
 * dropped at the old end. Gathering all keys again in each round of a busy log would be a megabyte of garbage.
 */
export function passOnKeys(
  before: readonly JournalItem[],
  whole: readonly JournalItem[],
  after: readonly JournalItem[],
): void {
  const keys = keysOf.get(before);
  // All clusters share the empty log: its keys must not change.
  if (!keys || before.length === 0) return;
  keysOf.delete(before);
  for (const { key } of whole.slice(before.length)) keys.add(key);
  for (const { key } of whole.slice(0, whole.length - after.length)) keys.delete(key);
  keysOf.set(after, keys);
}

/** Newest entry that is held. */
export function newestEntry(items: readonly JournalItem[]): JournalEntry | undefined {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (item?.kind === 'entry') return item.entry;
  }
  return undefined;
}

/** Latest date since the last restart: everything newer is new. After a restart the clock may have been set back. */
function newestDate(items: readonly JournalItem[]): number {
  return newestEntry(items)?.createDate ?? Number.NEGATIVE_INFINITY;
}

/**
 * One reading of the journal, newest page first, until it meets what is known. While pages are read, new entries push
 * the others down: they are met twice, never missed, and counted once.
 */
export class JournalRound {
  readonly #held: ReadonlySet<string>;
  readonly #head: number;
  readonly #greatestId: number;
  readonly #fresh = new Map<string, JournalEntry>();
  #newest = Number.NEGATIVE_INFINITY;
  #metKnown = false;
  #passedHead = false;
  #ended = false;

  constructor(state: JournalState) {
    this.#held = heldKeys(state.items);
    this.#head = newestDate(state.items);
    this.#greatestId = newestEntry(state.items)?.id ?? Number.NEGATIVE_INFINITY;
  }

  /** Takes the next page. Returns whether the round is complete: nothing newer than what is known is left unread. */
  add(list: readonly JournalEntry[], hasNext: boolean): boolean {
    for (const entry of list) {
      const key = entryKey(entry);
      this.#newest = Math.max(this.#newest, writtenDate(entry));
      if (this.#held.has(key)) this.#metKnown = true;
      else this.#fresh.set(key, entry);
      // Entries of one date come in any order: only an older one proves that all of the head's date were seen.
      if (entry.createDate < this.#head) this.#passedHead = true;
    }
    if (!hasNext) this.#ended = true;
    return this.complete;
  }

  /**
   * Takes of a page elsewhere what may be written since the clock was set back: entries with greater ids than those
   * held, or where they have none, the newest of those dated `from` (Unix ms) or later; `written` in all.
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

  /** Latest date of all that was read, whether held before or not; -Infinity where nothing was. Unix ms. */
  get newest(): number {
    return this.#newest;
  }

  /** Whether something on the pages so far was held before. */
  get touches(): boolean {
    return this.#metKnown;
  }

  /** Number of entries not held before. */
  get size(): number {
    return this.#fresh.size;
  }

  get complete(): boolean {
    // The very first round cannot meet a known entry: one page is enough.
    return this.#ended || this.#held.size === 0 || (this.#metKnown && this.#passedHead);
  }

  /** An entry that is held was met: nothing is missing between it and the new entries. */
  get connected(): boolean {
    return this.#metKnown && this.complete;
  }

  /** Entries not held before, ordered by (createDate, id). */
  fresh(): JournalEntry[] {
    return [...this.#fresh.values()].reverse().sort(compareEntries);
  }
}

/** `lastTimestamp` may be rounded to seconds, ms. */
const ROUNDING_MS = 1_000;
/** `lastTimestamp` may come from a cache, ms. */
const CACHED_MS = MINUTE_MS;

/**
 * Whether a round's newest entry agrees with the server's `lastTimestamp`. An entry may be written while the page is
 * made, so it is compared with what the server said a round before. Undefined where they agree.
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
