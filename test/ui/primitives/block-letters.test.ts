import { expect, test } from 'vitest';
import { blockLetters } from '../../../src/ui/primitives/block-letters.ts';

test('letters are five rows of dots, two cells for each, with a gap of two cells', () => {
  expect(blockLetters('1:A', true)).toEqual([
    '  ##        ######',
    '####    ##  ##  ##',
    '  ##        ######',
    '  ##    ##  ##  ##',
    '######      ##  ##',
  ]);
  expect(blockLetters('1', false)[4]).toBe('██████');
});

test('a character without a block letter is left out, an accent too', () => {
  expect(blockLetters('1é:?東A', true)).toEqual(blockLetters('1e:A', true));
  expect(blockLetters('', true)).toEqual(['', '', '', '', '']);
});
