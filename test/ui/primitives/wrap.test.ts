import { expect, test } from 'vitest';
import { wrapText } from '../../../src/ui/primitives/wrap.ts';

const rowsOf = (text: string, width: number) => wrapText(text, width).map((row) => row[0]?.text);

test.each([
  ['words that fit exactly stay in one row', 'one two', 7, ['one two']],
  ['a word that does not fit begins the next row', 'one two', 6, ['one', 'two']],
  ['a word wider than the row fills its rows', 'abcdefgh', 3, ['abc', 'def', 'gh']],
  ['a long word begins in a row of its own', 'a bcdefg', 3, ['a', 'bcd', 'efg']],
  ['the end of a long word shares its row with what follows', 'abcd ef', 3, ['abc', 'd', 'ef']],
  ['a short end of a long word takes the next word in', 'abcd e', 3, ['abc', 'd e']],
  ['a wide character is not cut', '日本語', 3, ['日', '本', '語']],
  ['a width of 0 counts as one cell', 'ab', 0, ['a', 'b']],
  ['a line break of the text begins a row, and an empty line stays', 'a b\n\nc', 9, ['a b', '', 'c']],
])('%s', (_, text, width, rows) => {
  expect(rowsOf(text, width)).toEqual(rows);
});

test('every row keeps the tone of the text', () => {
  expect(wrapText('a b', 1, 'warn')).toEqual([[{ text: 'a', tone: 'warn' }], [{ text: 'b', tone: 'warn' }]]);
});
