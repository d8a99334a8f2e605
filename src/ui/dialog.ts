import type { ScreenName } from '../actions/screen-table.ts';
import type { Line } from '../base/text.ts';
import type { FormSpec, FormState } from './forms/form.ts';
import type { Where } from './forms/plan-lines.ts';
import type { TextField } from './primitives/text-field.ts';

/** Keys of a dialog with what they do, for the footer: `['Enter', 'sort']`. */
export type DialogKeys = readonly (readonly [key: string, label: string])[];

/** One line of input at the foot of the screen, for a filter, a time or a file name. */
export interface PromptDialog {
  readonly kind: 'prompt';
  readonly label: string;
  readonly field: TextField;
  /** Show dots in place of the text. */
  readonly masked?: boolean | undefined;
  /** Called with each change, so that a list is filtered during typing. */
  readonly live?: ((value: string) => void) | undefined;
  /** An error about the value, shown beside it; undefined if there is none. The typed text is kept. */
  readonly check?: ((value: string) => string | undefined) | undefined;
  /** Earlier inputs of this prompt, newest first; up and down go through them. */
  readonly history?: readonly string[] | undefined;
  /** Index in `history`; undefined while a new text is typed. */
  readonly recalled?: number | undefined;
  /** Text beside the value, such as a count. */
  readonly note?: (() => string) | undefined;
  readonly submit: (value: string) => void;
  /** Called on Esc: restores the state before the prompt. */
  readonly cancel?: (() => void) | undefined;
}

/** Text to read; it can be scrolled. */
export interface MessageDialog {
  readonly kind: 'message';
  readonly title: string;
  readonly lines: readonly Line[];
  readonly scroll: number;
  /** The text is shown only once and may hold secrets: Ctrl-R reveals it, and only a second Esc closes it. */
  readonly once?:
    | { readonly lines: readonly Line[]; readonly state: 'hidden' | 'shown' | 'closing' }
    | undefined;
  /** Reads again what the text is about. */
  readonly again?: ((close: () => void) => void) | undefined;
}

export interface MenuItem {
  readonly label: string;
  readonly note: string;
  /** The item that is in force now. */
  readonly chosen: boolean;
  readonly run: () => void;
}

/** A list of items to choose from. */
export interface MenuDialog {
  readonly kind: 'menu';
  readonly title: string;
  /** What Enter and further keys do, for the footer. */
  readonly hints: DialogKeys;
  /** Asked again for each frame. */
  readonly items: () => readonly MenuItem[];
  readonly index: number;
  /** Most cells in width, for long labels. */
  readonly columns?: number | undefined;
  /** Handles further keys besides Enter and moving; true if the key was used. `select` moves the selection. */
  readonly keys?: (name: string, index: number, select: (index: number) => void) => boolean;
}

export interface HelpDialog {
  readonly kind: 'help';
  readonly field: TextField;
  /** Index of the page; a search looks through all of them. */
  readonly page: number;
  readonly scroll: number;
  /** The screen on which help was opened. */
  readonly screen: ScreenName;
}

export interface PaletteDialog {
  readonly kind: 'palette';
  /** The screen on which the palette was opened. */
  readonly screen: ScreenName;
  /** Saved filters of that screen, by name. */
  readonly saved: Readonly<Record<string, string>>;
  /** Orders of that screen's list: the argument of `:sort`, and a description. */
  readonly orders: readonly (readonly [key: string, words: string])[];
  readonly field: TextField;
  readonly index: number;
}

/** A form, or a question before a write is sent; made by `formDialog(spec, view)` of `dialogs/form.ts`. */
export interface FormDialog {
  readonly kind: 'form';
  readonly spec: FormSpec;
  readonly where: Where;
  readonly state: FormState;
}

/** All kinds of dialog. One union instead of a boolean for each kind, so that no contradictory state exists. */
export type Dialog = PromptDialog | MessageDialog | MenuDialog | HelpDialog | PaletteDialog | FormDialog;

/** An open dialog has a fixed id, because each update replaces the object and dialogs below it may close. */
export type OpenDialog = Dialog & { readonly id: number };
