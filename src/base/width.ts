import stringWidth from 'string-width';
import { fastWidth } from './fast-width.ts';
import { isPlainText } from './plain.ts';
import { safeText } from './safe-text.ts';
import type { Line, Span } from './text.ts';

/** Widths in terminal cells, measured with the same `string-width` that Ink uses. */

const cache = new Map<string, number>();
const CACHE_ENTRIES = 4096;
const CACHED_CHARACTERS = 256;
let segmenter: Intl.Segmenter | undefined;

/** Width of the text in cells. Equal to `string-width` for every string, and fast for undisputed characters. */
export function textWidth(text: string): number {
  const settled = fastWidth(text);
  if (settled !== undefined) return settled;
  if (text.length > CACHED_CHARACTERS) return stringWidth(text);
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_ENTRIES) cache.clear();
  const width = stringWidth(text);
  cache.set(text, width);
  return width;
}

/** The graphemes of a text, in order. */
export function graphemes(text: string): string[] {
  if (fastWidth(text) !== undefined) return text.split('');
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** At most `width` cells from the start, without an ellipsis. A wide character that does not fit is left out. */
export function cut(text: string, width: number): string {
  return head(safeText(text), width);
}

/** Exactly `width` cells: cut with an ellipsis, or padded with spaces. */
export function fit(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const short = shorten(safeText(text), width, (safe, room) => `${head(safe, room)}…`);
  const blank = ' '.repeat(Math.max(0, width - textWidth(short)));
  return align === 'right' ? blank + short : short + blank;
}

/** Words that say nothing without the next one. */
const OPEN_END = /( (a|an|and|at|by|for|from|in|of|on|or|since|the|to|with|within))+$/;

/**
 * At most `width` cells, cut after a whole word that is not one like `of`; a single word that does not fit is cut within.
 */
export function cutWords(text: string, width: number): string {
  const short = fit(text, width).trimEnd();
  const blank = short.lastIndexOf(' ');
  if (!short.endsWith('…') || blank < 0) return short;
  const isWhole = /\s/.test(text.charAt(short.length - 1)) || short.endsWith(' …');
  const words = isWhole ? short.slice(0, -1).trimEnd() : short.slice(0, blank);
  const kept = [words.replace(OPEN_END, ''), words].find(({ length }) => length >= width / 3);
  if (kept === undefined || (isWhole && kept === words)) return short;
  return `${kept} …`;
}

/** At most `width` cells, with the middle left out: for ids that differ at both ends. */
export function cutMiddle(text: string, width: number): string {
  const middle = (safe: string, room: number) => {
    const start = Math.ceil(room / 2);
    return `${head(safe, start)}…${tail(safe, room - start)}`;
  };
  return shorten(safeText(text), width, middle);
}

/** Width of the row in cells. */
export function lineWidth(line: Line): number {
  let width = 0;
  // By index, because it runs nine thousand times a minute, and each step of an iterator may be an object.
  for (let index = 0; index < line.length; index++) width += textWidth(safeText(line[index]?.text ?? ''));
  return width;
}

/** The row in exactly `width` cells: cut with an ellipsis in the style of what is cut, or padded. */
export function fitLine(line: Line, width: number): Line {
  const free = width - lineWidth(line);
  if (free >= 0) return padded(line, free);
  const out: Span[] = [];
  let room = width;
  for (const [index, span] of line.entries()) {
    const text = safeText(span.text);
    const size = textWidth(text);
    const more = index < line.length - 1 && lineWidth(line.slice(index + 1)) > 0;
    if (size < room || (size === room && !more)) {
      out.push({ ...span, text });
      room -= size;
      continue;
    }
    out.push({ ...span, text: more && size === room ? fit(`${text}…`, room) : fit(text, room) });
    break;
  }
  return out;
}

/** The row with spaces behind it up to `width` cells; a longer one is returned as it is. */
export function padLine(line: Line, width: number): Line {
  return padded(line, width - lineWidth(line));
}

function padded(line: Line, blanks: number): Line {
  return blanks > 0 ? [...line, { text: ' '.repeat(blanks) }] : line;
}

/** The cells `from` to `from + width` of a row. Half a wide character becomes a space. */
export function sliceLine(line: Line, from: number, width: number): Line {
  const out: Span[] = [];
  const end = from + width;
  let at = 0;
  for (const span of line) {
    if (at >= end) break;
    const text = safeText(span.text);
    const size = textWidth(text);
    if (at + size > from) out.push({ ...span, text: slice(text, from - at, end - at) });
    at += size;
  }
  return out.filter((span) => span.text !== '');
}

/** If a text is too wide, `how` cuts it to the cells that remain beside the ellipsis. */
function shorten(safe: string, width: number, how: (safe: string, room: number) => string): string {
  if (width <= 0) return '';
  return textWidth(safe) <= width ? safe : how(safe, width - 1);
}

function head(safe: string, width: number): string {
  if (isPlainText(safe)) return safe.slice(0, width);
  let out = '';
  let room = width;
  for (const part of graphemes(safe)) {
    room -= textWidth(part);
    if (room < 0) break;
    out += part;
  }
  return out;
}

function tail(safe: string, width: number): string {
  if (width <= 0) return '';
  if (isPlainText(safe)) return safe.slice(-width);
  let out = '';
  let room = width;
  for (const part of graphemes(safe).reverse()) {
    room -= textWidth(part);
    if (room < 0) break;
    out = part + out;
  }
  return out;
}

function slice(safe: string, from: number, to: number): string {
  if (isPlainText(safe)) return safe.slice(Math.max(0, from), Math.max(0, to));
  let out = '';
  let at = 0;
  for (const part of graphemes(safe)) {
    const end = at + textWidth(part);
    if (at >= from && end <= to) out += part;
    else out += ' '.repeat(Math.max(0, Math.min(end, to) - Math.max(at, from)));
    at = end;
  }
  return out;
}
