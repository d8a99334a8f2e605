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

const x = (count: number) => 'x'.repeat(count);
const blank = (count: number) => ' '.repeat(count);

test.each([
  ['nothing', [x(9)], [x(9)], ''],
  ['the first letter', ['abc'], ['Xbc'], 'X'],
  ['a letter further on', [x(9)], [`${x(8)}y`], '\x1b[8Cy'],
  ['letters with a short way between are written with it', ['abcdef'], ['XbXdef'], 'XbX'],
  ['letters with a long way between are jumped to', ['abcdefgh'], ['XbcdefgX'], 'X\x1b[6CX'],
  ['a letter of the next row', ['ab', 'cd'], ['ab', 'Xd'], '\r\nX'],
  ['four blanks in a row are written', [x(20)], [`${x(5)}${blank(4)}${x(11)}`], `\x1b[5C${blank(4)}`],
  ['five blanks in a row are erased', [x(20)], [`${x(5)}${blank(5)}${x(10)}`], '\x1b[5C\x1b[5X'],
  ['eight blanks before a letter are written', [x(20)], [`${blank(8)}y${x(11)}`], `${blank(8)}y`],
  ['nine blanks before a letter are erased', [x(20)], [`${blank(9)}y${x(10)}`], '\x1b[9X\x1b[9Cy'],
  ['many blanks in a row are erased', [x(40)], [`${x(2)}${blank(20)}${x(18)}`], `${x(2)}\x1b[20X`],
  ['three blanks at the end are written', [x(6)], [x(3)], `${x(3)}${blank(3)}`],
  ['four blanks at the end are erased with the row', [x(7)], [x(3)], `${x(3)}\x1b[K`],
  ['blanks in the middle, then a letter', [x(40)], [`${blank(20)}${x(19)}y`], '\x1b[20X\x1b[39Cy'],
])('uses the fewest bytes for %s', (_, before, after, bytes) => {
  expect(sent(before, after)).toBe(bytes);
});

test('a row longer than the buffer arrives whole', () => {
  for (const length of [255, 256, 257, 600]) expect(sent([''], [x(length)], 700)).toBe(x(length));
  expect(sent([''], ['日'.repeat(300)], 700)).toBe('日'.repeat(300));
});

test('a character whose width differs between terminals is written over blanks, and the next one goes to its own cell', () => {
  expect(sent([''], ['❤️b'])).toBe('  \r❤️\x1b[3Gb ');
});

test('after the last column the position of the cursor is unknown, so the next move names its column', () => {
  const differ = new Differ();
  const shown = new Grid(3, 2);
  const next = new Grid(3, 2);
  shown.forget();
  differ.update(shown, next);
  differ.place(0, 0);
  next.text(0, 0, 3, 'abc', PLAIN_ID);
  expect(differ.update(shown, next)).toBe('abc');
  next.text(0, 1, 3, 'X', PLAIN_ID);
  expect(differ.update(shown, next)).toBe('\raX');
});

test('the style is written where it changes, and a blank keeps the one before where that is invisible', () => {
  const differ = new Differ();
  const shown = new Grid(20, 1);
  const next = new Grid(20, 1);
  shown.forget();
  differ.update(shown, next);
  differ.place(0, 0);
  const [plain = 0, green = 0, bold = 0, ground = 0] = styles;
  for (const [at, text, style] of [
    [0, 'ab', green],
    [2, ' ', plain],
    [3, 'c', green],
    [4, 'd', bold],
    [5, 'e', plain],
    [6, ' f', ground],
  ] as const)
    next.text(0, at, 20, text, style);
  expect(differ.update(shown, next)).toBe('\x1b[32mab c\x1b[1;38;5;114md\x1b[me\x1b[48;5;236m f');
});

test('cursor and style are written again after another program wrote', () => {
  const differ = new Differ();
  const shown = new Grid(3, 1);
  const next = new Grid(3, 1);
  next.text(0, 0, 3, 'a', PLAIN_ID);
  differ.update(shown, next);
  differ.forget();
  next.text(0, 1, 3, 'b', PLAIN_ID);
  expect(differ.update(shown, next)).toBe('\x1b[H\x1b[mab');
});
