import { isPlainText } from '../../base/plain.ts';
import type { Ground, Span, Tone } from '../../base/text.ts';
import { graphemes, textWidth } from '../../base/width.ts';

/** A part of a text, [from, to) in UTF-16 units. */
export type Part = readonly [from: number, to: number];

/**
 * Parts of a safe text, at most `width` cells each. Breaks after a blank if there is one in the second half of the
 * row. Only blanks at a break are left out.
 */
export function wrap(text: string, width: number): Part[] {
  const room = Math.max(1, width);
  if (isPlainText(text) && text.length <= room) return [[0, text.length]];
  const parts: Part[] = [];
  let start = 0;
  let at = 0;
  let used = 0;
  let blank = 0;
  for (const cluster of graphemes(text)) {
    const cells = textWidth(cluster);
    if (used + cells > room && at > start && cluster === ' ') {
      // A blank at the end of a full row needs no cell, and must not start the next row.
      parts.push([start, at]);
      start = at + 1;
      used = -1;
    } else if (used + cells > room && at > start) {
      const end = blank > start + (at - start) / 2 ? blank : at;
      parts.push([start, end]);
      used = textWidth(text.slice(end, at));
      start = end;
    }
    at += cluster.length;
    used += cells;
    if (cluster === ' ') blank = at;
  }
  parts.push([start, text.length]);
  return parts;
}

/** Share of a row for the end of a text that is too long, and the least room in which the end is shown. */
const END_SHARE = 0.4;
const LEAST_ROOM = 24;

/**
 * The parts of a safe text that are shown in `width` cells: of a text that is too long, the beginning, or, if its end has
 * a figure that decides, such as `5.0.1 (before: 4.8.3)`, the beginning and the end. The middle may be a `no`, so words
 * alone are not joined like this.
 */
export function endKept(text: string, width: number): readonly Part[] {
  const whole: Part = [0, text.length];
  if (!isPlainText(text) || text.length <= width || width < LEAST_ROOM) return [whole];
  const least = text.length - Math.floor(width * END_SHARE);
  const from = text.indexOf(' ', least);
  if (from < 0 || !/\d/.test(text.slice(from))) return [whole];
  return [
    [0, width - 1 - (text.length - from)],
    [from, text.length],
  ];
}

/** A part of a text as spans; ranges within it get another background. */
export function markedSpans(
  text: string,
  part: Part,
  ranges: readonly Part[],
  { tone, on }: { readonly tone: Tone; readonly on: Ground },
): Span[] {
  const spans: Span[] = [];
  const [start, end] = part;
  let at = start;
  for (const [from, to] of ranges) {
    const left = Math.max(at, from);
    const right = Math.min(end, to);
    if (right <= left) continue;
    if (left > at) spans.push({ text: text.slice(at, left), tone });
    spans.push({ text: text.slice(left, right), tone, on });
    at = right;
  }
  if (at < end) spans.push({ text: text.slice(at, end), tone });
  return spans;
}
