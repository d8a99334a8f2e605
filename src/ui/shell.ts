import type { CommandId } from '../actions/commands.ts';
import type { ScreenName } from '../actions/screen-table.ts';
import type { TimeTravel } from '../actions/time-travel.ts';
import type { Link } from '../base/link.ts';
import type { Rect } from '../base/text.ts';
import type { Dialog } from './dialog.ts';
import type { ScreenInterest, Services } from './services.ts';
import type { Held, UiStore } from './store.ts';
import type { Display, View } from './view.ts';

/** Moves through the past of a live session. A replay has no such keys. */
export interface PastTravel extends TimeTravel {
  /** Back (-1) or forward (1), by a step of the time line. */
  move(direction: 1 | -1): void;
  /** A shorter (-1) or longer (1) time line. */
  zoom(direction: 1 | -1): void;
  /** Back to now. */
  end(): void;
}

/** What screens, dialogs and commands may ask of the program; `Runtime` is it. */
export interface Shell {
  /** What is shown. */
  readonly view: View;
  readonly services: Services;
  readonly ui: UiStore;
  /** The area of the screen, in cells of the window. */
  readonly area: Rect;
  /** As it was at the start. */
  readonly startDisplay: Display;
  readonly rewind: PastTravel;
  /** For the screen that is shown. */
  readonly screen: () => ScreenShell<object>;
  /** Opens a dialog over what is there. */
  readonly open: (dialog: Dialog) => void;
  /** Goes to a screen, or to another part of this one; `patch` prepares its slice. Esc leads back. */
  readonly goTo: (screen: ScreenName, patch?: object) => void;
  /** Goes to a screen's list, whatever is open there. */
  readonly goToList: (screen: ScreenName) => void;
  /** Takes a filter away, or the last step back, as Esc does. */
  readonly back: () => void;
  /** To a moment of the past, or of the recording, Unix ms. */
  readonly seek: (at: number) => void;
  /** Runs a command: the screen's own meaning first, then the program's. */
  readonly run: (command: CommandId, argument?: string) => void;
  /** Does what Enter or a click on a link means. */
  readonly follow: (link: Link) => void;
  /** Selects the next link on the screen (1), or the previous one (-1). */
  readonly selectLink: (step: 1 | -1) => void;
  /** Holds the screen at this moment, or lets it go on. */
  readonly hold: (held: Held | undefined) => void;
  /** What is polled beyond the fixed resources; the same object until it changes. */
  readonly interest: () => ScreenInterest;
  /** Draws now, without waiting for what else may come. */
  readonly draw: () => void;
  /** One line in the footer, for some seconds. */
  readonly notice: (text: string, tone?: 'info' | 'ok' | 'warn' | 'crit') => void;
  /** As one line, whatever the text holds; a list as a line for each. */
  readonly copy: (text: string | readonly string[], what: string) => void;
}

/** What a screen may do when a command reaches it. `view`, `area` and `model` are those of the frame that the user sees. */
export interface ScreenShell<S, M = unknown> extends Shell {
  readonly model: M;
  slice(): S;
  set(patch: Partial<S>): void;
}

/** What a dialog may do when a key reaches it. */
export interface DialogShell<D> extends Shell {
  /** Changes this dialog, as long as it is open; a function sees it as it is then, for what comes later. */
  update(patch: Partial<D> | ((dialog: D) => Partial<D>)): void;
  close(): void;
}
