import { expect, test } from 'vitest';
import { moveTo } from '../../../src/ui/terminal/differ.ts';

/** Cells from 0; −1 is unknown. */
test.each<[string, from: [number, number], to: [number, number], string]>([
  ['nowhere', [5, 5], [5, 5], ''],
  ['one cell forward', [5, 5], [6, 5], '\x1b[C'],
  ['some cells forward', [5, 5], [15, 5], '\x1b[10C'],
  ['from an unknown place to the first cell', [-1, -1], [0, 0], '\x1b[H'],
  ['from an unknown place to a row', [-1, -1], [0, 3], '\x1b[4H'],
  ['from an unknown place to a cell', [-1, -1], [2, 3], '\x1b[4;3H'],
  ['from an unknown place into the first row', [-1, -1], [2, 0], '\x1b[1;3H'],
  ['to the beginning of the row', [30, 5], [0, 5], '\r'],
  ['in the row from a column that is not known', [-1, 5], [1, 5], '\x1b[2G'],
  ['a few cells back', [9, 5], [6, 5], '\b\b\b'],
  ['back near the beginning of the row', [30, 5], [1, 5], '\x1b[2G'],
  ['back where the column number has more digits than the distance', [103, 5], [99, 5], '\x1b[4D'],
  ['a row down, to its beginning', [3, 5], [0, 6], '\r\n'],
  ['two rows down, to their beginning', [3, 5], [0, 7], '\r\n\n'],
  ['a row down, near its beginning', [3, 5], [1, 6], '\r\n\x1b[C'],
  ['three rows down, to their beginning', [3, 5], [0, 8], '\x1b[9H'],
  ['far down the screen, to the beginning of the row', [3, 99], [0, 102], '\x1b[3B\r'],
  ['straight down', [3, 5], [3, 6], '\x1b[B'],
  ['straight down by more', [3, 5], [3, 15], '\x1b[10B'],
  ['straight up', [3, 5], [3, 4], '\x1b[A'],
  ['up to the beginning of a row', [3, 5], [0, 4], '\x1b[5H'],
  ['up to the beginning of a row far down', [3, 55], [0, 54], '\x1b[A\r'],
  ['anywhere else', [3, 5], [30, 15], '\x1b[16;31H'],
])('finds the shortest cursor move %s', (_, [fromX, fromY], [x, y], sequence) => {
  expect(moveTo(fromX, fromY, x, y)).toBe(sequence);
});
