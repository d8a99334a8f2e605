import { expect, test } from 'vitest';
import {
  BOLD,
  blankId,
  DIM,
  INVERSE,
  PLAIN_ID,
  RGB,
  type Style,
  sgr,
  styleId,
  styleOf,
  UNDERLINE,
  UNKNOWN_STYLE,
} from '../../../src/ui/theme/style.ts';

/** On a background that takes many bytes to write again. */
const GROUND = RGB | 0x112233;
const style = (attributes = 0, fg = -1, bg = GROUND): Style => ({ attributes, fg, bg });
const change = (from: Style, to: Style) => sgr(styleId(from), styleId(to)).slice('\x1b['.length);

test.each<[string, Style, Style, string]>([
  ['nothing', style(BOLD), style(BOLD), ''],
  ['bold on', style(), style(BOLD), '1m'],
  ['dim on', style(), style(DIM), '2m'],
  ['underline on', style(), style(UNDERLINE), '4m'],
  ['reversed', style(), style(INVERSE), '7m'],
  ['bold off', style(BOLD), style(), '22m'],
  ['dim off', style(DIM), style(), '22m'],
  ['underline off', style(UNDERLINE), style(), '24m'],
  ['turned back', style(INVERSE), style(), '27m'],
  ['bold off also ends dim, which is written again', style(BOLD | DIM), style(DIM), '22;2m'],
  ['dim off also ends bold, which is written again', style(BOLD | DIM), style(BOLD), '22;1m'],
  ['both off', style(BOLD | DIM), style(), '22m'],
  ['one attribute for another', style(BOLD | UNDERLINE), style(UNDERLINE | INVERSE), '22;7m'],
  ['a colour of letters', style(), style(0, 3), '33m'],
  ['its end', style(0, 3), style(), '39m'],
  ['a background colour', style(0, 3, -1), style(0, 3, 2), '42m'],
  ['its end', style(0, RGB | 1, 2), style(0, RGB | 1, -1), '49m'],
  ['a reset, when it is shorter', style(BOLD | UNDERLINE, 3, 2), style(0, -1, -1), 'm'],
  ['a reset and a colour', style(BOLD | UNDERLINE | INVERSE, -1, -1), style(0, 3, -1), '0;33m'],
])('the sequence for %s', (_, from, to, sequence) => {
  expect(change(from, to)).toBe(sequence && `${sequence}`);
});

test.each([
  [7, '37m', '47m'],
  [8, '90m', '100m'],
  [15, '97m', '107m'],
  [16, '38;5;16m', '48;5;16m'],
  [255, '38;5;255m', '48;5;255m'],
  [RGB, '38;2;0;0;0m', '48;2;0;0;0m'],
  [RGB | 0x0a14ff, '38;2;10;20;255m', '48;2;10;20;255m'],
])('colour %d has codes for letters and for a background', (color, letters, ground) => {
  expect(change(style(), style(0, color))).toBe(letters);
  expect(change(style(BOLD, -1, -1), style(BOLD, -1, color))).toBe(ground);
});

test('every attribute is written when the earlier style is not known', () => {
  expect(sgr(UNKNOWN_STYLE, PLAIN_ID)).toBe('\x1b[m');
  expect(sgr(UNKNOWN_STYLE, styleId(style(BOLD, 3, -1)))).toBe('\x1b[0;1;33m');
});

test('each style has one id, and an unknown id means plain', () => {
  const id = styleId(style(BOLD, 77));
  expect(styleId(style(BOLD, 77))).toBe(id);
  expect(styleId(style(DIM, 77))).not.toBe(id);
  expect(styleOf(id)).toEqual(style(BOLD, 77));
  expect([styleOf(60_000), blankId(60_000)]).toEqual([styleOf(PLAIN_ID), PLAIN_ID]);
});

test('a blank shows only background, underline and reversal', () => {
  const seen = (one: Style) => styleOf(blankId(styleId(one)));
  expect(seen(style(BOLD | DIM, 3, -1))).toEqual(style(0, -1, -1));
  expect(seen(style(BOLD, 3))).toEqual(style(0, -1));
  expect(seen(style(BOLD | UNDERLINE, 3))).toEqual(style(UNDERLINE, 3));
  expect(seen(style(DIM | INVERSE, 3))).toEqual(style(INVERSE, 3));
});
