import { expect, test } from 'vitest';
import { themeNamed } from '../../../src/ui/theme/themes.ts';
import { type PictureCell, toSvg } from './svg.ts';
import { textCells } from './text-cells.ts';

const theme = themeNamed('dark');
const letters = theme.tones.plain.fg?.hex;

/** The elements of a picture behind its frame: shapes, then letters. Cells are 10 × 20. */
function drawn(frame: string): string[] {
  const rows = frame.split('\n').length;
  const svg = toSvg(textCells(frame, { columns: 20, rows }), { columns: 20, rows }, theme, 'x');
  return svg.split('\n').slice(4, -2);
}

const path = (frame: string) => drawn(frame).map((line) => / d="([^"]*)"/.exec(line)?.[1]);
const kinds = (frame: string) =>
  drawn(frame).map((line) => /^<path (?:class="(.)" )?/.exec(line)?.[1] ?? 'f');

test('a picture is as large as its cells and a margin, on the background of the theme', () => {
  const svg = toSvg(textCells('', { columns: 20, rows: 3 }), { columns: 20, rows: 3 }, theme, 'x');
  expect(svg).toContain('viewBox="-10 -10 220 80" width="220" height="80"');
  expect(svg).toContain(
    `<rect x="-10" y="-10" width="220" height="80" rx="8" fill="${theme.background}"/>\n</svg>\n`,
  );
});

test.each([
  ['─', 'M0 10h10'],
  ['│', 'M5 0v20'],
  ['┌', 'M5 10h5M5 10v10'],
  ['┘', 'M0 10h5M5 0v10'],
  ['┼', 'M0 10h10M5 0v20'],
  ['╴', 'M0 10h5'],
  ['╶', 'M5 10h5'],
  ['───', 'M0 10h30'],
  ['┌─┐', 'M5 10h20M5 10v10M25 10v10'],
  ['│\n│', 'M5 0v40'],
  ['│ │', 'M5 0v20M25 0v20'],
])('frame characters are drawn as lines without gaps: %j', (frame, d) => {
  expect(kinds(frame)).toEqual(['l']);
  expect(path(frame)).toEqual([d]);
});

test.each([
  ['█', 'M0 0h10v20h-10z'],
  ['▄', 'M0 10h10v10h-10z'],
  ['▁', 'M0 17.5h10v2.5h-10z'],
  ['▌', 'M0 0h5v20h-5z'],
  ['▏', 'M0 0h1.25v20h-1.25z'],
  ['▉', 'M0 0h8.75v20h-8.75z'],
  ['━━', 'M0 8h20v4h-20z'],
  ['━╸', 'M0 8h15v4h-15z'],
  ['⠁', 'M1 1h3v3h-3z'],
  ['⣀', 'M1 16h3v3h-3zM6 16h3v3h-3z'],
  ['⢸', 'M6 1h3v3h-3zM6 6h3v3h-3zM6 11h3v3h-3zM6 16h3v3h-3z'],
  ['▲', 'M5 5l5 10h-10z'],
  [' ●', 'M11 10a4 4 0 1 0 8 0a4 4 0 1 0-8 0z'],
])('blocks, dots and filled marks are drawn as areas: %j', (frame, d) => {
  expect(kinds(frame)).toEqual(['f']);
  expect(path(frame)).toEqual([d]);
});

test('touching areas are merged; those of other rows, heights or places are not', () => {
  expect(path('██')).toEqual(['M0 0h20v20h-20z']);
  expect(path('█ █')).toEqual(['M0 0h10v20h-10zM20 0h10v20h-10z']);
  expect(path('█▄')).toEqual(['M0 0h10v20h-10zM10 10h10v10h-10z']);
  expect(path('█\n█')).toEqual(['M0 0h10v20h-10zM0 20h10v20h-10z']);
});

test('marks that differ between fonts are drawn: thin, thick or filled', () => {
  expect(kinds('✓')).toEqual(['l']);
  expect(kinds('✔')).toEqual(['t']);
  expect(kinds('─✖▲')).toEqual(['f', 'l', 't']);
  expect(path('\n ✖')).toEqual(['M11 26l8 8m0-8l-8 8']);
});

test('letters stay in their cells: a run states its length, and a blank ends it', () => {
  expect(drawn('\nab c')).toEqual([
    '<text class="c0" x="0" y="35" textLength="20">ab</text><text class="c0" x="30" y="35">c</text>',
  ]);
});

test('a character that a font may lack is a run of its own', () => {
  expect(drawn('a東bЖc')).toEqual([
    [
      '<text class="c0" x="0" y="15">a</text>',
      '<text class="c0" x="10" y="15" textLength="20">東</text>',
      '<text class="c0" x="30" y="15">b</text>',
      '<text class="c0" x="40" y="15">Ж</text>',
      '<text class="c0" x="50" y="15">c</text>',
    ].join(''),
  ]);
});

test('a blank braille cell draws nothing and is not a letter of another font', () => {
  expect(drawn('⠀')).toEqual(['<text class="c0" x="0" y="15">⠀</text>']);
});

test('each style is one class, whatever rows it is in', () => {
  const frame = '\u001b[1ma\u001b[22;3mb\u001b[0mc\n\u001b[1md';
  const rows = drawn(frame);
  expect(rows.map((row) => [...row.matchAll(/class="(c\d)"/g)].map((match) => match[1]))).toEqual([
    ['c0', 'c1', 'c2'],
    ['c0'],
  ]);
  const svg = toSvg(textCells(frame, { columns: 20, rows: 2 }), { columns: 20, rows: 2 }, theme, 'x');
  expect(svg).toContain(
    `.c0{fill:${letters};font-weight:700}.c1{fill:${letters};font-style:italic}.c2{fill:${letters}}</style>`,
  );
});

test('a background is painted behind its cells, once for touching cells, and never where it is that of the theme', () => {
  expect(drawn('\u001b[48;2;255;0;0ma東 \u001b[49mb')[0]).toBe('<path fill="#ff0000" d="M0 0h40v20h-40z"/>');
  expect(drawn('a').some((line) => line.startsWith('<path'))).toBe(false);
});

test('an underline is at the bottom of its cells, also below blanks', () => {
  expect(path('\n\u001b[4ma ')[0]).toBe('M0 37h20v1h-20z');
});

test('reversed letters have the colour of the background, and the background that of the letters', () => {
  const [ground, text] = drawn('\u001b[31;7ma');
  expect(ground).toBe('<path fill="#cd0000" d="M0 0h10v20h-10z"/>');
  expect(text).toContain('class="c0"');
  const size = { columns: 1, rows: 1 };
  expect(toSvg(textCells('\u001b[31;7ma', size), size, theme, 'x')).toContain(
    `.c0{fill:${theme.background}}`,
  );
});

test.each([
  [0, '#000000'],
  [7, '#e5e5e5'],
  [9, '#ff0000'],
  [15, '#ffffff'],
  [0x1000000, '#000000'],
  [0x10000ff, '#0000ff'],
])('colour %d is %s', (fg, hex) => {
  const cell: PictureCell = {
    ...{ chars: 'a', width: 1, bg: -1, bold: false, italic: false, underline: false, inverse: false },
    fg,
  };
  expect(toSvg({ cell: () => cell }, { columns: 1, rows: 1 }, theme, 'x')).toContain(`.c0{fill:${hex}}`);
});

test('an unknown colour is refused', () => {
  const cell: PictureCell = {
    ...{ chars: 'a', width: 1, bg: -1, bold: false, italic: false, underline: false, inverse: false },
    fg: 16,
  };
  expect(() => toSvg({ cell: () => cell }, { columns: 1, rows: 1 }, theme, 'x')).toThrow('Colour 16');
});

test('a picture shows no cells beyond its size, and blanks where the frame has none', () => {
  const cells = textCells('abcdef\nx', { columns: 3, rows: 1 });
  expect(cells.cell(3, 0).chars).toBe('');
  expect(cells.cell(0, 1).chars).toBe('');
});

test.each([
  [30, { fg: 0 }],
  [37, { fg: 7 }],
  [90, { fg: 8 }],
  [97, { fg: 15 }],
  [40, { bg: 0 }],
  [47, { bg: 7 }],
  [100, { bg: 8 }],
  [107, { bg: 15 }],
  [38, {}],
  [29, {}],
  [98, {}],
])('the colour %d of a printed frame is %j', (code, look) => {
  const { fg, bg } = textCells(`\u001b[${code}ma`, { columns: 1, rows: 1 }).cell(0, 0);
  if (code !== 38) expect({ fg, bg }).toEqual({ fg: -1, bg: -1, ...look });
});

test('each font weight of a printed frame is switched on and off', () => {
  const size = { columns: 9, rows: 1 };
  for (const [on, off, name] of [
    [1, 22, 'bold'],
    [3, 23, 'italic'],
    [4, 24, 'underline'],
    [7, 27, 'inverse'],
  ] as const) {
    const cells = textCells(
      `\u001b[${on}ma\u001b[${off}mb\u001b[${on}mc\u001b[0md\u001b[${on}me\u001b[mf`,
      size,
    );
    expect(
      [0, 1, 2, 3, 4, 5].map((x) => cells.cell(x, 0)[name]),
      name,
    ).toEqual([...[true, false, true, false, true, false]]);
  }
});

test('marks without a letter take no cell', () => {
  const cells = textCells('a\u200bb', { columns: 3, rows: 1 });
  expect([0, 1].map((x) => cells.cell(x, 0).chars)).toEqual(['a', 'b']);
});
