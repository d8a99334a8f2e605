/** Letters of five rows, by their dots. Lower case and accents are those of capital letters. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  '0': ['###', '# #', '# #', '# #', '###'],
  '1': [' # ', '## ', ' # ', ' # ', '###'],
  '2': ['###', '  #', '###', '#  ', '###'],
  '3': ['###', '  #', '###', '  #', '###'],
  '4': ['# #', '# #', '###', '  #', '  #'],
  '5': ['###', '#  ', '###', '  #', '###'],
  '6': ['###', '#  ', '###', '# #', '###'],
  '7': ['###', '  #', '  #', '  #', '  #'],
  '8': ['###', '# #', '###', '# #', '###'],
  '9': ['###', '# #', '###', '  #', '###'],
  ':': [' ', '#', ' ', '#', ' '],
  '.': [' ', ' ', ' ', ' ', '#'],
  '-': ['  ', '  ', '##', '  ', '  '],
  _: ['   ', '   ', '   ', '   ', '###'],
  '/': ['  #', '  #', ' # ', '#  ', '#  '],
  '(': [' #', '# ', '# ', '# ', ' #'],
  ')': ['# ', ' #', ' #', ' #', '# '],
  '%': ['# #', '  #', ' # ', '#  ', '# #'],
  ' ': ['  ', '  ', '  ', '  ', '  '],
  A: ['###', '# #', '###', '# #', '# #'],
  B: ['## ', '# #', '## ', '# #', '## '],
  C: ['###', '#  ', '#  ', '#  ', '###'],
  D: ['## ', '# #', '# #', '# #', '## '],
  E: ['###', '#  ', '###', '#  ', '###'],
  F: ['###', '#  ', '###', '#  ', '#  '],
  G: ['####', '#   ', '# ##', '#  #', '####'],
  H: ['# #', '# #', '###', '# #', '# #'],
  I: ['###', ' # ', ' # ', ' # ', '###'],
  J: ['  #', '  #', '  #', '# #', '###'],
  K: ['# #', '# #', '## ', '# #', '# #'],
  L: ['#  ', '#  ', '#  ', '#  ', '###'],
  M: ['#   #', '## ##', '# # #', '#   #', '#   #'],
  N: ['#  #', '## #', '# ##', '#  #', '#  #'],
  O: ['####', '#  #', '#  #', '#  #', '####'],
  P: ['###', '# #', '###', '#  ', '#  '],
  Q: ['####', '#  #', '#  #', '####', '   #'],
  R: ['###', '# #', '## ', '# #', '# #'],
  S: ['###', '#  ', '###', '  #', '###'],
  T: ['###', ' # ', ' # ', ' # ', ' # '],
  U: ['# #', '# #', '# #', '# #', '###'],
  V: ['# #', '# #', '# #', '# #', ' # '],
  W: ['#   #', '#   #', '# # #', '## ##', '#   #'],
  X: ['# #', '# #', ' # ', '# #', '# #'],
  Y: ['# #', '# #', '###', ' # ', ' # '],
  Z: ['###', '  #', ' # ', '#  ', '###'],
};

export const BLOCK_ROWS = 5;

/**
 * The text in letters of five rows. Each dot is two cells wide, because a cell is twice as high as wide; with `isNarrow`
 * it is one. Characters without a letter are left out.
 */
export function blockLetters(text: string, ascii: boolean, isNarrow = false): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  const letters = [...plain].flatMap((letter) => {
    const rows = LETTERS[letter];
    return rows ? [rows] : [];
  });
  const [dot, blank] = [ascii ? '##' : '██', '  '].map((cells) => (isNarrow ? cells.slice(1) : cells));
  return Array.from({ length: BLOCK_ROWS }, (_, row) =>
    letters
      .map((rows) => [...(rows[row] ?? '')].map((each) => (each === ' ' ? blank : dot)).join(''))
      .join(blank),
  );
}

/** The text in the widest letters in which it has at most `width` cells; undefined if it does not fit in any. */
export function fittingLetters(text: string, ascii: boolean, width: number): string[] | undefined {
  return [false, true]
    .map((isNarrow) => blockLetters(text, ascii, isNarrow))
    .find(([row = '']) => row !== '' && row.length <= width);
}
