import { expect, test } from 'vitest';
import type { Line } from '../../../src/base/text.ts';
import { type AreaOptions, areaChart, areaTop } from '../../../src/views/plots/area-chart.ts';
import { textOf } from '../../support/drawn-table.ts';

const rowsOf = (lines: readonly Line[]) => lines.map(textOf);
const draw = (options: Partial<AreaOptions>) =>
  areaChart({ values: [40, 40], rows: 5, top: 100, limit: 1_000, ...options });

test('the usual range is shaded where the area does not cover it, and visible where it does', () => {
  const band = Array(2).fill({ low: 10, high: 60 });
  expect(rowsOf(draw({ band }))).toEqual([' ', ' ', '░', '⣿', '⣿']);
  expect(draw({ band }).at(-1)?.[0]?.tone).toBe('dim');
  expect(draw({ band: [] }).at(-1)?.[0]?.tone).toBe('faint');
});

test('the compared time is a line above and within the area, and the edge covers it', () => {
  expect(rowsOf(draw({ overlay: [80, 80] }))).toEqual([' ', '⠉', ' ', '⣿', '⣿']);
  const within = draw({ overlay: [20, 20] });
  expect(rowsOf(within)).toEqual([' ', ' ', ' ', '⣿', '⠉']);
  expect(within.at(-1)?.[0]?.tone).toBe('accent');
  expect(rowsOf(draw({ overlay: [40, 40] }))).toEqual([' ', ' ', ' ', '⣿', '⣿']);
});

test('a flat series without a limit is a line, one with a limit is filled, and one that swings is always filled', () => {
  const values = [40, 41, 40, 41];
  expect(rowsOf(draw({ values, limit: undefined }))).toEqual(['  ', '  ', '  ', '⠉⠉', '  ']);
  expect(rowsOf(draw({ values, limit: 1_000 })).at(-1)).toBe('⣿⣿');
  expect(rowsOf(draw({ values: [40, 80, 40, 80], limit: undefined })).at(-1)).toBe('⣿⣿');
});

test('a visible limit is drawn, and the axis ends a little above it', () => {
  expect([39, 40, 200].map((most) => areaTop([10, most], 100))).toEqual([50, 106, 212]);
  expect([areaTop([null, 47], undefined), areaTop([3, null, 7], 0)]).toEqual([50, 8]);
  const drawn = [90, 100, 101].map((limit) => rowsOf(draw({ limit })).join(''));
  expect(drawn).toEqual(['┄  ⣿⣿', '┄  ⣿⣿', '   ⣿⣿']);
});

test('the colour of the edge shows how near the limit is', () => {
  const edge = (limit: number | undefined, values = [40, 30]) =>
    draw({ values, limit, levels: { warn: 80, crit: 90 } })
      .flat()
      .find(({ text }) => /[\u2801-\u28ff]/.test(text))?.tone;
  expect([edge(100), edge(50), edge(44), edge(undefined), edge(0)].join(' ')).toBe('dim warn crit dim dim');
  expect(edge(44, [30, 40])).toBe('crit');
});

const shape = (values: number[], least: number[], most: number[], rows = 5) =>
  rowsOf(areaChart({ values, least, most, rows, top: 100, limit: undefined }));

test('a peak of one value reaches its row, and a short fall is a gap below the edge of the mean', () => {
  const flat = [20, 20, 20, 20];
  expect(shape(flat, flat, [20, 20, 20, 100])).toEqual([' ⠨', ' ⠨', ' ⠨', ' ⠨', '⣿⣿']);
  // Its highest dot is drawn where the pattern has none.
  expect(shape([20, 20], [20, 20], [30, 20])).toEqual([' ', ' ', ' ', '⡄', '⣿']);
  expect(shape([80, 80], [80, 0], [80, 80])).toEqual([' ', '⣿', '⡯', '⡯', '⣯']);
});

test('the tone is dimmer than the edge, and its end warns near the limit', () => {
  const values = { values: [20, 20], least: [20, 20], most: [95, 20] };
  const chart = draw({ ...values, limit: 100, levels: { warn: 80, crit: 90 } });
  expect(chart.map(([first]) => first?.tone)).toEqual(['crit', 'spread', 'spread', 'spread', 'dim']);
});

test('zero and an axis without height draw the lowest dots, and a row of one tone is one span', () => {
  expect(rowsOf(draw({ values: [0, 0, null, null] })).at(-1)).toBe('⣀ ');
  expect(rowsOf(draw({ values: [5, 5], top: 0 })).at(-1)).toBe('⣀');
  expect(draw({ values: Array(6).fill(40) }).map((line) => line.length)).toEqual([1, 1, 1, 1, 1]);
});
