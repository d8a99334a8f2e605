import type { JournalAnchor } from '../../../views/journal/list.ts';
import { type ListPosition, listStart } from '../../primitives/list.ts';
import type { View } from '../../view.ts';

/** A moment, Unix ms by the server's clock; or the next highlighted line before a position. */
export type JournalSearch =
  | { readonly kind: 'time'; readonly at: number }
  | { readonly kind: 'match'; readonly before: number };

export interface JournalSlice {
  readonly filter: string;
  /** When the filter was typed, Unix ms by the server's clock: `since:14:03` means that day's. 0: now. */
  readonly filterAt: number;
  readonly wrap: boolean;
  /** Routine entries are folded, as long as nothing is filtered or highlighted. */
  readonly folds: boolean;
  /** The side pane with entries per minute per object. Undefined: where there is room. */
  readonly rates: boolean | undefined;
  readonly focus: 'log' | 'rates';
  readonly ratesPosition: ListPosition;
  /** The line looked at. Undefined while following: then it is the newest. */
  readonly cursor: JournalAnchor | undefined;
  /** First line in sight and how many of its rows are above; only while not following. */
  readonly top: { readonly anchor: JournalAnchor; readonly skip: number } | undefined;
  /** Stable position behind the newest line that was in sight: what comes after is new. */
  readonly seen: number;
  /** What is shown is read beside what is followed (`state.lookback`). */
  readonly past: boolean;
  /** What is looked for while older entries are read: the cursor is on the line nearest to it. */
  readonly goal: JournalSearch | undefined;
  /** Where the selection of lines begins; it ends at the cursor. */
  readonly mark: JournalAnchor | undefined;
}

export const journalStart: JournalSlice = {
  filter: '',
  filterAt: 0,
  wrap: false,
  folds: false,
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

/** At the newest line, as it comes. */
export const following: Partial<JournalSlice> = {
  cursor: undefined,
  goal: undefined,
  top: undefined,
  mark: undefined,
  past: false,
};

/** Another filter: what was looked at stays in sight, or the next line that the filter leaves. */
export function filteredBy(filter: string, view: View): Partial<JournalSlice> {
  return { filter, filterAt: serverNow(view) };
}

/** Time of day of the server: entries bear its clock, not ours. */
export function serverNow(view: View): number {
  return view.now + (view.state.clockSkew ?? 0);
}
