import { plainText, safeText } from '../../base/safe-text.ts';
import type { Line } from '../../base/text.ts';
import { fit, graphemes, textWidth } from '../../base/width.ts';
import { editText, insertText, textField } from '../primitives/text-field.ts';
import type { Drawn, FieldModule, LinesSpec, TextInput } from './field.ts';

/** Rows in sight; the rest scrolls with the cursor, and `$EDITOR` shows all. */
const ROWS = 5;
const REST_ROWS = 3;

/** Text over several rows. */
export const linesModule: FieldModule<LinesSpec, TextInput> = {
  start: (spec) => ({ field: textField(spec.initial ?? ''), revealed: true }),
  value: (_spec, input) => input.field.value,
  key(_spec, input, key) {
    if (key.name === 'alt-enter') return { ...input, field: insertText(input.field, '\n') };
    const field = editText(input.field, key);
    return field && { ...input, field };
  },
  paste: (_spec, input, text) => ({ ...input, field: insertText(input.field, plainText(text)) }),
  render: (_spec, input, width, focused) => draw(input, width, focused),
  words: (_spec, value) => String(value ?? ''),
  keys: 'ctrl-o in $EDITOR, alt-enter new line',
};

function draw({ field }: TextInput, width: number, focused: boolean): Drawn {
  const on = focused ? 'fieldFocus' : 'field';
  const { rows, cursor } = layOut(field.value, field.cursor, width - 1);
  const height = Math.min(focused ? ROWS : REST_ROWS, rows.length);
  const first = focused ? Math.max(0, Math.min(cursor.y - height + 1, rows.length - height)) : 0;
  const lines = rows.slice(first, first + height).map((row, index): Line => {
    const more = index === height - 1 && first + height < rows.length;
    return [
      { text: fit(row, width - 1), on },
      { text: more ? '↓' : ' ', tone: 'dim', on },
    ];
  });
  return { lines, cursor: focused ? { x: cursor.x, y: cursor.y - first } : undefined };
}

/** Text broken at the width and at its newlines, and where the cursor (in UTF-16 units) stands then. */
function layOut(
  text: string,
  at: number,
  width: number,
): { rows: string[]; cursor: { x: number; y: number } } {
  const rows: string[] = [''];
  let used = 0;
  let index = 0;
  let cursor = { x: 0, y: 0 };
  for (const part of graphemes(text)) {
    const shown = part === '\n' || part === '\r\n' ? '' : safeText(part);
    const size = textWidth(shown);
    if (used + size > width) {
      rows.push('');
      used = 0;
    }
    if (index === at) cursor = { x: used, y: rows.length - 1 };
    if (shown === '' && part.includes('\n')) {
      rows.push('');
      used = 0;
    } else {
      rows[rows.length - 1] += shown;
      used += size;
    }
    index += part.length;
  }
  if (index <= at) cursor = { x: Math.min(used, width), y: rows.length - 1 };
  return { rows, cursor };
}
