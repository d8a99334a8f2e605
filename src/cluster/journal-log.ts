import type { JournalEntry } from '../protocol/journal.ts';

/** A line of the journal as it is shown: an entry, or a hole that could not be read. */
export type JournalItem =
  | {
      readonly kind: 'entry';
      readonly entry: JournalEntry /** Unique and stable for this program's run. */;
      readonly key: string;
    }
  | {
      readonly kind: 'gap';
      readonly key: string /** Entries that were not read; undefined where nobody can know. */;
      readonly missing: number | undefined;
      readonly at: number;
    }
  | { readonly kind: 'restart'; readonly key: string; readonly at: number };

/** The journal, oldest first, ordered by (createDate, id). */
export interface JournalState {
  readonly items: readonly JournalItem[];
  /** Number of items ever dropped at the old end (capacity): index + dropped is a stable position. */
  readonly dropped: number;
  /** Server's total by its paging envelope. */
  readonly totalItems: number | undefined;
  readonly lastTimestamp: number | undefined;
  /** Older pages are being fetched / nothing older exists. */
  readonly olderLoading: boolean;
  readonly olderEnd: boolean;
}
