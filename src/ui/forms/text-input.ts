import { plainText, safeText } from '../../base/safe-text.ts';
import type { Line } from '../../base/text.ts';
import { cut, padLine, textWidth } from '../../base/width.ts';
import type { KeyPress } from '../keys.ts';
import {
  editText,
  insertText,
  maskedField,
  type TextField,
  textField,
  visiblePart,
} from '../primitives/text-field.ts';
import type { Drawn, FieldModule, FileSpec, SecretSpec, TextInput, TextSpec } from './field.ts';

/** One line of text with the background of a field, scrolled so that the cursor is visible. */
export function drawLine(field: TextField, width: number, focused: boolean): Drawn {
  if (focused) {
    // Pasted or loaded newlines are kept, but must not break the row; the length is the same, so cursors stay valid.
    const shown = visiblePart({ ...field, value: field.value.replace(/\n/g, '␤') }, width);
    return { lines: [onField(shown.text, width, 'fieldFocus')], cursor: { x: shown.cursor, y: 0 } };
  }
  const isCut = textWidth(safeText(field.value)) > width;
  const text = isCut ? `${cut(field.value, width - 1)}…` : cut(field.value, width);
  return { lines: [onField(text, width, 'field')] };
}

/** The text with the background of a field up to this width. */
export function onField(text: string, width: number, on: 'field' | 'fieldFocus'): Line {
  return padLine([{ text }], width).map((span) => ({ ...span, on }));
}

function editInput(input: TextInput, key: KeyPress): TextInput | undefined {
  const field = editText(input.field, key);
  return field && { ...input, field };
}

/** A paste into a single line: the line end that was copied is removed, and other newlines become blanks. */
function oneLinePaste(text: string): string {
  return plainText(text)
    .replace(/\n+$/, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\t/g, ' ');
}

export const textModule: FieldModule<TextSpec | FileSpec, TextInput> = {
  start: (spec) => ({ field: textField(spec.initial ?? ''), revealed: true }),
  value: (_spec, input) => input.field.value,
  key: (_spec, input, key) => editInput(input, key),
  paste: (_spec, input, text) => ({ ...input, field: insertText(input.field, oneLinePaste(text)) }),
  render: (_spec, input, width, focused) => drawLine(input.field, width, focused),
  words: (_spec, value) => String(value ?? ''),
  keys: (spec) => (spec.kind === 'file' ? 'Tab completes, then next' : ''),
};

export const secretModule: FieldModule<SecretSpec, TextInput> = {
  start: () => ({ field: textField(), revealed: false }),
  value: (_spec, input) => input.field.value,
  key: (_spec, input, key) =>
    key.name === 'ctrl-r' ? { ...input, revealed: !input.revealed } : editInput(input, key),
  // A pasted secret is kept as it is, except for the line end that was copied with it.
  paste: (_spec, input, text) => ({
    ...input,
    field: insertText(input.field, text.replace(/[\r\n]+$/, '').replace(/[\r\n]+/g, '')),
  }),
  render: (_spec, input, width, focused) =>
    drawLine(input.revealed && focused ? input.field : maskedField(input.field), width, focused),
  words: () => '(changed)',
  keys: 'ctrl-r shows or hides',
};
