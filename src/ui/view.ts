import type { KnownWrites } from '../actions/known.ts';
import type { ScreenName } from '../actions/screen-table.ts';
import type { Units } from '../base/format.ts';
import type { Line, Rect } from '../base/text.ts';
import type { SeverityPattern } from '../cluster/journal/words.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { TriageState } from '../triage/engine.ts';
import type { FleetMember } from '../views/fleet/member.ts';
import type { Comparison } from '../views/formats/spans.ts';
import type { StoredReads } from '../views/history-access.ts';
import type { ShownOrders } from '../views/lists/steady-order.ts';

/** The rows of a list in a pane, for the mouse. */
export interface PaneList {
  /** Row of the pane at which the list begins. */
  readonly firstRow: number;
  /** Identity of each drawn row; undefined if the row is not loaded. */
  readonly ids: readonly (string | undefined)[];
  /**
   * If several items share a row: the column of the pane at which the first one begins, their number, and the width
   * of each. `ids` then has the items of a row one after the other.
   */
  readonly across?: { readonly from: number; readonly count: number; readonly width: number };
  /** Identity of the selected row. */
  readonly selected: string | undefined;
}

/** A rectangle of finished rows. A higher `layer` covers others; `cursor` is relative to the rectangle. */
export interface Pane {
  readonly id: string;
  readonly rect: Rect;
  readonly lines: readonly Line[];
  readonly layer?: number;
  readonly cursor?: { readonly x: number; readonly y: number } | undefined;
  /** Whether the pane has the focus; undefined if it can never have it. */
  readonly focus?: boolean;
  readonly list?: PaneList;
}

/** How values are shown, as the user chose it; the same on every screen. */
export interface Display {
  readonly units: Units;
  readonly times: 'relative' | 'absolute';
  readonly ascii: boolean;
  /** Leave out sparklines and other ornaments that change with each poll. */
  readonly lowBandwidth: boolean;
  /** Keys of the columns that the user chose for a screen, in their order. */
  readonly columns?: Readonly<Partial<Record<ScreenName, readonly string[]>>>;
  /** The time that charts cover, ms. Undefined: what fits in their width at ten seconds per column. */
  readonly span?: number | undefined;
  readonly compare?: Comparison | undefined;
}

/** Facts about the whole session that must be visible in every frame. */
export interface SessionFacts {
  readonly demo: boolean;
  readonly production: boolean;
  readonly readOnly: boolean;
  /** Plain HTTP to a host that is not loopback (`--allow-http`). */
  readonly insecure: boolean;
  /** Undefined without a cloud and its API key. */
  readonly cloudUrl: string | undefined;
  /** Why times are in UTC although `TZ` asks for another zone. */
  readonly zoneFault?: string | undefined;
  readonly username: string | undefined;
  /** The user's own patterns, which decide the severity of journal entries. */
  readonly journalPatterns?: readonly SeverityPattern[];
}

/** Everything that a screen may read, of one moment: `now` is the moment shown, not the time of day. */
export interface View {
  readonly state: ClusterState;
  readonly triage: TriageState;
  readonly now: number;
  readonly display: Display;
  readonly facts: SessionFacts;
  /** All clusters, in the order of the configuration; undefined if one is watched. */
  readonly fleet?: readonly FleetMember[] | undefined;
  /** Series of the stored history; undefined if no history is kept. */
  readonly stored?: StoredReads | undefined;
  /** What is known of what can be written but not listed: users, settings. Undefined if nothing can be written. */
  readonly known?: KnownWrites | undefined;
  /** The screen is frozen or shows the past; then moving data and writing are off. */
  readonly held: boolean;
  /** The present is shown: not held and not a recording. Only then may an axis end in "now". */
  readonly live: boolean;
  /** The order in which lists were shown last; rows keep their places by it. Only while the present is shown. */
  readonly orders?: ShownOrders | undefined;
}
