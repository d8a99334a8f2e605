import { type EntryId, idDistance, type JournalEntry } from '../../protocol/journal.ts';
import type { JournalItem } from './log.ts';
import { entryKey } from './round.ts';

/** Ids of entries written at about the same time differ by at most this, in any order. */
const NEIGHBOUR_IDS = 100;
/** With fewer neighbours than this, an id slightly below them is disorder and not a restart. */
const FEW_NEIGHBOURS = 10;

/**
 * Tracks the ids of one epoch (the time between two restarts of the server) in order of time, and detects when they
 * start again. Ids need not grow from entry to entry. But an id that occurred before with another date, or one
 * below all of its neighbours in later time, belongs to a new epoch.
 */
export class Epoch {
  static readonly #kept = new WeakMap<readonly JournalItem[], Epoch>();
  readonly #ids = new Set<EntryId>();
  readonly #recent: EntryId[] = [];
  #latest = Number.NEGATIVE_INFINITY;
  #max: EntryId = Number.NEGATIVE_INFINITY;

  /** The epoch at the end of `items`; the caller may continue to use it. */
  static of(items: readonly JournalItem[]): Epoch {
    const kept = Epoch.#kept.get(items);
    Epoch.#kept.delete(items);
    // It still contains ids of dropped entries. That does no harm, but it must not grow without limit.
    if (kept && kept.#ids.size <= 2 * items.length) return kept;
    const epoch = new Epoch();
    const restart = items.findLastIndex((item) => item.kind === 'restart');
    for (let index = restart + 1; index < items.length; index++) {
      const item = items[index];
      if (item?.kind === 'entry') epoch.add(item.entry);
    }
    return epoch;
  }

  /** Caches the epoch for `items`, so that new entries do not need a pass over all old ones. */
  keepFor(items: readonly JournalItem[]): void {
    Epoch.#kept.set(items, this);
  }

  get max(): EntryId {
    return this.#max;
  }

  startsAgain({ id, createDate }: JournalEntry): boolean {
    if (id === undefined || this.#ids.size === 0) return false;
    if (this.#ids.has(id)) return true;
    if (id > (this.#recent.at(-1) ?? 0)) return false;
    const margin = this.#recent.length < FEW_NEIGHBOURS ? FEW_NEIGHBOURS : 0;
    return createDate > this.#latest && this.#recent.every((recent) => idDistance(recent, id) > margin);
  }

  add({ id, createDate }: JournalEntry): void {
    this.#latest = Math.max(this.#latest, createDate);
    if (id === undefined) return;
    this.#ids.add(id);
    this.#recent.push(id);
    if (this.#recent.length > NEIGHBOUR_IDS) this.#recent.shift();
    if (id > this.#max) this.#max = id;
  }
}

/** Entries in order of time as items, with a line where the ids restart, and the epoch at their end. */
export function withRestarts(entries: readonly JournalEntry[], before: Epoch) {
  const items: JournalItem[] = [];
  let epoch = before;
  for (const entry of entries) {
    if (epoch.startsAgain(entry)) {
      items.push(restartLine(entry));
      epoch = new Epoch();
    }
    epoch.add(entry);
    items.push(entryItem(entry));
  }
  return { items, epoch };
}

/** The line that reports a restart of the numbering, before the first entry after it. */
export function restartLine(first: JournalEntry): JournalItem {
  return { kind: 'restart', key: `restart ${entryKey(first)}`, at: first.createDate };
}

export function entryItem(entry: JournalEntry): JournalItem {
  return { kind: 'entry', entry, key: entryKey(entry) };
}
