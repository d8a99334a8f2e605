import type { Actions } from '../actions/actions.ts';
import type { Keymap } from '../actions/keymap.ts';
import type { Past, Replay } from '../actions/time-travel.ts';
import type { Clock } from '../base/clock.ts';
import type { Readable } from '../base/readable.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { TriageState } from '../triage/engine.ts';
import type { FleetMember } from '../views/fleet/member.ts';
import type { HistoryAccess, ReadCapacity, StoredReads } from '../views/history-access.ts';
import type { ShownOrders } from '../views/lists/steady-order.ts';
import type { AlertFacts } from '../views/settings/alerts.ts';
import type { Audit } from '../views/settings/audit.ts';
import type { SessionFacts } from './view.ts';

/** What the user looks at besides the fixed resources; the monitor polls it (`polling/monitor.ts`). */
export type ScreenInterest = Parameters<SessionAccess['monitor']['setInterest']>[0];

export interface ThemeChange {
  /** The new theme; undefined if nothing changed. */
  readonly theme: string | undefined;
  readonly message: string;
}

/** A program of the user's own, with its words. */
export interface OwnRun {
  readonly name: string;
  readonly argv: readonly string[];
  /** It gets the terminal, and the screen comes back when it ends. */
  readonly terminal: boolean;
  /** Without the terminal it is ended after this time, ms. */
  readonly timeout: number;
}

export interface OwnResult {
  readonly name: string;
  /** Such as `exit code 1`. */
  readonly outcome: string;
  readonly failed: boolean;
  /** What it wrote, cut, safe to show; lines end with `\n`. */
  readonly output: string;
}

/** Several clusters that are watched at once. All other services are about the one that is open. */
export interface FleetAccess {
  /** All clusters as they are now, in the order of the configuration. */
  members(): readonly FleetMember[];
  /** Opens another cluster; undefined: the user looks at all of them. */
  open(name: string | undefined): void;
  refresh(): void;
  /** Calls `listener` when problems or the login of a cluster changed. Figures change more often. */
  subscribe(listener: () => void): () => void;
}

/** The session with a cluster, as far as the user sees and changes it. */
export interface SessionAccess extends Actions {
  /** Only in a live session: earlier moments, for `[`. */
  readonly past?: Past | undefined;
  /** The stored history of the cluster, across restarts; undefined if no history is kept. */
  readonly access?: HistoryAccess | undefined;
  /** Only in a live session: when this user left before they came back. */
  readonly looked?: { readonly left: number | undefined } | undefined;
  /** Figures of the stored history, or of a Prometheus; undefined without both. */
  readonly reads?: StoredReads | undefined;
  /** From the same. */
  readonly capacity?: ReadCapacity | undefined;
  /** Who is called about incidents; undefined if the configuration names nobody. */
  readonly alerts?: { facts(): AlertFacts } | undefined;
}

/** Everything that the user interface needs from the program. All access beyond the terminal goes through this. */
export interface Services {
  readonly clock: Clock;
  readonly cluster: Readable<ClusterState>;
  readonly triage: Readable<TriageState>;
  readonly keymap: Keymap;
  /** How lists were ordered last, in a live session. In a replay a moment looks the same however it is reached. */
  readonly orders?: ShownOrders | undefined;
  readonly facts: SessionFacts;
  /** That of the cluster which is open. */
  readonly session: SessionAccess;
  /** Undefined if one cluster is watched. */
  readonly fleet?: FleetAccess | undefined;
  /** Only in a replay. `clock` then gives recorded time, and its timers run in real time. */
  readonly replay?: Replay | undefined;
  /** Copies text to the terminal's clipboard (OSC 52), without control characters. */
  copy(text: string): void;
  /** The path at which `saveFile` writes a file of this name. */
  placeOf(name: string): string;
  /** Writes a new file, without control characters; resolves to its path. Never overwrites a file. */
  saveFile(name: string, text: string): Promise<string>;
  /** Opens `$EDITOR`; resolves to the new text, undefined if unchanged. Rejects with a message to show. */
  editText(text: string): Promise<string | undefined>;
  /** Paths on this machine that start with the typed text; directories end with a slash. */
  completePath(typed: string): Promise<readonly string[]>;
  /** Ctrl-Z: restores the terminal and stops the process until the shell continues it (`fg`). */
  suspend(): void;
  /** Takes clicks, wheel and drags, or leaves them to the terminal; whether it takes them now, undefined if it cannot. */
  toggleMouse(): boolean | undefined;
  /** Draws the whole screen again, in case another program wrote on it. */
  repaint(): void;
  /** Sets the named theme, or the next one. */
  setTheme(name: string | undefined): ThemeChange;
  readonly startTheme: string;
  readonly themes: readonly string[];
  switchProfile(name: string): void;
  /** Names of the clusters in the configuration; empty in a demo or a replay. */
  readonly profiles: readonly string[];
  /** Runs a program of the user's own. Rejects with a message to show if it cannot be started. */
  runProgram(run: OwnRun): Promise<OwnResult>;
  lastOutput(): OwnResult | undefined;
  /** The changes made with castwatch. Never rejects. */
  readAudit(): Promise<Audit>;
}
