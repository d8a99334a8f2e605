import type { JournalEntry } from '../../protocol/journal.ts';
import type { JournalTemplates } from './templates.ts';

/** A line of the journal as it is shown: an entry, or a gap that could not be read. */
export type JournalItem =
  | {
      readonly kind: 'entry';
      readonly entry: JournalEntry /** Unique and stable for this program's run. */;
      readonly key: string;
    }
  | {
      readonly kind: 'gap';
      readonly key: string /** Entries that were not read; undefined where that is unknown. */;
      readonly missing: number | undefined;
      readonly at: number;
    }
  | { readonly kind: 'restart'; readonly key: string; readonly at: number }
  /** The server's clock was set back by so much (ms): what follows has earlier dates and was written later. */
  | { readonly kind: 'clock'; readonly key: string; readonly at: number; readonly by: number };

/** What the server says of its newest entry (`lastTimestamp`), and the newest one that it gave; Unix ms, its clock. */
export interface JournalDoubt {
  readonly said: number;
  readonly given: number;
}

/** The journal, oldest first, ordered by (createDate, id). */
export interface JournalState {
  readonly items: readonly JournalItem[];
  /** Number of items ever dropped at the old end (capacity): index + dropped is a stable position. */
  readonly dropped: number;
  /** Server's total by its paging envelope. */
  readonly totalItems: number | undefined;
  readonly lastTimestamp: number | undefined;
  /** What was read contradicts what the server says of its newest entry. */
  readonly doubt?: JournalDoubt | undefined;
  /** Newer entries that the server counts and does not give, whatever page is asked for. */
  readonly unreached?: number | undefined;
  /** The kinds of messages seen since the first reading. */
  readonly templates: JournalTemplates;
}
