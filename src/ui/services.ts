import type { Actions } from '../actions/actions.ts';
import type { Keymap } from '../actions/keymap.ts';
import type { Past, Replay } from '../actions/time-travel.ts';
import type { Clock } from '../base/clock.ts';
import type { Readable } from '../base/readable.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { TriageState } from '../triage/engine.ts';
import type { HistoryAccess } from '../views/history-access.ts';
import type { Audit } from '../views/settings/audit.ts';
import type { SessionFacts } from './view.ts';

/** What is looked at beyond the fixed resources; the monitor polls it (`polling/monitor.ts`). */
export type ScreenInterest = Parameters<Services['monitor']['setInterest']>[0];

/** What came of setting a theme. */
export interface ThemeChange {
  /** In force from now on; undefined where nothing changed. */
  readonly theme: string | undefined;
  readonly message: string;
}

/** What the program gives to the user interface. Everything that reaches beyond the terminal comes through here. */
export interface Services extends Actions {
  readonly clock: Clock;
  readonly cluster: Readable<ClusterState>;
  readonly triage: Readable<TriageState>;
  readonly keymap: Keymap;
  readonly facts: SessionFacts;
  /** Live only: what `[` goes back to. */
  readonly past?: Past | undefined;
  /** What is stored of the cluster, over restarts of the program; absent where nothing is kept. */
  readonly history?: HistoryAccess | undefined;
  /** In a replay only. Then `clock` gives recorded time, and its timers run in real time. */
  readonly replay?: Replay | undefined;
  /** To the terminal's clipboard (OSC 52), made plain first. */
  copy(text: string): void;
  /** Writes a new file, made plain first; resolves to where it is. Never overwrites. */
  saveFile(name: string, text: string): Promise<string>;
  /** The text after `$EDITOR` had it, undefined where nothing was changed. Rejects with a message for people. */
  editText(text: string): Promise<string | undefined>;
  /** Paths on this machine that begin with what was typed; directories end with a slash. */
  completePath(typed: string): Promise<readonly string[]>;
  /** Ctrl-Z: gives the terminal back and stops, until the shell says `fg`. */
  suspend(): void;
  /** Repaints the whole screen, for a terminal that others wrote into. */
  repaint(): void;
  /** Sets a theme of those there are, or the next one. */
  setTheme(name: string | undefined): ThemeChange;
  /** The theme that the program began with, whatever was chosen since. */
  readonly startTheme: string;
  readonly themes: readonly string[];
  switchProfile(name: string): void;
  /** Clusters of the configuration; none in a demo or a replay. */
  readonly profiles: readonly string[];
  /** What was written from here. Never rejects. */
  readAudit(): Promise<Audit>;
}
