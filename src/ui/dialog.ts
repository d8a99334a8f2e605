import type { Outcome } from '../actions/outcome.ts';
import type { ScreenName } from '../actions/screen-table.ts';
import type { Line } from '../base/text.ts';
import type { FormSpec, FormState, Plan } from './forms/form.ts';
import type { Where } from './forms/plan-lines.ts';
import type { TextField } from './primitives/text-field.ts';

/** One line of input at the foot of the screen: filter, time, name of a file. */
export interface PromptDialog {
  readonly kind: 'prompt';
  readonly label: string;
  readonly field: TextField;
  /** What is typed is shown as dots. */
  readonly masked?: boolean | undefined;
  /** Called with each change, so that lists filter while one types. */
  readonly live?: ((value: string) => void) | undefined;
  /** What is wrong with the value, shown beside it; nothing is lost by it. */
  readonly check?: ((value: string) => string | undefined) | undefined;
  /** What was typed here before, newest first: up and down go through it. */
  readonly history?: readonly string[] | undefined;
  /** Place in the history; undefined while something new is typed. */
  readonly recalled?: number | undefined;
  /** Figures beside the value. */
  readonly note?: (() => string) | undefined;
  readonly submit: (value: string) => void;
  /** Esc: gives back what was there before. */
  readonly cancel?: (() => void) | undefined;
}

/** Text to read, with scrolling. */
export interface MessageDialog {
  readonly kind: 'message';
  readonly title: string;
  readonly lines: readonly Line[];
  readonly scroll: number;
  /** Shown by Ctrl-R only, and given up by a second Esc only: it can hold secrets, and comes once. */
  readonly once?:
    | { readonly lines: readonly Line[]; readonly state: 'hidden' | 'shown' | 'closing' }
    | undefined;
}

export interface MenuItem {
  readonly label: string;
  readonly note: string;
  /** In force already. */
  readonly chosen: boolean;
  readonly run: () => void;
}

/** Things to choose from. */
export interface MenuDialog {
  readonly kind: 'menu';
  readonly title: string;
  /** What the keys do, for the last row. */
  readonly help: string;
  /** As they are at the moment. */
  readonly items: () => readonly MenuItem[];
  readonly index: number;
  /** Keys of its own beside Enter and moving; true where it took one. `select` moves the selection. */
  readonly keys?: (name: string, index: number, select: (index: number) => void) => boolean;
}

export interface HelpDialog {
  readonly kind: 'help';
  readonly field: TextField;
  readonly scroll: number;
  /** The screen it was asked on. */
  readonly screen: ScreenName;
}

export interface PaletteDialog {
  readonly kind: 'palette';
  /** The screen it was asked on. */
  readonly screen: ScreenName;
  /** Filters of that screen that were saved, by name. */
  readonly saved: Readonly<Record<string, string>>;
  /** Orders of that screen's list: what `:sort` takes, and its words. */
  readonly orders: readonly (readonly [key: string, words: string])[];
  readonly field: TextField;
  readonly index: number;
}

/** A form; `formDialog(spec, view)` of `dialogs/form.ts` makes one. */
export interface FormDialog {
  readonly kind: 'form';
  readonly spec: FormSpec;
  readonly where: Where;
  readonly state: FormState;
}

/** What a confirmation asks about. Made once, as the dialog opens: nothing that happens later changes it. */
export interface ConfirmSpec {
  readonly title: string;
  readonly plan: Plan;
  /** The name to be typed in full, for what cannot be taken back; without it `y` sends. */
  readonly typed?: string | undefined;
  readonly submit: (signal: AbortSignal) => Promise<Outcome<unknown>>;
}

export type ConfirmStage =
  | { readonly kind: 'asking' }
  | { readonly kind: 'sending'; readonly cancel: () => void; readonly asked?: boolean }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string; readonly howToFindOut: string };

/** Asks before something is sent; `confirmDialog(spec, view)` of `dialogs/confirm.ts` makes one. */
export interface ConfirmDialog {
  readonly kind: 'confirm';
  readonly spec: ConfirmSpec;
  readonly where: Where;
  readonly field: TextField;
  /** First row of the text in sight, for small windows. */
  readonly scroll: number;
  readonly stage: ConfirmStage;
}

/** The open dialog: one union, never a boolean each. */
export type Dialog =
  | PromptDialog
  | MessageDialog
  | MenuDialog
  | HelpDialog
  | PaletteDialog
  | FormDialog
  | ConfirmDialog;

/** As long as it is open, a dialog is known by its id: each update replaces the object, and those below it may close. */
export type OpenDialog = Dialog & { readonly id: number };
