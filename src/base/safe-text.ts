import { isPlainText } from './plain.ts';

/**
 * Text from a server is hostile. These functions make it safe: characters that control the terminal, are invisible,
 * or change the reading order are removed or become a visible sign.
 */

/** Longer than any row, so that a megabyte in a name costs no more than this. */
const MAX_CHARACTERS = 4096;
/** Most combining marks of one grapheme: enough for every living script, too few to cover other rows. */
const MARKS = /(\p{M}{4})\p{M}+/gu;
/** Characters that control, are invisible, change the order, or cannot be shown. */
export const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
// Code points that are reserved for future pictographs are not characters yet: they become `�`, which joins with
// nothing.
const JOINED_BEFORE = /(?!\p{C})\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?$/u;
const PICTOGRAPH = /^(?!\p{C})\p{Extended_Pictographic}/u;
const ZWJ = 0x200d;
const VS16 = 0xfe0f;
const REPLACEMENT = '\uFFFD';

const cache = new Map<string, string>();
const CACHE_ENTRIES = 2048;
const CACHED_CHARACTERS = 256;

/**
 * One line for the screen: control characters become pictures (`␛`), characters that change the order or cannot be
 * shown become `�`, invisible ones are removed. Returns the same string if there is nothing to do. @param limit
 * most code units; the rest is cut before anything else
 */
export function safeText(text: string, limit = MAX_CHARACTERS): string {
  if (text.length > limit) return safeText(cutUnits(text, limit), limit);
  if (isPlainText(text)) return text;
  if (text.length > CACHED_CHARACTERS) return clean(text);
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_ENTRIES) cache.clear();
  const safe = clean(text);
  cache.set(text, safe);
  return safe;
}

/** Like `safeText`, with every run of white space (also newlines) as one space: for messages of several lines. */
export function oneLine(text: string, limit = MAX_CHARACTERS): string {
  return safeText((text.length > limit ? cutUnits(text, limit) : text).replace(/\s+/g, ' ').trim(), limit);
}

/**
 * For the clipboard and for files: newlines and tabs are kept; characters that control, are invisible or change the
 * order are removed.
 */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t\p{Co}\p{Cs}]|\u200D)\p{C}|[\p{Zl}\p{Zp}]/gu, '')
    .replace(/(?!\uFE0F)\p{Default_Ignorable_Code_Point}/gu, keepJoiner)
    .replace(/\p{Cs}/gu, REPLACEMENT);
}

/** The same as one line, for pasting: a shell would run the text before a newline. */
export function plainLine(text: string): string {
  return plainText(text).replace(/[\n\t]+/g, ' ');
}

/**
 * A server's text, limited in size: at most `limit` code units, and at most the allowed combining marks. It is not
 * safe yet. Returns the same string if there is nothing to do.
 */
export function boundedText(text: string, limit: number): string {
  const short = text.length > limit ? cutUnits(text, limit) : text;
  return isPlainText(short) ? short : short.replace(MARKS, '$1');
}

/** Cuts by code units, never through a surrogate pair. */
function cutUnits(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

function clean(text: string): string {
  return text.replace(UNSAFE, visible).replace(MARKS, '$1');
}

function visible(char: string, at: number, whole: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code === 0x09) return ' ';
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  if (code === ZWJ) return keepJoiner(char, at, whole);
  if (code === VS16) return emojiBefore(at, whole) ? char : '';
  return isIgnorable(code) ? '' : REPLACEMENT;
}

/** A joiner is kept only between two pictographs. */
function keepJoiner(char: string, at: number, whole: string): string {
  if (char !== '\u200D') return '';
  return emojiBefore(at, whole) && PICTOGRAPH.test(whole.slice(at + 1, at + 3)) ? char : '';
}

function emojiBefore(at: number, whole: string): boolean {
  return JOINED_BEFORE.test(whole.slice(Math.max(0, at - 4), at));
}

/** Zero-width characters that can be removed without effect. Bidi controls and fillers are shown instead. */
function isIgnorable(code: number): boolean {
  if (code === 0x200e || code === 0x200f || code === 0x061c) return false; // marks of direction
  if (code >= 0x202a && code <= 0x202e) return false; // embeddings, overrides
  if (code >= 0x2066 && code <= 0x2069) return false; // isolates
  if (code === 0x115f || code === 0x1160 || code === 0x3164 || code === 0xffa0) return false; // Hangul fillers
  return /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(code));
}
