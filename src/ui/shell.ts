import type { CommandId } from '../actions/commands.ts';
import type { ScreenName } from '../actions/screen-table.ts';
import type { TimeTravel } from '../actions/time-travel.ts';
import type { Link } from '../base/link.ts';
import type { Rect } from '../base/text.ts';
import type { Dialog } from './dialog.ts';
import type { ScreenInterest, Services } from './services.ts';
import type { Held, UiStore } from './store.ts';
import type { Display, View } from './view.ts';

/** Moves through the past of a live session. A replay does not have it. */
export interface PastTravel extends TimeTravel {
  /** Moves back (-1) or forward (1) by one step of the time line. */
  move(direction: 1 | -1): void;
  /** Makes the time line shorter (-1) or longer (1). */
  zoom(direction: 1 | -1): void;
  /** Returns to the present. */
  end(): void;
}

/** What screens, dialogs and commands may use of the program. `Runtime` implements it. */
export interface Shell {
  /** The state that is shown. */
  readonly view: View;
  readonly services: Services;
  readonly ui: UiStore;
  /** The area of the screen, in cells of the window. */
  readonly area: Rect;
  /** The display options at the start. */
  readonly startDisplay: Display;
  readonly rewind: PastTravel;
  /** The shell of the current screen. */
  readonly screen: () => ScreenShell<object>;
  /** Opens a dialog over everything else. */
  readonly open: (dialog: Dialog) => void;
  /** Opens a screen, or another part of this one; `patch` changes its slice. Esc leads back. */
  readonly goTo: (screen: ScreenName, patch?: object) => void;
  /** Goes to a screen's list; an open detail is closed. */
  readonly goToList: (screen: ScreenName) => void;
  /** Shows another screen of the same tab, which is no step that Esc undoes. */
  readonly turn: (screen: ScreenName, patch?: object) => void;
  /** Opens a cluster of a fleet where the user left it, then a screen or an object of it. */
  readonly openCluster: (name: string, to?: { readonly screen?: ScreenName; readonly link?: Link }) => void;
  /** Removes the filter, or undoes the last step, as Esc does. */
  readonly back: () => void;
  /** Goes to a moment of the past, or of the recording, Unix ms. */
  readonly seek: (at: number) => void;
  /** Runs a command: as the screen handles it, or else the program. */
  readonly run: (command: CommandId, argument?: string) => void;
  /** Does what Enter or a click on a link means. */
  readonly follow: (link: Link) => void;
  /** Selects the next (1) or the previous link (-1) on the screen. */
  readonly selectLink: (step: 1 | -1) => void;
  /** Freezes the screen at this moment, or resumes it. */
  readonly hold: (held: Held | undefined) => void;
  /** What is polled besides the fixed resources; the same object as long as nothing changes. */
  readonly interest: () => ScreenInterest;
  /** Draws now, without gathering further changes. */
  readonly draw: () => void;
  /** Shows one line in the footer for some seconds, or for `lastsMs`. */
  readonly notice: (text: string, tone?: 'info' | 'ok' | 'warn' | 'crit', lastsMs?: number) => void;
  /** Copies a text as one line, or a list with one line for each item. `what` names it in the notice. */
  readonly copy: (text: string | readonly string[], what: string) => void;
}

/**
 * What a screen may use while it handles a command. `view`, `area` and `model` are those of the frame that the user
 * sees.
 */
export interface ScreenShell<S, M = unknown> extends Shell {
  readonly model: M;
  slice(): S;
  set(patch: Partial<S>): void;
}

/** What a dialog may use while it handles a key. */
export interface DialogShell<D> extends Shell {
  /** The whole window, which a dialog may fill. */
  readonly window: Rect;
  /**
   * Changes this dialog, if it is still open. A function receives the dialog as it is then; use it after waiting
   * for something.
   */
  update(patch: Partial<D> | ((dialog: D) => Partial<D>)): void;
  close(): void;
}
