import fc from 'fast-check';
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
import { headless } from '../../support/headless.ts';

/** On a background that takes many bytes to write again. */
const GROUND = RGB | 0x112233;
const style = (attributes = 0, fg = -1, bg = GROUND): Style => ({ attributes, fg, bg });

test('from any style to any other the terminal shows that style', async () => {
  const colour = fc.constantFrom(-1, 0, 7, 8, 15, 16, 255, RGB, RGB | 0x0a14ff);
  const attributes = fc
    .subarray([BOLD, DIM, UNDERLINE, INVERSE])
    .map((all) => all.reduce((sum, one) => sum | one, 0));
  const any = fc.record({ attributes, fg: colour, bg: colour });
  const terminal = headless(4, 1);
  await fc.assert(
    fc.asyncProperty(any, any, async (from, to) => {
      await terminal.write(`\x1b[H${sgr(UNKNOWN_STYLE, styleId(from))}a${sgr(styleId(from), styleId(to))}b`);
      const { fg, bg, ...cell } = terminal.cell(1, 0);
      const has = (attribute: number) => (to.attributes & attribute) !== 0;
      expect([fg, bg, cell.bold, cell.dim, cell.underline, cell.inverse]).toEqual([
        ...[to.fg, to.bg, has(BOLD), has(DIM), has(UNDERLINE), has(INVERSE)],
      ]);
    }),
    { numRuns: 500 },
  );
  terminal.dispose();
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
