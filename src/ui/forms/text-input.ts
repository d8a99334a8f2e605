import { plainText, safeText } from '../../base/safe-text.ts';
import type { Span } from '../../base/text.ts';
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
  const shown = focused
    ? visiblePart({ ...field, value: safeUnits(field.value) }, width)
    : { text: cut(field.value, width), cursor: 0 };
  const on = focused ? 'fieldFocus' : 'field';
  const spans: Span[] = [{ text: shown.text, on }];
  if (!focused && textWidth(safeText(field.value)) > width) {
    spans[0] = { text: `${cut(field.value, width - 1)}…`, on };
  }
  const line = padLine(spans, width).map((span) => ({ ...span, on }) as const);
  return { lines: [line], cursor: focused ? { x: shown.cursor, y: 0 } : undefined };
}

/**
 * Pasted or loaded newlines are kept, but must not break the row. The length is the same, so that cursors stay
 * valid.
 */
function safeUnits(text: string): string {
  return text.replace(/\n/g, '␤');
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
