import type { CommandId } from '../actions/commands.ts';
import type { OwnObject } from '../actions/own-commands.ts';
import type { Line, Rect } from '../base/text.ts';
import type { AnyColumn, Sort } from '../views/lists/column.ts';
import type { ScreenInterest } from './services.ts';
import type { ScreenShell } from './shell.ts';
import type { Pane, View } from './view.ts';

/** How the list of a screen is filtered. Prompt, footer and Esc work the same on all screens. */
export interface FilterSpec<S, M = unknown> {
  /** Describes the filter's syntax, for the prompt. */
  readonly hint: string;
  /** The filter in force as the user would type it; empty if there is none. */
  read(slice: S): string;
  /** A patch that sets a filter for the list that `slice` shows; without `slice`, for the screen's first list. */
  write(text: string, view: View, slice?: S): Partial<S>;
  /** The server applies this filter, so it is not sent for every typed key. */
  readonly isAsked?: boolean;
  /** Number of matching items; undefined while unknown. */
  count?(model: M): number | undefined;
  /** Values that can be chosen, such as states or types, each with a count and its filter. */
  choices?(
    view: View,
    slice: S,
  ): readonly { readonly label: string; readonly note: string; readonly text: string }[];
  /** An error in the text; undefined if there is none. */
  check?(text: string, view: View): string | undefined;
}

/** The order of a screen's table, set by the menu of orders, the palette and clicks on headers. */
export interface OrderSpec<S> {
  readonly columns: readonly AnyColumn[];
  read(slice: S): Sort;
  write(sort: Sort): Partial<S>;
}

/** The views of a screen, such as list and map, in the order in which `v` changes them. */
export interface ViewsSpec<S> {
  readonly names: readonly string[];
  /** Whether `v` leads to this view at present; otherwise it passes over it. */
  offers?(name: string, view: View, slice: S): boolean;
  read(slice: S): string;
  write(name: string): Partial<S>;
}

/**
 * A screen: `model` works out once per frame what is shown of a slice and the view, `draw` draws it, and `handle`
 * answers commands. Slices are immutable and are kept when another screen is opened.
 */
export interface Screen<S, M = unknown> {
  readonly initial: S;
  /** A patch that closes an open detail, so that the list is shown. */
  readonly list?: Partial<S>;
  readonly filter?: FilterSpec<S, M>;
  readonly order?: OrderSpec<S>;
  readonly views?: ViewsSpec<S>;
  /** Members of the slice that Esc does not change, such as a watch list. */
  readonly lasting?: readonly (keyof S)[];
  /** Number of responses that the server gives only once: a command that would lose them must be given twice. */
  unsavedAnswers?(slice: S): number;
  /** Works out what is shown in `area`, for drawing, keys, footer, mouse and screen reader. Pure. */
  model(view: View, slice: S, area: Rect): M;
  /** Panes that fill the area of the model exactly. Works nothing out: equal models give equal rows. */
  draw(model: M): readonly Pane[];
  /** Called when the screen is opened. It requests data that is not polled. */
  enter?(shell: ScreenShell<S, M>): void;
  /** Whether a request that the screen itself has sent is not answered yet. */
  waiting?(slice: S): boolean;
  /** True if the screen has handled the command; else the program handles it. */
  handle(command: CommandId, shell: ScreenShell<S, M>): boolean;
  /** The selected object, for the user's own commands; undefined if none is selected. */
  object?(model: M): OwnObject | undefined;
  /** A click: gives the focus to the pane, and selects `row` in its list if there is one. */
  point(pane: string, row: string | undefined, shell: ScreenShell<S, M>): void;
  /** Status text for the left of the footer, such as the filter in force. */
  status?(model: M): Line;
  /** Commands without effect at the moment; the footer does not show them. */
  idle?(model: M): readonly CommandId[];
  /** What to poll while any screen is open, such as the objects of a watch list. */
  follows?(slice: S): Partial<ScreenInterest>;
  /** What to poll while the screen is open. */
  interest?(model: M): Partial<ScreenInterest>;
  /** Handles the palette's argument if it is not a filter: `:server node-3` opens a server. */
  command?(argument: string, shell: ScreenShell<S, M>): void;
  /** The content of the screen in sentences, for screen readers. */
  summary?(model: M): string[];
}
