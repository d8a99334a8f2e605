import type { Outcome } from '../../actions/outcome.ts';
import { safeText } from '../../base/safe-text.ts';
import { type TextField, textField } from '../primitives/text-field.ts';
import type { FieldInput, FieldSpec } from './field.ts';
import { fieldModule } from './registry.ts';
import { type FieldValue, type FormValues, sameValue } from './values.ts';

/** One thing that a write sets, in words. A secret's `after` is `(changed)`. */
export interface Change {
  readonly label: string;
  /** The old value; undefined if there was none or it is not known. */
  readonly before?: string | undefined;
  readonly after: string;
}

/** What a write will send, shown before it is sent. */
export interface Plan {
  /** Such as `Update user 42 (anna)`. */
  readonly action: string;
  /** If empty, there is nothing to send, and the form says so. */
  readonly changes: readonly Change[];
  /** What the user should know before sending, such as that a PATCH replaces all rights. */
  readonly notes?: readonly string[];
  /** Warnings that do not prevent sending; warnings of single fields are added to these. */
  readonly warnings?: readonly string[];
}

export interface SendTools {
  /** Aborts when the user cancels. */
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
}

/**
 * A form as data. `submit` sends the values and, on success, updates what depends on them. The form shows the
 * returned outcome, and keeps what was typed where it was refused or may not have happened.
 */
export interface FormSpec {
  readonly title: string;
  /** Sentences above the fields. */
  readonly intro?: readonly string[];
  /** If empty, the form only asks: it begins with what it will send, and Esc closes it. */
  readonly fields: readonly FieldSpec[];
  /** The name that must be typed in full for an action that cannot be undone. Without it, `y` sends. */
  readonly typed?: string | undefined;
  /** What `y` does: sends a write, or runs a program of the user. */
  readonly verb?: 'send' | 'run';
  /** Address of the cloud, if it goes there and not to the cluster. */
  readonly cloud?: string | undefined;
  /** Name of the field that has the focus first; by default the first field. */
  readonly focus?: string | undefined;
  readonly plan: (values: FormValues) => Plan;
  readonly submit: (values: FormValues, tools: SendTools) => Promise<Outcome<unknown>>;
}

export type Stage =
  | { readonly kind: 'editing' }
  /** The form asks whether to discard what was typed. */
  | { readonly kind: 'leaving' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'confirming'; readonly plan: Plan; readonly scroll: number }
  | {
      readonly kind: 'sending';
      readonly plan: Plan;
      readonly cancel: () => void;
      /** The form asks whether to cancel. The write may have taken effect by then. */
      readonly asked?: boolean;
      readonly progress?: { readonly sent: number; readonly total: number };
    };

export interface FormState {
  readonly inputs: Readonly<Record<string, FieldInput>>;
  /** Name of the field with the focus; empty if no field can have it. */
  readonly focus: string;
  /** Fields that were left or tried to send: only these are reported as missing; an invalid value is at once. */
  readonly visited: readonly string[];
  /** Errors by field, from the server or a slow check. They apply to the value at that time. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** A message above the form, for errors that belong to no field. */
  readonly banner: string | undefined;
  readonly typed: TextField;
  readonly stage: Stage;
}

export const editing: Stage = { kind: 'editing' };

export function startForm(spec: FormSpec): FormState {
  const state: FormState = {
    inputs: {},
    focus: spec.focus ?? '',
    visited: [],
    errors: {},
    banner: undefined,
    typed: textField(),
    stage: firstStage(spec),
  };
  return { ...state, focus: focusedField(spec, state)?.name ?? '' };
}

function firstStage(spec: FormSpec): Stage {
  return spec.fields.length > 0 ? editing : { kind: 'confirming', plan: spec.plan({}), scroll: 0 };
}

/** Accepts the name itself or its safe form: a name with control characters can only be typed as it is shown. */
export function isTyped({ typed }: FormSpec, { typed: { value } }: FormState): boolean {
  return typed !== undefined && value !== '' && (value === typed || value === safeText(typed));
}

export function inputOf(state: FormState, field: FieldSpec): FieldInput {
  return state.inputs[field.name] ?? fieldModule(field).start(field);
}

export function valueIn(state: FormState, field: FieldSpec): FieldValue {
  return fieldModule(field).value(field, inputOf(state, field));
}

/** All values, without those of fields that are not shown. */
export function valuesOf(spec: FormSpec, state: FormState): FormValues {
  const all = Object.fromEntries(spec.fields.map((field) => [field.name, valueIn(state, field)]));
  const there = spec.fields.filter((field) => field.when?.(all) ?? true);
  return Object.fromEntries(there.map((field) => [field.name, all[field.name]]));
}

export function shownFields(spec: FormSpec, values: FormValues): readonly FieldSpec[] {
  return spec.fields.filter((field) => field.name in values);
}

function reachable(spec: FormSpec, state: FormState): readonly FieldSpec[] {
  return shownFields(spec, valuesOf(spec, state)).filter((field) => field.locked === undefined);
}

export function focusedField(spec: FormSpec, state: FormState): FieldSpec | undefined {
  const fields = reachable(spec, state);
  return fields.find((field) => field.name === state.focus) ?? fields[0];
}

/** Moves the focus by `step` fields; it wraps at the ends. */
export function moveFocus(spec: FormSpec, state: FormState, step: number): FormState {
  const fields = reachable(spec, state);
  const at = fields.findIndex((field) => field.name === focusedField(spec, state)?.name);
  if (at < 0) return state;
  const next = fields[(at + step + fields.length) % fields.length];
  return { ...state, focus: next?.name ?? '', visited: [...new Set([...state.visited, state.focus])] };
}

export function withInput(state: FormState, field: FieldSpec, input: FieldInput): FormState {
  const next = { ...state, inputs: { ...state.inputs, [field.name]: input } };
  if (sameValue(valueIn(state, field), valueIn(next, field))) return next;
  const { [field.name]: _, ...errors } = state.errors;
  return { ...next, errors };
}

export function isChanged(spec: FormSpec, state: FormState): boolean {
  return spec.fields.some((field) => fieldChanged(field, state));
}

export function fieldChanged(field: FieldSpec, state: FormState): boolean {
  return !sameValue(firstValue(field), valueIn(state, field));
}

export function changedFields(fields: readonly FieldSpec[], values: FormValues): readonly FieldSpec[] {
  return fields.filter((field) => !sameValue(firstValue(field), values[field.name]));
}

export function firstValue(field: FieldSpec): FieldValue {
  return fieldModule(field).value(field, fieldModule(field).start(field));
}

function problemOf(field: FieldSpec, state: FormState, values: FormValues): string | undefined {
  if (field.locked !== undefined) return undefined;
  const value = values[field.name];
  const own = fieldModule(field).problem?.(field, inputOf(state, field));
  if (own !== undefined) return own;
  if (isEmpty(value)) return field.required ? 'needed' : undefined;
  return field.check?.(value, values);
}

function isEmpty(value: FieldValue): boolean {
  return value === undefined || value === '';
}

/** The errors shown at a field now. A missing value is shown only after the field was left. */
export function fieldProblems(field: FieldSpec, state: FormState, values: FormValues): readonly string[] {
  const problem = problemOf(field, state, values);
  const early = isEmpty(values[field.name]) && !state.visited.includes(field.name);
  return [...(problem === undefined || early ? [] : [problem]), ...(state.errors[field.name] ?? [])];
}

/** After Enter: reports all missing values, with the focus on the first error; undefined if nothing is wrong. */
export function refuse(spec: FormSpec, state: FormState): FormState | undefined {
  const values = valuesOf(spec, state);
  const wrong = shownFields(spec, values).filter((field) => problemOf(field, state, values) !== undefined);
  const [first] = wrong;
  if (!first) return undefined;
  return {
    ...state,
    stage: editing,
    focus: first.name,
    visited: spec.fields.map((field) => field.name),
    banner: wrong.length === 1 ? 'One field is not valid.' : `${wrong.length} fields are not valid.`,
  };
}

/** As it began, with the errors at their fields; an error that belongs to no field is shown above the form. */
export function withErrors(
  spec: FormSpec,
  state: FormState,
  message: string,
  fields: Readonly<Record<string, readonly string[]>>,
): FormState {
  const shown = shownFields(spec, valuesOf(spec, state)).map((field) => field.name);
  const strangers = Object.entries(fields).filter(([name]) => !shown.includes(name));
  const rest = strangers.map(([name, messages]) => `${name}: ${messages.join(' ')}`);
  const first = shown.find((name) => name in fields);
  return {
    ...state,
    stage: firstStage(spec),
    focus: first ?? state.focus,
    errors: Object.fromEntries(Object.entries(fields).filter(([name]) => shown.includes(name))),
    banner: [message, ...rest].join(' '),
  };
}
