import type { CommandId } from '../actions/commands.ts';
import type { Line, Rect } from '../base/text.ts';
import type { AnyColumn, Sort } from '../views/lists/column.ts';
import type { ScreenInterest } from './services.ts';
import type { ScreenShell } from './shell.ts';
import type { Pane, View } from './view.ts';

/** How the list of a screen is narrowed. Prompt, footer and Esc are the same for all of them. */
export interface FilterSpec<S, M = unknown> {
  /** What it understands, for the prompt. */
  readonly hint: string;
  /** The filter in force as it is typed; empty where nothing is left out. */
  read(slice: S): string;
  /** What sets a filter, in the list that `slice` shows; without one in the screen's first list. */
  write(text: string, view: View, slice?: S): Partial<S>;
  /** The server is asked for what passes: not with every key. */
  readonly isAsked?: boolean;
  /** How many pass; undefined while that is not known. */
  count?(model: M): number | undefined;
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
  readonly columns: readonly AnyColumn[];
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
 * A screen: what it shows of a slice and the view, worked out once for each frame (`model`), how that is drawn, and its
 * answers to commands. Slices are immutable and outlive the visit of the screen.
 */
export interface Screen<S, M = unknown> {
  readonly initial: S;
  /** What shows its list where something in it is open. */
  readonly list?: Partial<S>;
  readonly filter?: FilterSpec<S, M>;
  readonly order?: OrderSpec<S>;
  readonly views?: ViewsSpec<S>;
  /** Members of the slice that belong to no place: Esc leaves them as they are. */
  readonly lasting?: readonly (keyof S)[];
  /** How many answers of servers the slice holds that come only once: leaving them behind takes a second key. */
  onlyHere?(slice: S): number;
  /** What is shown in `area`: places, rows, selection. Pure. Drawing, keys, footer, mouse and screen reader take it from here. */
  model(view: View, slice: S, area: Rect): M;
  /** Panes that fill the area of the model exactly. It works nothing out: the same model gives the same rows. */
  draw(model: M): readonly Pane[];
  /** Called when the screen is opened: it asks here for what is not polled. */
  enter?(shell: ScreenShell<S, M>): void;
  /** Whether something that the screen asked for itself, outside of the polls, is still on its way. */
  waiting?(slice: S): boolean;
  /** True where the command was taken; what is not taken falls to the program. */
  handle(command: CommandId, shell: ScreenShell<S, M>): boolean;
  /** The mouse: the pane takes the keys from now on, and `row` is selected in its list where one is named. */
  point(pane: string, row: string | undefined, shell: ScreenShell<S, M>): void;
  /** The screen's words for its footer and for the frame, such as the filter in force; shown at the footer's left. */
  status?(model: M): Line;
  /** Commands that would do nothing at the moment: the footer leaves them out. */
  idle?(model: M): readonly CommandId[];
  /** What to poll whatever screen is open, such as a watch list. */
  follows?(slice: S): Partial<ScreenInterest>;
  /** What to poll while the screen is open. */
  interest?(model: M): Partial<ScreenInterest>;
  /** Argument of the palette where it is no filter: `:server node-3` opens. */
  command?(argument: string, shell: ScreenShell<S, M>): void;
  /** Pasted text, while no dialog is open. */
  paste?(text: string, shell: ScreenShell<S, M>): void;
  /** Text for screen readers: what the screen says, in sentences. */
  summary?(model: M): string[];
}
