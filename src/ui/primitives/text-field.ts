import { cut, graphemes, textWidth } from '../../base/width.ts';
import type { KeyPress } from '../keys.ts';

/** A line of text that is edited. `cursor` counts UTF-16 units and is always between graphemes. */
export interface TextField {
  readonly value: string;
  readonly cursor: number;
}

export function textField(value = ''): TextField {
  return { value, cursor: value.length };
}

export function maskedField({ value, cursor }: TextField): TextField {
  const dots = (text: string) => '•'.repeat(graphemes(text).length);
  return { value: dots(value), cursor: dots(value.slice(0, cursor)).length };
}

/** The field after a key; undefined if the field does not use the key. Emacs keys as in readline. */
export function editText(field: TextField, key: KeyPress): TextField | undefined {
  const { value, cursor } = field;
  switch (key.name) {
    case 'left':
    case 'ctrl-b':
      return { value, cursor: before(value, cursor) };
    case 'right':
    case 'ctrl-f':
      return { value, cursor: after(value, cursor) };
    case 'home':
    case 'ctrl-a':
      return { value, cursor: 0 };
    case 'end':
    case 'ctrl-e':
      return { value, cursor: value.length };
    case 'alt-b':
    case 'ctrl-left':
    case 'alt-left':
      return { value, cursor: wordStart(value, cursor) };
    case 'alt-f':
    case 'ctrl-right':
    case 'alt-right':
      return { value, cursor: value.length - value.slice(cursor).replace(/^\s*\S*/u, '').length };
    case 'backspace':
    case 'ctrl-h':
      return removed(value, before(value, cursor), cursor);
    case 'delete':
    case 'ctrl-d':
      return removed(value, cursor, after(value, cursor));
    case 'ctrl-w':
    case 'alt-backspace':
      return removed(value, wordStart(value, cursor), cursor);
    case 'ctrl-u':
      return removed(value, 0, cursor);
    case 'ctrl-k':
      return removed(value, cursor, value.length);
    default:
      return key.text === '' ? undefined : insertText(field, key.text);
  }
}

/** No input needs more characters, and each key press has to go through all of them. */
const MAX_CHARACTERS = 16_384;

/** The field with `text` inserted at its cursor. Nothing is inserted if the field would get too long. */
export function insertText(field: TextField, text: string): TextField {
  const { value, cursor } = field;
  if (value.length + text.length > MAX_CHARACTERS) return field;
  return { value: value.slice(0, cursor) + text + value.slice(cursor), cursor: cursor + text.length };
}

function removed(value: string, from: number, to: number): TextField {
  return { value: value.slice(0, from) + value.slice(to), cursor: from };
}

function before(value: string, cursor: number): number {
  return cursor - (graphemes(value.slice(0, cursor)).at(-1)?.length ?? 0);
}

function after(value: string, cursor: number): number {
  return cursor + (graphemes(value.slice(cursor))[0]?.length ?? 0);
}

function wordStart(value: string, cursor: number): number {
  return Math.max(0, value.slice(0, cursor).search(/\S+\s*$/u));
}

/** The visible part of the field around its cursor, and the position of the cursor in it, in cells. */
export function visiblePart(field: TextField, width: number): { text: string; cursor: number } {
  const left = field.value.slice(0, field.cursor);
  let start = left.length;
  let room = width - 1;
  for (const part of graphemes(left).reverse()) {
    room -= textWidth(part);
    if (room < 0) break;
    start -= part.length;
  }
  const text = cut(field.value.slice(start), width);
  return { text, cursor: Math.min(width - 1, textWidth(left.slice(start))) };
}
