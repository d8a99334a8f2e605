import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Differ, moveTo } from '../../../src/ui/terminal/differ.ts';
import { Grid } from '../../../src/ui/terminal/grid.ts';
import { PLAIN_ID, sgr, styleId } from '../../../src/ui/theme/style.ts';
import { headless } from '../../support/headless.ts';

const WIDTH = 60;
const HEIGHT = 12;
const styles = [
  PLAIN_ID,
  styleId({ fg: 2, bg: -1, attributes: 0 }),
  styleId({ fg: 114, bg: -1, attributes: 1 }),
  styleId({ fg: -1, bg: 236, attributes: 0 }),
];

const edit = fc.record({
  x: fc.nat(WIDTH - 1),
  y: fc.nat(HEIGHT - 1),
  text: fc.string({ unit: fc.constantFrom('0', '1', '7', '█', '▂', ' ', '%'), minLength: 1, maxLength: 9 }),
  style: fc.constantFrom(...styles),
});

/**
 * The minimum of any writer that sends rows from left to right: every changed cell once in its style, and
 * between two changed cells the cheaper of a move and of writing the cells between, found by trying everything.
 */
function floor(before: Grid, after: Grid): number {
  let total = 0;
  let [x, y, style] = [-1, -1, PLAIN_ID];
  for (let at = 0; at < after.codes.length; at++) {
    if (after.codes[at] === before.codes[at] && after.styles[at] === before.styles[at]) continue;
    const [toX, toY] = [at % WIDTH, Math.floor(at / WIDTH)];
    const wanted = after.styles[at] ?? 0;
    let best = moveTo(x, y, toX, toY).length + sgr(style, wanted).length;
    if (y === toY && x >= 0) {
      let [cost, current] = [0, style];
      for (let gap = toY * WIDTH + x; gap < at; gap++) {
        cost += bytes(after, gap) + sgr(current, after.styles[gap] ?? 0).length;
        current = after.styles[gap] ?? 0;
      }
      best = Math.min(best, cost + sgr(current, wanted).length);
    }
    total += best + bytes(after, at);
    [x, y, style] = [toX + 1 < WIDTH ? toX + 1 : -1, toY, wanted];
  }
  return total;
}

function bytes(grid: Grid, at: number): number {
  return Buffer.byteLength(String.fromCodePoint(grid.codes[at] ?? 0));
}

test('small changes cost no more bytes than they need', () => {
  let [spent, least] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(edit, { maxLength: 60 }),
      fc.array(edit, { minLength: 1, maxLength: 12 }),
      (first, then) => {
        const before = new Grid(WIDTH, HEIGHT);
        for (const { x, y, text, style } of first) before.text(y, x, WIDTH, text, style);
        const after = new Grid(WIDTH, HEIGHT);
        after.blit(before, 0, 0);
        for (const { x, y, text, style } of then) after.text(y, x, WIDTH, text, style);
        const differ = new Differ();
        const shown = new Grid(WIDTH, HEIGHT);
        differ.update(shown, shown);
        // starts like the calculated minimum: style known, position not
        const blank = new Grid(WIDTH, HEIGHT);
        blank.forget();
        differ.update(blank, new Grid(WIDTH, HEIGHT));
        shown.blit(before, 0, 0);
        const need = floor(before, after);
        const sent = Buffer.byteLength(differ.update(shown, after));
        expect(sent).toBeLessThanOrEqual(need + 8); // one jump from where the last frame ended
        spent += sent;
        least += need;
      },
    ),
    { numRuns: 500, seed: 8 },
  );
  expect(spent / least).toBeLessThanOrEqual(1.02);
});

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
