import type { CommandId } from '../actions/commands.ts';
import type { ScreenName } from '../actions/screen-table.ts';
import type { Line, Rect } from '../base/text.ts';
import type { OrderedColumn, Sort } from '../views/lists/column.ts';
import type { Dialog } from './dialogs/dialog.ts';
import type { Services } from './services.ts';
import type { Pane, View } from './view.ts';

/** What a screen may do when a command reaches it. */
export interface Controller<S> {
  readonly view: View;
  readonly services: Services;
  /** The area the screen was drawn in last. */
  readonly area: Rect;
  slice(): S;
  set(patch: Partial<S>): void;
  open(dialog: Dialog): void;
  /** Goes to a screen, or to another part of this one; `patch` prepares its slice. Esc leads back. */
  goTo(screen: ScreenName, patch?: object): void;
  /** Takes the last step back, as Esc does. */
  back(): void;
  /** To a moment of the past, or of the recording, Unix ms. */
  seek(at: number): void;
  /** Runs another command, such as one for the whole program. */
  run(command: CommandId): void;
  /** One line in the footer, for some seconds. */
  notice(text: string, tone?: 'info' | 'ok' | 'warn' | 'crit'): void;
  /** As one line, whatever the text holds; a list as a line for each. */
  copy(text: string | readonly string[], what: string): void;
}

/** What is looked at beyond the fixed resources; the monitor polls it (`polling/monitor.ts`). */
export type ScreenInterest = Parameters<Services['monitor']['setInterest']>[0];

/** How the list of a screen is narrowed. Prompt, footer and Esc are the same for all of them. */
export interface FilterSpec<S> {
  /** What it understands, for the prompt. */
  readonly hint: string;
  /** The filter in force as it is typed; empty where nothing is left out. */
  read(slice: S): string;
  /** What sets a filter, in the list that `slice` shows; without one in the screen's first list. */
  write(text: string, view: View, slice?: S): Partial<S>;
  /** The server is asked for what passes: not with every key. */
  readonly isAsked?: boolean;
  /** How many pass; undefined while that is not known. */
  count?(view: View, slice: S): number | undefined;
  /** What the list is made of, with how many there are, and the filter for each. */
  choices?(
    view: View,
    slice: S,
  ): readonly { readonly label: string; readonly note: string; readonly text: string }[];
  /** What is wrong with a text. */
  check?(text: string, view: View): string | undefined;
}

/** The order of a screen's table; the picker, the palette and clicks on headers set it. */
export interface OrderSpec<S> {
  readonly columns: readonly OrderedColumn[];
  read(slice: S): Sort;
  write(sort: Sort): Partial<S>;
}

/** The views of a screen, such as list and tree, in the order in which `v` goes through them. */
export interface ViewsSpec<S> {
  readonly names: readonly string[];
  read(slice: S): string;
  write(name: string): Partial<S>;
}

/**
 * A screen: a pure drawing of its slice and the view, and its answers to commands. Slices are immutable and
 * outlive the visit of the screen.
 */
export interface Screen<S> {
  readonly initial: S;
  /** What shows its list where something in it is open. */
  readonly list?: Partial<S>;
  readonly filter?: FilterSpec<S>;
  readonly order?: OrderSpec<S>;
  readonly views?: ViewsSpec<S>;
  /** Members of the slice that belong to no place: Esc leaves them as they are. */
  readonly lasting?: readonly (keyof S)[];
  /** Panes that fill `area` exactly. Pure: the same view, slice and area give the same rows. */
  render(view: View, slice: S, area: Rect): Pane[];
  /** Called when the screen is opened: it asks here for what is not polled. */
  enter?(controller: Controller<S>): void;
  /** Whether something that the screen asked for itself, outside of the polls, is still on its way. */
  waiting?(slice: S): boolean;
  /** True where the command was taken; what is not taken falls to the program. */
  handle(command: CommandId, controller: Controller<S>): boolean;
  /** The screen's words for its footer and for the frame, such as the filter in force; shown at the footer's left. */
  status?(view: View, slice: S): Line;
  /** Commands that would do nothing at the moment: the footer leaves them out. */
  idle?(view: View, slice: S): readonly CommandId[];
  /** What to poll whatever screen is open, such as a watch list. */
  follows?(slice: S): Partial<ScreenInterest>;
  /** What to poll while the screen is open. */
  interest?(view: View, slice: S, area: Rect): Partial<ScreenInterest>;
  /** Argument of the palette where it is no filter: `:server node-3` opens. */
  command?(argument: string, controller: Controller<S>): void;
  /** Pasted text, while no dialog is open. */
  paste?(text: string, controller: Controller<S>): void;
  /** Text for screen readers: what the screen says, in sentences. */
  summary?(view: View, slice: S): string[];
}
