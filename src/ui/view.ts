import type { Known } from '../actions/known.ts';
import type { ScreenName } from '../actions/screen-table.ts';
import type { Units } from '../base/format.ts';
import type { Line, Rect } from '../base/text.ts';
import type { SeverityPattern } from '../cluster/journal/words.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { TriageState } from '../triage/engine.ts';
import type { Comparison } from '../views/formats/spans.ts';
import type { StoredReads } from '../views/history-access.ts';

/** Rows of a list in a pane, for the mouse. */
export interface PaneList {
  /** Row of the pane in which the list begins. */
  readonly firstRow: number;
  /** Identity of each row that is drawn; undefined where the row is not loaded. */
  readonly ids: readonly (string | undefined)[];
  /** Where several items share a row: how many, and the width of each. `ids` then has all items of a row one by one. */
  readonly across?: { readonly count: number; readonly width: number };
  /** Identity of the selected row. */
  readonly selected: string | undefined;
}

/** A rectangle of finished rows. `layer` above 0 lies over the others; `cursor` is relative to the rectangle. */
export interface Pane {
  readonly id: string;
  readonly rect: Rect;
  readonly lines: readonly Line[];
  readonly layer?: number;
  readonly cursor?: { readonly x: number; readonly y: number } | undefined;
  /** Whether the pane takes the keys; absent where it never does. */
  readonly focus?: boolean;
  readonly list?: PaneList;
}

/** How values are shown; chosen by the user, the same on every screen. */
export interface Display {
  readonly units: Units;
  readonly times: 'relative' | 'absolute';
  readonly ascii: boolean;
  /** No shimmer: sparklines and other ornaments that change with each poll stay away. */
  readonly lowBandwidth: boolean;
  /** Keys of the columns that were chosen for a screen, in their order. */
  readonly columns?: Readonly<Partial<Record<ScreenName, readonly string[]>>>;
  /** What charts cover, ms; as much as their width holds at ten seconds a column where absent. */
  readonly span?: number | undefined;
  /** What charts are compared with. */
  readonly compare?: Comparison | undefined;
}

/** What holds for the whole session and must be visible in every frame. */
export interface SessionFacts {
  readonly demo: boolean;
  readonly production: boolean;
  readonly readOnly: boolean;
  /** Plain HTTP to something that is not loopback, by `--allow-http`. */
  readonly insecure: boolean;
  readonly hasCloud: boolean;
  readonly username: string | undefined;
  readonly version: string;
  /** The operator's own patterns; they decide the severity of journal entries. */
  readonly journalPatterns?: readonly SeverityPattern[];
}

/** All that a screen may see. Everything in it is of one moment: `now` is the moment shown, not the time of day. */
export interface View {
  readonly state: ClusterState;
  readonly triage: TriageState;
  readonly now: number;
  readonly display: Display;
  readonly facts: SessionFacts;
  /** Series of the stored history; absent where none is kept. */
  readonly stored?: StoredReads | undefined;
  /** What is known of what can be written but not listed: users, settings. Absent where nothing can be written. */
  readonly known?: Known | undefined;
  /** The screen stands still, or shows the past: what moves and what writes is off. */
  readonly held: boolean;
  /** What is shown is of now: neither held nor a recording. Only then may an axis end in "now". */
  readonly live: boolean;
}
