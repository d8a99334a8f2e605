import { expect, test } from 'vitest';
import { byWord } from '../../../src/views/lists/column.ts';

test('two missing values are equal, and a missing one follows a known one', () => {
  expect([byWord('a', null), byWord(null, 'a'), byWord(null, undefined)]).toEqual([-1, 1, 0]);
});
