import { expect, test } from 'vitest';
import { bodyArea, tooSmall } from '../../../src/ui/program/layout.ts';

test.each([
  [40, 12, false],
  [39, 12, true],
  [40, 11, true],
  [300, 11, true],
  [39, 100, true],
])('a window of %i × %i cells is too small: %s', (columns, rows, small) => {
  expect(tooSmall({ columns, rows })).toBe(small);
});

test('the program takes three rows above the screen and one below it', () => {
  expect(bodyArea({ columns: 80, rows: 24 })).toEqual({ x: 0, y: 3, width: 80, height: 20 });
});
