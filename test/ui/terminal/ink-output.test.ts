import { expect, test } from 'vitest';
import { switchedModes } from '../../../src/ui/terminal/ink-output.ts';

const off = { paste: false, kitty: '' };
const on = { paste: true, kitty: '1' };

test.each([
  ['\x1b[?2004h', off, { paste: true, kitty: '' }],
  ['\x1b[?2004l', on, { paste: false, kitty: '1' }],
  ['\x1b[>5u', off, { paste: false, kitty: '5' }],
  ['\x1b[<u', on, { paste: true, kitty: '' }],
  ['\x1b[?u', on, on],
  ['\x1b[?2004h\x1b[>1u', off, on],
  ['\x1b[<u\x1b[?2004l', on, off],
])('%j counts as a switch of modes', (data, before, after) => {
  expect(switchedModes(data, before)).toEqual(after);
});

test.each(['', '\x1b[?25h', '\x1b[2K\x1b[?2004h', 'words', '\x1b[?2004h words'])(
  '%j does not count as a switch of modes',
  (data) => {
    expect(switchedModes(data, on)).toBeUndefined();
  },
);
