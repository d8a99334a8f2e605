import { plainText, safeText } from '../../base/safe-text.ts';
import type { Line, Span } from '../../base/text.ts';
import { fitLine, graphemes, textWidth } from '../../base/width.ts';
import { editText, insertText, textField } from '../primitives/text-field.ts';
import type { Drawn, FieldModule, LinesSpec, Mark, TextInput } from './field.ts';

/** Visible rows. The rest scrolls with the cursor; `$EDITOR` shows all. */
const VISIBLE_ROWS = 5;
const REST_ROWS = 3;

export const linesModule: FieldModule<LinesSpec, TextInput> = {
  start: (spec) => ({ field: textField(spec.initial ?? ''), revealed: true }),
  value: (_spec, input) => input.field.value,
  key(_spec, input, key) {
    if (key.name === 'alt-enter') return { ...input, field: insertText(input.field, '\n') };
    const field = editText(input.field, key);
    return field && { ...input, field };
  },
  paste: (_spec, input, text) => ({ ...input, field: insertText(input.field, plainText(text)) }),
  render: draw,
  words: (_spec, value) => String(value ?? ''),
  keys: 'ctrl-o $EDITOR, alt-enter new line',
};

function draw(spec: LinesSpec, { field }: TextInput, width: number, focused: boolean): Drawn {
  const on = focused ? 'fieldFocus' : 'field';
  const marks = spec.marks?.(field.value) ?? [];
  const { rows, cursor } = layOut(field.value, field.cursor, width - 1, marks);
  const height = Math.min(focused ? VISIBLE_ROWS : REST_ROWS, rows.length);
  const first = focused ? Math.max(0, Math.min(cursor.y - height + 1, rows.length - height)) : 0;
  const lines = rows.slice(first, first + height).map((row, index): Line => {
    const more = index === height - 1 && first + height < rows.length;
    const painted = fitLine(row, width - 1).map((part): Span => ({ ...part, on }));
    return [...painted, { text: more ? '↓' : ' ', tone: 'dim', on }];
  });
  return { lines, cursor: focused ? { x: cursor.x, y: cursor.y - first } : undefined };
}

/** The text wrapped at the width and at newlines, and the row and column of the cursor `at` (UTF-16 units). */
function layOut(text: string, at: number, width: number, marks: readonly Mark[]) {
  const rows: Span[][] = [[]];
  let used = 0;
  let index = 0;
  let cursor: { x: number; y: number } | undefined;
  for (const part of graphemes(text)) {
    const newline = part === '\n' || part === '\r\n';
    const shown = newline ? '' : safeText(part);
    const size = textWidth(shown);
    if (used + size > width) {
      rows.push([]);
      used = 0;
    }
    if (index >= at) cursor ??= { x: used, y: rows.length - 1 };
    const tone = marks.find(({ from, to }) => index >= from && index < to)?.tone;
    const row = rows.at(-1);
    const before = row?.at(-1);
    if (before && before.tone === tone) row?.splice(-1, 1, { ...before, text: before.text + shown });
    else row?.push(tone === undefined ? { text: shown } : { text: shown, tone });
    used += size;
    if (newline) {
      rows.push([]);
      used = 0;
    }
    index += part.length;
  }
  return { rows, cursor: cursor ?? { x: Math.min(used, width), y: rows.length - 1 } };
}
