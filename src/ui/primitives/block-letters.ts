/** Letters of five rows, three or five dots wide. Only the characters of the clock and the name are needed. */
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
  A: ['###', '# #', '###', '# #', '# #'],
  C: ['###', '#  ', '#  ', '#  ', '###'],
  H: ['# #', '# #', '###', '# #', '# #'],
  S: ['###', '#  ', '###', '  #', '###'],
  T: ['###', ' # ', ' # ', ' # ', ' # '],
  W: ['#   #', '#   #', '# # #', '## ##', '#   #'],
};

export const BLOCK_ROWS = 5;

/**
 * The text in letters of five rows. Each dot is two cells wide, because a cell is twice as high as wide. Characters
 * without a letter are left out.
 */
export function blockLetters(text: string, ascii: boolean): string[] {
  const letters = [...text].flatMap((letter) => {
    const rows = LETTERS[letter];
    return rows ? [rows] : [];
  });
  const dot = ascii ? '##' : '██';
  return Array.from({ length: BLOCK_ROWS }, (_, row) =>
    letters
      .map((rows) => [...(rows[row] ?? '')].map((each) => (each === ' ' ? '  ' : dot)).join(''))
      .join('  '),
  );
}
