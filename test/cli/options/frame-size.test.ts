import { expect, test } from 'vitest';
import { parseFrameSize } from '../../../src/cli/options/frame-size.ts';
import { UsageError } from '../../../src/cli/options/options.ts';

test.each([
  ['40x12', {}, { columns: 40, rows: 12 }],
  ['500x200', {}, { columns: 500, rows: 200 }],
  // The prompt takes a row of the terminal.
  [undefined, { columns: 90, rows: 30 }, { columns: 90, rows: 29 }],
  [undefined, {}, { columns: 120, rows: 40 }],
])('--size %j on a terminal of %j gives %j', (size, terminal, frame) => {
  expect(parseFrameSize(size, terminal)).toEqual(frame);
});

test.each(['39x12', '40x11', '501x200', '500x201', '80', 'x24', '80x24x1'])('size %s is refused', (size) => {
  expect(() => parseFrameSize(size, {})).toThrow(UsageError);
});
