import type { JournalEntry } from '../../protocol/journal.ts';
import type { JournalTemplates } from './templates.ts';

/** A line of the journal as it is shown: an entry, or a gap that could not be read. */
export type JournalItem =
  | {
      readonly kind: 'entry';
      readonly entry: JournalEntry;
      /** Unique and stable for this run of the program. */
      readonly key: string;
    }
  | {
      readonly kind: 'gap';
      readonly key: string;
      /** Number of entries that were not read; undefined if unknown. */
      readonly missing: number | undefined;
      readonly at: number;
    }
  | { readonly kind: 'restart'; readonly key: string; readonly at: number }
  /**
   * The server's clock was set back by this much (ms): the following entries have earlier dates and were written
   * later.
   */
  | { readonly kind: 'clock'; readonly key: string; readonly at: number; readonly by: number };

/**
 * The server's time of its newest entry (`lastTimestamp`), and the newest entry that it returned; Unix ms, its
 * clock.
 */
export interface JournalDoubt {
  readonly said: number;
  readonly given: number;
}

/** The journal, oldest first, ordered by (createDate, id). */
export interface JournalState {
  readonly items: readonly JournalItem[];
  /** Number of items removed at the old end so far: index + dropped is a fixed position. */
  readonly dropped: number;
  /** Total from the server's paging envelope. */
  readonly totalItems: number | undefined;
  readonly lastTimestamp: number | undefined;
  /** What was read contradicts what the server reports about its newest entry. */
  readonly doubt?: JournalDoubt | undefined;
  /** Number of newer entries that the server counts but does not return on any page. */
  readonly unreached?: number | undefined;
  /** The kinds of messages seen since the first reading. */
  readonly templates: JournalTemplates;
}

export type EntryItem = Extract<JournalItem, { kind: 'entry' }>;

/** The entries of [from, to] (Unix ms by the server's clock), oldest first. */
export function entriesBetween(
  { items }: Pick<JournalState, 'items'>,
  from: number,
  to: number,
): readonly EntryItem[] {
  const found: EntryItem[] = [];
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (item?.kind !== 'entry' || item.entry.createDate > to) continue;
    if (item.entry.createDate < from) break;
    found.push(item);
  }
  return found.reverse();
}
