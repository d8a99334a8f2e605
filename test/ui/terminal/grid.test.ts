import { expect, test } from 'vitest';
import { CONTINUED, cellText } from '../../../src/ui/terminal/cells.ts';
import { Grid } from '../../../src/ui/terminal/grid.ts';
import { resolveTheme } from '../../../src/ui/theme/resolve.ts';

const STYLE = 1;

/** The rows of a grid; `<` is covered by the wide character on its left. */
function rowsOf(grid: Grid): string[] {
  return Array.from({ length: grid.height }, (_, y) =>
    [...grid.codes.subarray(y * grid.width, (y + 1) * grid.width)]
      .map((code) => (code === CONTINUED ? '<' : cellText(code)))
      .join(''),
  );
}

function grid(width: number, ...rows: string[]): Grid {
  const made = new Grid(width, rows.length);
  for (const [y, text] of rows.entries()) made.text(y, 0, width, text, STYLE);
  return made;
}

const over = (ground: string, text: string, width: number, x: number) => {
  const below = grid(8, ground);
  below.blit(grid(width, text), x, 0);
  return rowsOf(below)[0];
};

test.each([
  ['letters', 'ab', 2, 3, '...ab...'],
  ['letters over the left edge', 'abc', 3, -1, 'bc......'],
  ['letters over the right edge', 'abc', 3, 7, '.......a'],
  ['nothing left of the edge', 'abc', 3, -3, '........'],
  ['nothing right of the edge', 'abc', 3, 8, '........'],
  ['a wide character cut at the left edge', '日b', 3, -1, ' b......'],
  ['a wide character cut at the right edge', 'a日', 3, 6, '......a '],
  ['a wide character that fits exactly', 'a日', 3, 5, '.....a日<'],
])('over a background there can be %s', (_, text, width, x, row) => {
  expect(over('........', text, width, x)).toBe(row);
});

test('overwriting half of a wide character removes its other half', () => {
  expect(over('日日日日', 'ab', 2, 3)).toBe('日< ab 日<');
  expect(over('日日日日', 'abcd', 4, 2)).toBe('日<abcd日<');
  expect(over('日日日日', 'a', 1, 0)).toBe('a 日<日<日<');
  expect(over('日日日日', 'a', 1, 7)).toBe('日<日<日< a');
});

test('text is cut at its end column, and returns where it ended', () => {
  const row = grid(8, '........');
  expect(row.text(0, 1, 4, 'abcdef', STYLE)).toBe(4);
  expect(row.text(0, 5, 8, 'x', STYLE)).toBe(6);
  expect(row.text(0, 6, 8, '', STYLE)).toBe(6);
  expect(rowsOf(row)).toEqual(['.abc.x..']);
});

test('half of a wide character becomes a blank, and the text after it does not move', () => {
  const row = grid(8, '........');
  expect(row.text(0, 0, 4, 'a日日b', STYLE)).toBe(4);
  expect(rowsOf(row)).toEqual(['a日< ....']);
  expect(row.text(0, 0, 3, 'a日b', STYLE)).toBe(3);
  expect(rowsOf(row)).toEqual(['a日< ....']);
  expect([...row.styles]).toEqual(Array.from({ length: 8 }, () => STYLE));
});

test('a line fills its row with blanks without style', () => {
  const theme = resolveTheme('dark', '256');
  const row = grid(6, '......', '......');
  row.line(1, [{ text: 'ab', tone: 'crit' }, { text: 'c' }], theme);
  expect(rowsOf(row)).toEqual(['......', 'abc   ']);
  const [crit, plain] = [theme.id('crit', undefined), theme.id(undefined, undefined)];
  expect([...row.styles.subarray(6)]).toEqual([crit, crit, plain, 0, 0, 0]);
  row.line(0, [{ text: 'abcdef' }, { text: 'ghi', tone: 'crit' }], theme);
  expect([...row.styles.subarray(0, 6)]).not.toContain(crit);
  row.line(1, [{ text: '─' }], theme, 'ascii');
  expect(rowsOf(row)).toEqual(['abcdef', '-     ']);
});
