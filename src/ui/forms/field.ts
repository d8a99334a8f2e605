import type { Line, Tone } from '../../base/text.ts';
import type { KeyPress } from '../keys.ts';
import type { TextField } from '../primitives/text-field.ts';
import type { FieldValue, FormValues, GridValue } from './values.ts';

interface FieldBase {
  /** Its name in the values, and in the server's `errors.attributes`. */
  readonly name: string;
  readonly label: string;
  /** One sentence below the field while it has the focus. */
  readonly hint?: string;
  readonly required?: boolean;
  /** Why it cannot be edited, such as `locked by STORM_FFMPEG_PATH`; it is shown, and the focus skips it. */
  readonly locked?: string | undefined;
  /** The field is there only while this holds. */
  readonly when?: (values: FormValues) => boolean;
  /** What is wrong with the value, as typed; undefined where nothing is. Sending waits for it. */
  readonly check?: (value: FieldValue, values: FormValues) => string | undefined;
  /** What looks wrong with it; does not hinder sending. */
  readonly warn?: (value: FieldValue, values: FormValues) => string | undefined;
  /** A check that takes time, such as a look into a file. Runs after each change and once more before sending. */
  readonly checkLater?: (value: FieldValue, values: FormValues) => Promise<string | undefined>;
  /** Rows below the field while it has the focus: such as a map. At most `width` cells each. */
  readonly preview?: (value: FieldValue, width: number) => readonly Line[];
}

export interface TextSpec extends FieldBase {
  readonly kind: 'text';
  readonly initial?: string;
}
/** Masked; ctrl-r shows it. Its value never appears in a plan. */
export interface SecretSpec extends FieldBase {
  readonly kind: 'secret';
}
export interface NumberSpec extends FieldBase {
  readonly kind: 'number';
  readonly initial?: number | null | undefined;
  /** `n` turns to "no limit" (null) and back. */
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
  /** Rows shown at once while it has the focus; typing searches. Without it: one row, left and right. */
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
/** A path on this machine; Tab completes. */
export interface FileSpec extends FieldBase {
  readonly kind: 'file';
  readonly initial?: string;
}
/** Text of several rows; ctrl-o edits it in `$EDITOR`, alt-enter begins a new line. */
export interface LinesSpec extends FieldBase {
  readonly kind: 'lines';
  readonly initial?: string | undefined;
  /** Parts of the text with tones of their own, in order, by UTF-16 units. */
  readonly marks?: (text: string) => readonly Mark[];
}
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly tone: Tone;
}

/** A field as data: what it is, where it starts, what is allowed. */
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
/** What stands in a field now, with its cursor. */
export type FieldInput = TextInput | NumberInput | ChoiceInput | ToggleInput | GridInput;

export interface Drawn {
  /** At least one row. */
  readonly lines: readonly Line[];
  readonly cursor?: { readonly x: number; readonly y: number } | undefined;
}

/** How a kind of field behaves. Everything in it is pure. */
export interface FieldModule<S, I> {
  start(spec: S): I;
  value(spec: S, input: I): FieldValue;
  /** Undefined: the key is not the field's. */
  key(spec: S, input: I, key: KeyPress): I | undefined;
  paste?(spec: S, input: I, text: string): I;
  render(spec: S, input: I, width: number, focused: boolean): Drawn;
  /** What no check of the spec need say: that it is no number, or none of the options. */
  problem?(spec: S, input: I): string | undefined;
  /** The value in words, for the plan. */
  words(spec: S, value: FieldValue): string;
  /** Its own keys, for the foot of the form. */
  readonly keys?: string | ((spec: S) => string);
}
