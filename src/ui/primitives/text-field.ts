import type { KeyPress } from '../keys.ts';

/** A line of text being edited. `cursor` counts UTF-16 units and always stands between graphemes. */
export interface TextField {
  readonly value: string;
  readonly cursor: number;
}

/** A field with its cursor behind the text. */
export function textField(value = ''): TextField {
  return { value, cursor: value.length };
}

/** The field after a key, or undefined where the key is not the field's. Emacs keys as in readline. */
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
      return { value, cursor: wordEnd(value, cursor) };
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

/** Longer than anything that is meant for a field; each key has to look through all of it. */
const MOST = 16_384;

/** The field with `text` at its cursor; whole, or, where the field would grow beyond all measure, not at all. */
export function insertText(field: TextField, text: string): TextField {
  const { value, cursor } = field;
  if (value.length + text.length > MOST) return field;
  return { value: value.slice(0, cursor) + text + value.slice(cursor), cursor: cursor + text.length };
}

function removed(value: string, from: number, to: number): TextField {
  return { value: value.slice(0, from) + value.slice(to), cursor: from };
}

let segmenter: Intl.Segmenter | undefined;
function graphemes(text: string): Intl.SegmentData[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return [...segmenter.segment(text)];
}

function before(value: string, cursor: number): number {
  return graphemes(value.slice(0, cursor)).at(-1)?.index ?? 0;
}

function after(value: string, cursor: number): number {
  const first = graphemes(value.slice(cursor))[0];
  return first ? cursor + first.segment.length : cursor;
}

function wordStart(value: string, cursor: number): number {
  return Math.max(0, value.slice(0, cursor).search(/\S+\s*$/u));
}

function wordEnd(value: string, cursor: number): number {
  return cursor + (/^\s*\S*/u.exec(value.slice(cursor))?.[0].length ?? 0);
}
