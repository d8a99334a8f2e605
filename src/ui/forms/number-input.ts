import { UNLIMITED } from '../../base/format.ts';
import { editText, insertText, textField } from '../primitives/text-field.ts';
import type { FieldModule, NumberInput, NumberSpec } from './field.ts';
import { drawLine, onField } from './text-input.ts';

const NO_LIMIT = `${UNLIMITED} no limit`;

/** Whole numbers; `n`, space or ∞ mean "no limit". */
export const numberModule: FieldModule<NumberSpec, NumberInput> = {
  start: (spec) => ({
    field: textField(typeof spec.initial === 'number' ? String(spec.initial) : ''),
    none: spec.initial === null && spec.noLimit === true,
  }),
  value: (_spec, input) => (input.none ? null : parse(input.field.value)),
  key(spec, input, key) {
    if (spec.noLimit && (key.name === 'n' || key.name === 'space' || key.name === UNLIMITED))
      return { ...input, none: !input.none };
    if (input.none) {
      // From "no limit", a digit starts a number; backspace returns to the number before.
      if (/^\d$/.test(key.text)) return { field: textField(key.text), none: false };
      return key.name === 'backspace' || key.name === 'delete' ? { ...input, none: false } : undefined;
    }
    const field = editText(input.field, key);
    return field && { ...input, field };
  },
  paste: (_spec, input, text) => ({
    field: insertText(input.none ? textField() : input.field, text.trim().slice(0, 40).replace(/\s+/g, ' ')),
    none: false,
  }),
  render(spec, input, width, focused) {
    if (input.none) {
      const line = onField(NO_LIMIT, Math.min(width, 16), focused ? 'fieldFocus' : 'field');
      return { lines: [line], cursor: focused ? { x: 0, y: 0 } : undefined };
    }
    return drawLine(input.field, Math.min(width, spec.noLimit ? 16 : 20), focused);
  },
  problem(spec, input) {
    if (input.none || input.field.value === '') return undefined;
    const value = parse(input.field.value);
    if (value === undefined) return `a whole number${spec.noLimit ? ', or n for no limit' : ''}`;
    if (spec.min !== undefined && value < spec.min) return `at least ${spec.min}`;
    if (spec.max !== undefined && value > spec.max) return `at most ${spec.max}`;
    return undefined;
  },
  words: (_spec, value) => (value === null ? NO_LIMIT : String(value ?? '—')),
  keys: (spec) => (spec.noLimit ? 'n no limit' : ''),
};

function parse(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^[+-]?\d+$/.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isSafeInteger(value) ? value : undefined;
}
