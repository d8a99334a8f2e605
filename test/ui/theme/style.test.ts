import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BOLD,
  DIM,
  INVERSE,
  RGB,
  sgr,
  styleId,
  UNDERLINE,
  UNKNOWN_STYLE,
} from '../../../src/ui/theme/style.ts';
import { headless } from '../../support/headless.ts';

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
      const has = (attribute: number) => (to.attributes & attribute) !== 0;
      const attributes = { bold: has(BOLD), dim: has(DIM), underline: has(UNDERLINE), inverse: has(INVERSE) };
      expect(terminal.cell(1, 0)).toMatchObject({ fg: to.fg, bg: to.bg, ...attributes });
    }),
    { numRuns: 500 },
  );
  terminal.dispose();
});
