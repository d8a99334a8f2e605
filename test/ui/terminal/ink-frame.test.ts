import { reduceAnsiCodes, tokenize } from '@alcalzone/ansi-tokenize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Grid } from '../../../src/ui/terminal/grid.ts';
import { applySgr, InkFrame } from '../../../src/ui/terminal/ink-frame.ts';
import { PLAIN, type Style, styleOf } from '../../../src/ui/theme/style.ts';

const code = fc.oneof(
  fc.constantFrom('0', '1', '2', '3', '4', '7', '9', '22', '23', '24', '27', '29', '39', '49'),
  fc.integer({ min: 30, max: 37 }).map(String),
  fc.integer({ min: 100, max: 107 }).map(String),
  fc.nat(255).map((value) => `38;5;${value}`),
  fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rgb) => `48;2;${rgb.join(';')}`),
);
const piece = fc.oneof(
  fc.array(code, { minLength: 1, maxLength: 3 }).map((codes) => `\x1b[${codes.join(';')}m`),
  fc.constantFrom('a', 'bc', '─', '日', ' '),
);

/** The styles of a row as Ink's own tokenizer understands it, one a cell. */
function styles(row: string): Style[] {
  const cells: Style[] = [];
  let open: ReturnType<typeof reduceAnsiCodes> = [];
  for (const token of tokenize(row)) {
    if (token.type === 'ansi') open = reduceAnsiCodes([...open, token]);
    if (token.type !== 'char') continue;
    let style = PLAIN;
    for (const { code: sequence } of open) style = applySgr(style, sequence.slice(2, -1));
    cells.push(style, ...(token.fullWidth ? [style] : []));
  }
  return cells;
}

test('a row has the styles that the tokenizer of Ink sees in it', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const grid = new Grid(30, 1);
      new InkFrame().paint(pieces.join(''), grid, 'truecolor', false);
      const expected = styles(pieces.join(''));
      for (const [x, style] of expected.entries()) expect(styleOf(grid.styles[x] ?? -1)).toEqual(style);
    }),
    { numRuns: 500 },
  );
});

test('a sequence that is none of ours becomes visible, and steers nothing', () => {
  const grid = new Grid(12, 1);
  new InkFrame().paint('a\x1b[2Jb\x1b]0;t\x07', grid, '256', false);
  expect(String.fromCodePoint(...grid.codes)).toBe('a␛[2Jb␛]0;t␇');
});
