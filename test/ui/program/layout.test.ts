import { expect, test } from 'vitest';
import { tooSmall } from '../../../src/ui/program/layout.ts';
import { screenArea } from '../../../src/ui/program/screen-frame.ts';

test.each([
  [40, 12, false],
  [39, 12, true],
  [40, 11, true],
  [300, 11, true],
  [39, 100, true],
])('a window of %i × %i cells is too small: %s', (columns, rows, small) => {
  expect(tooSmall({ columns, rows })).toBe(small);
});

test.each([
  [{ isReplay: true, hasMarks: false }, 24, 19],
  [{ isReplay: false, hasMarks: true }, 24, 20],
  [{ isReplay: false, hasMarks: true }, 30, 25],
  [{ isReplay: false, hasMarks: false }, 30, 26],
])('with %j in %i rows the time line leaves %i to the screen', (times, rows, height) => {
  const ui = { band: undefined, screen: 'overview', held: undefined } as const;
  expect(screenArea(ui, { columns: 80, rows }, times).height).toBe(height);
  // A screen of several clusters has no time line.
  expect(screenArea({ ...ui, screen: 'fleet' }, { columns: 80, rows }, times).height).toBe(rows - 4);
});
