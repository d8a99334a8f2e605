import { expect, test } from 'vitest';
import { tooSmall } from '../../../src/ui/program/layout.ts';

test.each([
  [40, 12, false],
  [39, 12, true],
  [40, 11, true],
  [300, 11, true],
  [39, 100, true],
])('a window of %i × %i cells is too small: %s', (columns, rows, small) => {
  expect(tooSmall({ columns, rows })).toBe(small);
});
