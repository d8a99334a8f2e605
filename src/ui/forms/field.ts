import type { Line, Tone } from '../../base/text.ts';
import type { KeyPress } from '../keys.ts';
import type { TextField } from '../primitives/text-field.ts';
import type { FieldValue, FormValues, GridValue } from './values.ts';

interface FieldBase {
  /** Name of the field in the values, and in the server's `errors.attributes`. */
  readonly name: string;
  readonly label: string;
  /** One sentence that is shown below the field while it has the focus. */
  readonly hint?: string;
  readonly required?: boolean;
  /** Why it cannot be edited, such as `locked by STORM_FFMPEG_PATH`: that is shown, and Tab skips the field. */
  readonly locked?: string | undefined;
  /** The field is shown only while this returns true. */
  readonly when?: (values: FormValues) => boolean;
  /** An error about the value as typed, or undefined. A form with an error is not sent. */
  readonly check?: (value: FieldValue, values: FormValues) => string | undefined;
  /** A warning about the value, or undefined. It does not prevent sending. */
  readonly warn?: (value: FieldValue, values: FormValues) => string | undefined;
  /** A slow check, such as reading a file. Runs after each change and again before sending. */
  readonly checkLater?: (value: FieldValue, values: FormValues) => Promise<string | undefined>;
  /** Rows below the field while it has the focus, such as a map. At most `width` cells each. */
  readonly preview?: (value: FieldValue, width: number) => readonly Line[];
}

export interface TextSpec extends FieldBase {
  readonly kind: 'text';
  readonly initial?: string;
}
/** Shown as dots; ctrl-r shows the text. The value never appears in a plan. */
export interface SecretSpec extends FieldBase {
  readonly kind: 'secret';
}
export interface NumberSpec extends FieldBase {
  readonly kind: 'number';
  readonly initial?: number | null | undefined;
  /** `n` switches to "no limit" (null) and back. */
  readonly noLimit?: boolean;
  readonly min?: number;
  readonly max?: number;
}
export interface Option {
  readonly value: string;
  readonly label: string;
}
export interface ChoiceSpec extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly Option[];
  readonly initial?: string | undefined;
  /** Rows of the list while it has the focus; typing searches. Without it left and right choose in one row. */
  readonly rows?: number;
}
export interface ToggleSpec extends FieldBase {
  readonly kind: 'toggle';
  readonly initial?: boolean;
}
export interface GridSpec extends FieldBase {
  readonly kind: 'grid';
  readonly rows: readonly Option[];
  readonly levels: readonly Option[];
  readonly initial?: GridValue;
}
/** A path on this machine; Tab completes it. */
export interface FileSpec extends FieldBase {
  readonly kind: 'file';
  readonly initial?: string;
}
/** Text of several rows: ctrl-o opens it in `$EDITOR`, alt-enter adds a line. */
export interface LinesSpec extends FieldBase {
  readonly kind: 'lines';
  readonly initial?: string | undefined;
  /** Parts of the text with their own tones, in order. Positions are UTF-16 units. */
  readonly marks?: (text: string) => readonly Mark[];
}
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly tone: Tone;
}

/** A field as data: its kind, its first value, the allowed values. */
export type FieldSpec =
  | TextSpec
  | SecretSpec
  | NumberSpec
  | ChoiceSpec
  | ToggleSpec
  | GridSpec
  | FileSpec
  | LinesSpec;

export interface TextInput {
  readonly field: TextField;
  readonly revealed: boolean;
}
export interface NumberInput {
  readonly field: TextField;
  readonly none: boolean;
}
export interface ChoiceInput {
  readonly chosen: string | undefined;
  readonly search: string;
}
export interface ToggleInput {
  readonly on: boolean;
}
export interface GridInput {
  readonly levels: GridValue;
  readonly row: number;
}
/** The current input of a field, with its cursor. */
export type FieldInput = TextInput | NumberInput | ChoiceInput | ToggleInput | GridInput;

export interface Drawn {
  /** At least one row. */
  readonly lines: readonly Line[];
  readonly cursor?: { readonly x: number; readonly y: number } | undefined;
}

/** How a kind of field behaves. All functions are pure. */
export interface FieldModule<S, I> {
  start(spec: S): I;
  value(spec: S, input: I): FieldValue;
  /** The input after a key; undefined if the field does not use that key. */
  key(spec: S, input: I, key: KeyPress): I | undefined;
  paste?(spec: S, input: I, text: string): I;
  render(spec: S, input: I, width: number, focused: boolean): Drawn;
  /** An error that every field of this kind can have, such as a text that is not a number. */
  problem?(spec: S, input: I): string | undefined;
  /** The value in words, for the review. */
  words(spec: S, value: FieldValue): string;
  /** Key hints of this kind of field, for the foot of the form. */
  readonly keys?: string | ((spec: S) => string);
}
