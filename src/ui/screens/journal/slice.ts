import type { JournalAnchor } from '../../../views/journal/list.ts';
import { listStart } from '../../primitives/list.ts';
import type { View } from '../../view.ts';

/** What to search for: a moment, Unix ms by the server's clock, or the next highlighted line before a position. */
export type JournalSearch =
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'match'; readonly before: number };

/** The newest line is shown as it comes. */
export const following = {
  /** The line under the cursor. Undefined while following: then it is the newest line. */
  cursor: undefined as JournalAnchor | undefined,
  /** First visible line, and how many of its rows are scrolled away; only while not following. */
  top: undefined as { readonly anchor: JournalAnchor; readonly skip: number } | undefined,
  /** Older entries are shown, which are read beside the followed ones (`state.lookback`). */
  past: false,
  /** What is searched for while older entries are read. The cursor is on the line closest to it. */
  goal: undefined as JournalSearch | undefined,
  /** The line where the selection starts; it ends at the cursor. */
  mark: undefined as JournalAnchor | undefined,
};

export const journalStart = {
  ...following,
  filter: '',
  /** When the filter was typed, Unix ms by the server's clock: `since:14:03` refers to that day. 0 means now. */
  filterAt: 0,
  wrap: false,
  /** Fold routine entries while there is no filter and no highlight. */
  folds: true,
  /** Whether the side pane with entries per minute by object is shown. Undefined: if there is room. */
  rates: undefined as boolean | undefined,
  focus: 'log' as 'log' | 'rates',
  ratesPosition: listStart,
  /** Position after the newest line that was visible; lines from there on are new. */
  seen: 0,
};
export type JournalSlice = Readonly<typeof journalStart>;

/** The slice with another filter. The line under the cursor stays visible, or the next line that matches. */
export function filteredBy(filter: string, view: View): Partial<JournalSlice> {
  return { filter, filterAt: serverNow(view) };
}

/** The server's current time, Unix ms. Entries have times of the server's clock. */
export function serverNow(view: View): number {
  return view.now + (view.state.clockSkew ?? 0);
}
