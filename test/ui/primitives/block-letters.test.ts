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
