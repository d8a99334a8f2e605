import { isPlain } from './plain.ts';

/**
 * Wide characters whose width no terminal disputes, and which never join with a neighbour of the same kind: kana,
 * CJK, Hangul syllables, fullwidth forms.
 */
export function isUndisputedWide(code: number): boolean {
  if (code < 0x3000) return false;
  return (
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a0 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xff01 && code <= 0xff60) ||
    (code >= 0x3001 && code <= 0x3029) ||
    (code >= 0x20000 && code <= 0x2a6d6)
  );
}

/**
 * ✔ and ✖: of one cell if no variation selector follows. Terminals disagree about some of them, `string-width` does not.
 */
const isSign = (unit: number) => unit === 0x2714 || unit === 0x2716;

/**
 * Letters and borders, which are most of what is drawn; a regular expression is faster than a loop that is not
 * compiled yet.
 */
const SIMPLE = /^[ -~\u2500-\u25fc]*$/;

/**
 * The width of a text if each of its code units has a known width by itself: plain characters, undisputed wide
 * ones, or our own signs. Undefined for any other text, which needs `string-width`: its emoji expression and
 * `Intl.Segmenter` cost 20 ms when they are first used, most of a start.
 */
export function fastWidth(text: string): number | undefined {
  if (SIMPLE.test(text)) return text.length;
  let width = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isPlain(unit) || isSign(unit)) width++;
    else if (isUndisputedWide(unit)) width += 2;
    else return undefined;
  }
  return width;
}
