import type { StoreApi } from 'zustand/vanilla';
import type { CommandId } from '../actions/commands.ts';
import type { ScreenName } from '../actions/screen-table.ts';
import type { Moment, TimeTravel } from '../actions/time-travel.ts';
import type { Link } from '../base/link.ts';
import type { Rect } from '../base/text.ts';
import type { KeyPress } from './keys.ts';
import type { ScreenInterest, Services } from './services.ts';
import type { Display, Pane, View } from './view.ts';

export interface Notice {
  readonly text: string;
  readonly tone: 'info' | 'ok' | 'warn' | 'crit';
  /** The notice disappears at this monotonic time, ms. */
  readonly until: number;
}

/** The moment that a frozen or rewound screen shows, with all data of that moment. */
export interface Held extends Moment {
  readonly mode: 'frozen' | 'past';
}

export interface FilterMemory {
  /** Newest first. */
  readonly history: readonly string[];
  readonly saved: Readonly<Record<string, string>>;
}

/** Large letters above the frame, for wall displays. */
export interface Band {
  readonly title: string;
  readonly caption: string;
  /** Show the program's name and the caption over the screen, in a window of any size. */
  readonly card: boolean;
  /** Show the signal path in large digits, from 100×36 on. */
  readonly path: boolean;
}

/** A step from one place to another; Esc undoes it. */
export interface Visit {
  /** The screen that was left. */
  readonly screen: ScreenName;
  /** Slices before the step: of the screen that was left and of the one that was opened. */
  readonly slices: Slices;
  /** The slice after the step, if the step changed it. A filter that the step set is removed together with it. */
  readonly arrived: object | undefined;
}

type Slices = Readonly<Partial<Record<ScreenName, object>>>;

/** The state of the user interface. It holds no data of the cluster, except what a held screen keeps. */
export interface UiState {
  readonly screen: ScreenName;
  /** What the tab Admin opens. */
  readonly lastInAdmin: ScreenName;
  /** Steps that Esc undoes, newest last. */
  readonly back: readonly Visit[];
  readonly slices: Slices;
  /** The theme that the user chose in this session; undefined: the one from the start. */
  readonly theme: string | undefined;
  /** Filters that were used or saved, by screen. */
  readonly filters: Readonly<Partial<Record<ScreenName, FilterMemory>>>;
  /** Index of the selected link on the screen, counted from the top left (`ui/links.ts`). */
  readonly selectedLink: number | undefined;
  /** Open dialogs, the topmost last. That one receives every key. */
  readonly dialogs: readonly OpenDialog[];
  readonly display: Display;
  readonly held: Held | undefined;
  readonly notice: Notice | undefined;
  /** Set while a kiosk goes through the screens. */
  readonly band: Band | undefined;
}

export type UiStore = StoreApi<UiState>;

/** Moves through the past of a live session. A replay does not have it. */
export interface PastTravel extends TimeTravel {
  /** Moves back (-1) or forward (1) by one step of the time line. */
  move(direction: 1 | -1): void;
  /** Makes the time line shorter (-1) or longer (1). */
  zoom(direction: 1 | -1): void;
  end(): void;
}

/** What screens, dialogs and commands may use of the program. `Runtime` implements it. */
export interface Shell {
  readonly view: View;
  readonly services: Services;
  readonly ui: UiStore;
  /** The area of the screen, in cells of the window. */
  readonly area: Rect;
  readonly startDisplay: Display;
  readonly rewind: PastTravel;
  readonly screen: () => ScreenShell<object>;
  readonly open: <D extends object>(dialog: Dialog<D>, shown: D) => void;
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

/** What a screen may use while it handles a command; `view`, `area`, `model`: of the frame that the user sees. */
export interface ScreenShell<S, M = unknown> extends Shell {
  readonly model: M;
  slice(): S;
  set(patch: Partial<S>): void;
}

/** What a dialog may use while it handles a key. */
export interface DialogShell<D> extends Shell {
  /** The whole window, which a dialog may fill. */
  readonly window: Rect;
  /** Changes this dialog, if it is still open. After waiting use a function, which gets the dialog as it is then. */
  update(patch: Partial<D> | ((dialog: D) => Partial<D>)): void;
  close(): void;
}

/** Keys of a dialog with what they do, for the footer: `['Enter', 'sort']`. */
export type DialogKeys = readonly (readonly [key: string, label: string])[];

/** A kind of dialog: how it draws what it shows, and what its keys do. It takes every key while it is open. */
export interface Dialog<D extends object> {
  /** It takes only the row of the footer; the screen is not dimmed. */
  readonly onFooter?: true;
  /** An answer that comes after its cluster was left opens it all the same: the server may send the text only once. */
  readonly anywhere?: true;
  render(shown: D, view: View, services: Services, window: Rect): Pane[];
  /** The keys that the footer names while the dialog is open. Left out where the dialog itself shows them. */
  keys?(shown: D): DialogKeys;
  key(shown: D, key: KeyPress, shell: DialogShell<D>): void;
  paste?(shown: D, text: string, shell: DialogShell<D>): void;
}

/** An open dialog. It has a fixed id, because what it shows changes, and dialogs below it may close. */
export interface OpenDialog {
  readonly id: number;
  readonly dialog: Dialog<object>;
  readonly shown: object;
}
