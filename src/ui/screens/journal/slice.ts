import type { JournalAnchor } from '../../../views/journal/list.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';
import type { View } from '../../view.ts';

/** What to search for: a moment, Unix ms by the server's clock, or the next highlighted line before a position. */
export type JournalSearch =
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'match'; readonly before: number };

export interface JournalSlice {
  readonly filter: string;
  /** When the filter was typed, Unix ms by the server's clock: `since:14:03` refers to that day. 0 means now. */
  readonly filterAt: number;
  readonly wrap: boolean;
  /** Fold routine entries while there is no filter and no highlight. */
  readonly folds: boolean;
  /** Whether the side pane with entries per minute by object is shown. Undefined: if there is room. */
  readonly rates: boolean | undefined;
  readonly focus: 'log' | 'rates';
  readonly ratesPosition: ListPosition;
  /** The line under the cursor. Undefined while following: then it is the newest line. */
  readonly cursor: JournalAnchor | undefined;
  /** First visible line, and how many of its rows are scrolled away; only while not following. */
  readonly top: { readonly anchor: JournalAnchor; readonly skip: number } | undefined;
  /** Position after the newest line that was visible; lines from there on are new. */
  readonly seen: number;
  /** Older entries are shown, which are read beside the followed ones (`state.lookback`). */
  readonly past: boolean;
  /** What is searched for while older entries are read. The cursor is on the line closest to it. */
  readonly goal: JournalSearch | undefined;
  /** The line where the selection starts; it ends at the cursor. */
  readonly mark: JournalAnchor | undefined;
}

export const journalStart: JournalSlice = {
  filter: '',
  filterAt: 0,
  wrap: false,
  folds: true,
  rates: undefined,
  focus: 'log',
  ratesPosition: listStart,
  cursor: undefined,
  top: undefined,
  seen: 0,
  past: false,
  goal: undefined,
  mark: undefined,
};

/** The newest line is shown as it comes. */
export const following: Partial<JournalSlice> = {
  cursor: undefined,
  goal: undefined,
  top: undefined,
  mark: undefined,
  past: false,
};

/** The slice with another filter. The line under the cursor stays visible, or the next line that matches. */
export function filteredBy(filter: string, view: View): Partial<JournalSlice> {
  return { filter, filterAt: serverNow(view) };
}

/** The server's current time, Unix ms. Entries have times of the server's clock. */
export function serverNow(view: View): number {
  return view.now + (view.state.clockSkew ?? 0);
}
