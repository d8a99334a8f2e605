import type { JournalEntry } from '../../protocol/journal.ts';
import type { JournalItem } from './log.ts';
import { entryKey } from './round.ts';

/** Ids of entries written at about the same time lie this near together, whatever their order. */
const NEIGHBOUR_IDS = 100;
/** With fewer neighbours than this, an id only a little below them is disorder, not a restart. */
const FEW_NEIGHBOURS = 10;

/**
 * Follows the ids of one epoch (the time between two restarts of the server) in order of time, and reports when they
 * start again. Ids need not grow from entry to entry; but an id that was there before with another date, or one
 * below all of its neighbours in later time, belongs to a new epoch.
 */
export class Epoch {
  static readonly #kept = new WeakMap<readonly JournalItem[], Epoch>();
  readonly #ids = new Set<number>();
  readonly #recent: number[] = [];
  #latest = Number.NEGATIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  /** The epoch that the end of `items` is in; the caller's own, to go on with. */
  static of(items: readonly JournalItem[]): Epoch {
    const kept = Epoch.#kept.get(items);
    Epoch.#kept.delete(items);
    // It still knows ids of entries that were dropped. That does no harm, but it must not grow without end.
    if (kept && kept.#ids.size <= 2 * items.length) return kept;
    const epoch = new Epoch();
    const restart = items.findLastIndex((item) => item.kind === 'restart');
    for (let index = restart + 1; index < items.length; index++) {
      const item = items[index];
      if (item?.kind === 'entry') epoch.add(item.entry);
    }
    return epoch;
  }

  /** Remembers where `items` end, so that a stream of new entries does not go through all the old ones each time. */
  keepFor(items: readonly JournalItem[]): void {
    Epoch.#kept.set(items, this);
  }

  get max(): number {
    return this.#max;
  }

  startsAgain({ id, createDate }: JournalEntry): boolean {
    if (id === undefined || this.#ids.size === 0) return false;
    if (this.#ids.has(id)) return true;
    if (id > (this.#recent.at(-1) ?? 0)) return false;
    const margin = this.#recent.length < FEW_NEIGHBOURS ? FEW_NEIGHBOURS : 0;
    return createDate > this.#latest && id < Math.min(...this.#recent) - margin;
  }

  add({ id, createDate }: JournalEntry): void {
    this.#latest = Math.max(this.#latest, createDate);
    if (id === undefined) return;
    this.#ids.add(id);
    this.#recent.push(id);
    if (this.#recent.length > NEIGHBOUR_IDS) this.#recent.shift();
    this.#max = Math.max(this.#max, id);
  }
}

/** Entries in order of time as items, with a line where the ids start again, and the epoch that they end in. */
export function withRestarts(
  entries: readonly JournalEntry[],
  before: Epoch,
): { items: JournalItem[]; epoch: Epoch } {
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

/** The line that reports a restart of the journal's numbering, in front of the first entry after it. */
export function restartLine(first: JournalEntry): JournalItem {
  return { kind: 'restart', key: `restart ${entryKey(first)}`, at: first.createDate };
}

/** An entry as a line. */
export function entryItem(entry: JournalEntry): JournalItem {
  return { kind: 'entry', entry, key: entryKey(entry) };
}
