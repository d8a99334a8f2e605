import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Differ, moveTo } from '../../../src/ui/terminal/differ.ts';
import { Grid } from '../../../src/ui/terminal/grid.ts';
import { PLAIN_ID } from '../../../src/ui/theme/style.ts';
import { headless } from '../../support/headless.ts';

const WIDTH = 60;

test('every cursor move ends at its cell', async () => {
  const terminal = headless(40, 10);
  const place = fc.tuple(fc.nat(39), fc.nat(9));
  await fc.assert(
    fc.asyncProperty(place, place, fc.boolean(), async ([x, y], [toX, toY], columnKnown) => {
      await terminal.write(`\x1b[${y + 1};${x + 1}H${moveTo(columnKnown ? x : -1, y, toX, toY)}`);
      expect(terminal.cursor()).toEqual({ x: toX, y: toY });
    }),
  );
  terminal.dispose();
});

/** The bytes from one screen to the next, with the cursor known to be behind the last character that was written. */
function sent(before: readonly string[], after: readonly string[], width = WIDTH): string {
  const paint = (rows: readonly string[]) => {
    const grid = new Grid(width, rows.length);
    for (const [y, text] of rows.entries()) grid.text(y, 0, width, text, PLAIN_ID);
    return grid;
  };
  const differ = new Differ();
  const shown = new Grid(width, before.length);
  shown.forget();
  differ.update(shown, paint(before));
  differ.place(0, 0);
  return differ.update(shown, paint(after));
}

test('a row longer than the buffer arrives whole', () => {
  for (const length of [255, 256, 257, 600])
    expect(sent([''], ['x'.repeat(length)], 700)).toBe('x'.repeat(length));
  expect(sent([''], ['日'.repeat(300)], 700)).toBe('日'.repeat(300));
});

test('a character whose width differs between terminals is written over blanks, and the next one goes to its own cell', () => {
  expect(sent([''], ['❤️b'])).toBe('  \r❤️\x1b[3Gb ');
});
